/** An edit of the real compose file, and what the rule must report. */
type Mistake = readonly [right: string, wrong: string, problem: string]

const server = 'image: ${PUBLIC_API_IMAGE:?run build-images.sh and pin-images.sh}'
const runsOnce = 'image: ${MIGRATE_IMAGE:?run build-images.sh and pin-images.sh}'

/** Mistakes that each rule must find: at least one for each. */
export const composeMistakes: Readonly<Record<string, readonly Mistake[]>> = {
  variablesAreKnown: [['TOKEN_CACHE_TTL_S:', 'TOKEN_CACHE_TTL:', 'public-api: knows no TOKEN_CACHE_TTL']],
  variablesCanBeSet: [
    [
      '      DELIVERY_REAPER_S: ${DELIVERY_REAPER_S:-}\n',
      '',
      'manual-grading: does not let an operator set DELIVERY_REAPER_S',
    ],
  ],
  variablesKeepTheirNames: [['ROLE: ${ROLE:-}', 'ROLE: ${LOG_LEVEL:-}', 'manual-grading: takes ROLE from LOG_LEVEL']],
  walIsArchived: [
    ['archive_mode=on', 'archive_mode=off', 'postgres: does not archive its WAL'],
    ['archive_command=', 'archive_command=true #', 'postgres: archives no piece of its WAL'],
    ['archive_timeout=300', 'archive_timeout=0', 'postgres: keeps a piece that is not full for ever'],
    [
      '      - hba_file=/etc/postgresql/pg_hba.conf\n',
      '      - hba_file=/other\n',
      'postgres: lets others in than pg_hba.conf',
    ],
  ],
  graceIsEnough: [
    [
      'stop_grace_period: 65s',
      'stop_grace_period: 60s',
      'manual-grading: is killed before its SHUTDOWN_GRACE_S has passed',
    ],
  ],
  orderIsKept: [
    [
      'roles: { condition: service_completed_successfully }',
      'roles: { condition: service_started }',
      'migrate: does not wait for roles (service_completed_successfully)',
    ],
  ],
  onlyServersRestart: [
    [runsOnce, `${runsOnce}\n    restart: unless-stopped`, 'migrate: would be restarted for ever'],
    [`${server}\n    restart: unless-stopped`, server, 'public-api: is not restarted'],
  ],
  secretsAreFiles: [
    [
      './secrets}/session_keys',
      './secrets}/capability_keys',
      'session_keys: is not the file of its name in SECRETS_DIR',
    ],
  ],
  secretsComeAsFiles: [
    [
      'FRONTEND_SECRET_FILE: /run/secrets/frontend_secret',
      'FRONTEND_SECRET: ${FRONTEND_SECRET:-}',
      'frontend-internal: is given FRONTEND_SECRET by value',
    ],
    [
      '      CAPABILITY_KEYS_FILE: /run/secrets/capability_keys\n',
      '',
      'manual-grading: is not given CAPABILITY_KEYS_FILE',
    ],
  ],
  nothingSecretIsWritten: [
    [
      'POSTGRES_PASSWORD_FILE: /run/secrets/superuser_password',
      'POSTGRES_PASSWORD: postgres',
      'postgres: has POSTGRES_PASSWORD by value',
    ],
  ],
  filesAreGranted: [
    [
      'secrets: [frontend_internal_database_url, frontend_secret, session_keys]',
      'secrets: [frontend_internal_database_url, frontend_secret]',
      'frontend-internal: SESSION_KEYS_FILE names no secret that it was granted',
    ],
    ['  capability_keys: { file', '  capability_key: { file', 'manual-grading: there is no secret capability_keys'],
  ],
  secretsAreNotShared: [
    [
      'secrets: [public_api_database_url]',
      'secrets: [public_api_database_url, session_keys]',
      'public-api: shares session_keys with another service',
    ],
    [
      'secrets: [public_api_database_url]',
      'secrets: [public_api_database_url, owner_database_url]',
      "public-api: sees owner_database_url, which is the owner's",
    ],
    [
      'secrets: [public_api_database_url]',
      'secrets: [public_api_database_url, owner_password]',
      'public-api: has no use for owner_password',
    ],
  ],
  theTableIsKept: [
    ['  public-api:\n    <<', '  publik-api:\n    <<', 'public-api: is missing'],
    [
      server,
      'image: course-grading/public-api:0.1.0',
      'public-api: takes course-grading/public-api:0.1.0, not the digest in PUBLIC_API_IMAGE',
    ],
    ['    profiles: [demo]\n    command', '    command', 'demo-seed: is in another profile'],
    [
      'secrets: [tls_certificate, tls_key]',
      'secrets: [tls_certificate, tls_key, frontend_secret]',
      'proxy: must not see frontend_secret',
    ],
    [
      'secrets: [superuser_password, owner_password,',
      'secrets: [owner_password,',
      'postgres: is not granted superuser_password',
    ],
  ],
  variablesAreRead: [['      PUBLIC_URL: http', '      PUBLIK_URL: http', 'simulator: knows no PUBLIK_URL']],
  referencesExist: [
    [
      '      docs: { condition: service_healthy }',
      '      doc: { condition: service_healthy }',
      'proxy: there is no service doc',
    ],
    ['volumes:\n  database: {}', 'volumes:\n  data: {}', 'postgres: there is no volume database'],
  ],
  portsAreSet: [
    ["OPS_PORT: '9081'", "OPS_PORT: '8081'", 'public-api: has no port of its own for health and metrics'],
    ["PORT: '8083'", "PORT: '8082'", 'manual-grading: does not listen on 8083'],
  ],
  containersAreHardened: [
    ['read_only: true', 'read_only: false', 'manual-grading: can write to its own files'],
    ['cap_drop: [ALL]', 'cap_drop: [NET_RAW]', 'public-api: has capabilities'],
    ["  security_opt: ['no-new-privileges:true']\n", '', 'frontend-internal: may gain privileges'],
    [runsOnce, `${runsOnce}\n    user: '0:0'`, "migrate: takes another user than its image's"],
    ["user: '999:999'\n    restart", "user: '0:0'\n    restart", 'postgres: does not say which user it runs as'],
  ],
  mountsAreHarmless: [
    [
      './postgres/roles.sh:/roles.sh:ro',
      '/var/run/docker.sock:/docker.sock:ro',
      'roles: mounts /var/run/docker.sock:/docker.sock:ro',
    ],
  ],
  backupsAreKept: [
    [
      '- database:/var/lib/postgresql:ro',
      '- database:/var/lib/postgresql',
      'backup: may write the files of the database',
    ],
    [', external: true', '', 'the volume of the backups is removed by `down --volumes`'],
  ],
  healthIsWatched: [
    ['    healthcheck: { disable: true }\n', '', 'migrate: would be reported as unhealthy'],
    [
      'stop_grace_period: 65s',
      'stop_grace_period: 65s\n    healthcheck: { disable: true }',
      'manual-grading: has no health check',
    ],
    [
      '    healthcheck:\n      test: [CMD, sh, /backup.sh, check]\n      interval: 60s\n      timeout: 10s\n      retries: 3\n',
      '',
      'backup: has no health check',
    ],
  ],
  networksAreKept: [
    [
      'networks: [public-api-ingress, public-api-operations,',
      'networks: [public-api-operations,',
      'public-api: is not in public-api-ingress',
    ],
    [
      'networks: [frontend, frontend-internal-operations,',
      'networks: [frontend, grader, frontend-internal-operations,',
      'frontend-internal: must not join grader',
    ],
    ['name: course-grading-grader,\n      internal: true,', 'name: course-grading-grader,', 'grader: leads out'],
    [
      '  demo: { internal: true,',
      '  any: { internal: true, ipam: { config: [] } }\n  demo: { internal: true,',
      'any: is no network of the table',
    ],
    ['  manual-grading-egress: {', '  way-out-egress: {', 'there is no network manual-grading-egress'],
    ['  manual-grading-egress: {', '  way-out-egress: {', 'manual-grading: there is no network manual-grading-egress'],
  ],
  subnetsAreSmall: [
    ['.224.16/28', '.224.0/28', 'operators: has the subnet of edge'],
    ['.224.16/28', '.224.24/28', 'operators: has the subnet ${NETWORK_PREFIX:-172.16}.224.24/28'],
    ['.224.16/28', '.0.0/16', 'operators: has the subnet ${NETWORK_PREFIX:-172.16}.0.0/16'],
  ],
  portsAreKept: [
    [
      '    networks: [grader,',
      "    ports: ['127.0.0.1:8083:8083']\n    networks: [grader,",
      'manual-grading: must not publish 127.0.0.1:8083:8083',
    ],
    ["'${PUBLISHED_HTTPS_PORT:-443}:8443', ", '', 'proxy: does not publish ${PUBLISHED_HTTPS_PORT:-443}:8443'],
  ],
  containersAreLimited: [
    ['  mem_limit: 256m\n', '', 'docs: may take any memory'],
    ['  cpus: 1\n', '', 'docs: may take any processor time'],
    ['  pids_limit: 256\n', '', 'migrate: may start any number of processes'],
    [
      "  logging: { driver: json-file, options: { max-size: 20m, max-file: '5' } }\n",
      '',
      'grafana: may write logs without end',
    ],
  ],
}
