/** An edit of the real compose file, the rule that must find it, and what the rule must report. */
interface Mistake {
  readonly rule: string
  readonly right: string
  readonly wrong: string
  readonly problem: string
}

/** There is at least one for each rule. */
export const composeMistakes: readonly Mistake[] = [
  {
    rule: 'everyServiceIsThere',
    right: '  public-api:\n    <<',
    wrong: '  publik-api:\n    <<',
    problem: 'public-api: is missing',
  },
  {
    rule: 'everyServiceIsThere',
    right: 'args: { SERVICE: manual-grading }',
    wrong: 'args: { SERVICE: public-api }',
    problem: 'manual-grading: is not built as SERVICE=manual-grading by infra/deploy/Dockerfile',
  },
  {
    rule: 'variablesAreKnown',
    right: 'TOKEN_CACHE_TTL_S:',
    wrong: 'TOKEN_CACHE_TTL:',
    problem: 'public-api: knows no TOKEN_CACHE_TTL',
  },
  {
    rule: 'variablesAreKnown',
    right: "PORT: '8082'",
    wrong: "PORT: '8082'\n      SESSION_KEY_FILE: /run/secrets/session_keys",
    problem: 'frontend-internal: knows no SESSION_KEY_FILE',
  },
  {
    rule: 'variablesCanBeSet',
    right: '      DELIVERY_REAPER_S: ${DELIVERY_REAPER_S:-}\n',
    wrong: '',
    problem: 'manual-grading: does not let an operator set DELIVERY_REAPER_S',
  },
  {
    rule: 'variablesKeepTheirNames',
    right: 'ROLE: ${ROLE:-}',
    wrong: 'ROLE: ${LOG_LEVEL:-}',
    problem: 'manual-grading: takes ROLE from LOG_LEVEL',
  },
  {
    rule: 'graceIsEnough',
    right: 'stop_grace_period: 65s',
    wrong: 'stop_grace_period: 60s',
    problem: 'manual-grading: is killed before its SHUTDOWN_GRACE_S has passed',
  },
  {
    rule: 'graceIsEnough',
    right: "      SHUTDOWN_GRACE_S: '60'\n",
    wrong: '',
    problem: 'manual-grading: is killed before its SHUTDOWN_GRACE_S has passed',
  },
  {
    rule: 'orderIsKept',
    right: 'roles: { condition: service_completed_successfully }',
    wrong: 'roles: { condition: service_started }',
    problem: 'migrate: does not wait for roles (service_completed_successfully)',
  },
  {
    rule: 'onlyServersRestart',
    right: 'image: course-grading/migrate',
    wrong: 'image: course-grading/migrate\n    restart: unless-stopped',
    problem: 'migrate: would be restarted for ever',
  },
  {
    rule: 'onlyServersRestart',
    right: 'image: course-grading/public-api\n    restart: unless-stopped',
    wrong: 'image: course-grading/public-api',
    problem: 'public-api: is not restarted',
  },
  {
    rule: 'secretsAreFiles',
    right: './secrets}/session_keys',
    wrong: './secrets}/capability_keys',
    problem: 'session_keys: is not the file of its name in SECRETS_DIR',
  },
  {
    rule: 'secretsComeAsFiles',
    right: 'FRONTEND_SECRET_FILE: /run/secrets/frontend_secret',
    wrong: 'FRONTEND_SECRET: ${FRONTEND_SECRET:-}',
    problem: 'frontend-internal: is given FRONTEND_SECRET by value',
  },
  {
    rule: 'secretsComeAsFiles',
    right: '      CAPABILITY_KEYS_FILE: /run/secrets/capability_keys\n',
    wrong: '',
    problem: 'manual-grading: is not given CAPABILITY_KEYS_FILE',
  },
  {
    rule: 'nothingSecretIsWritten',
    right: 'POSTGRES_PASSWORD_FILE: /run/secrets/owner_password',
    wrong: 'POSTGRES_PASSWORD: postgres',
    problem: 'postgres: has POSTGRES_PASSWORD by value',
  },
  {
    rule: 'filesAreGranted',
    right: 'secrets: [frontend_internal_database_url, frontend_secret, session_keys]',
    wrong: 'secrets: [frontend_internal_database_url, frontend_secret]',
    problem: 'frontend-internal: SESSION_KEYS_FILE names no secret that it was granted',
  },
  {
    rule: 'filesAreGranted',
    right: '  capability_keys: { file',
    wrong: '  capability_key: { file',
    problem: 'manual-grading: there is no secret capability_keys',
  },
  {
    rule: 'secretsAreNotShared',
    right: 'secrets: [public_api_database_url]',
    wrong: 'secrets: [public_api_database_url, session_keys]',
    problem: 'public-api: shares session_keys with another service',
  },
  {
    rule: 'secretsAreNotShared',
    right: 'secrets: [public_api_database_url]',
    wrong: 'secrets: [public_api_database_url, owner_database_url]',
    problem: "public-api: sees owner_database_url, which is the owner's",
  },
  {
    rule: 'secretsAreNotShared',
    right: 'secrets: [public_api_database_url]',
    wrong: 'secrets: [public_api_database_url, owner_password]',
    problem: 'public-api: has no use for owner_password',
  },
  {
    rule: 'networksAreKept',
    right: 'networks: [ingress, operations, database, public-api-egress]',
    wrong: 'networks: [operations, database, public-api-egress]',
    problem: 'public-api: is not reached over ingress',
  },
  {
    rule: 'networksAreKept',
    right: 'networks: [frontend, database,',
    wrong: 'networks: [frontend, ingress, database,',
    problem: 'frontend-internal: must not join ingress',
  },
  {
    rule: 'networksAreKept',
    right: 'networks: [grader, database, manual-grading-egress]',
    wrong: 'networks: [grader, database, public-api-egress]',
    problem: 'manual-grading: must not join public-api-egress',
  },
  {
    rule: 'networksAreKept',
    right: 'networks: [ingress, operations, database, public-api-egress]',
    wrong: 'networks: [ingress, operations, frontend, database, public-api-egress]',
    problem: 'public-api: must not join frontend',
  },
  {
    rule: 'networksAreClosed',
    right: 'grader: { name: course-grading-grader, internal: true }',
    wrong: 'grader: { name: course-grading-grader }',
    problem: 'grader: leads out',
  },
  {
    rule: 'networksAreClosed',
    right: 'database: { internal: true }',
    wrong: 'database: { internal: false }',
    problem: 'database: leads out',
  },
  {
    rule: 'networksAreClosed',
    right: '  manual-grading-egress: {}',
    wrong: '  way-out-egress: {}',
    problem: 'manual-grading: there is no network manual-grading-egress',
  },
  {
    rule: 'onlyThePublicBoundaryIsPublished',
    right: "'127.0.0.1:${PUBLISHED_PORT:-8081}:8081'",
    wrong: "'${PUBLISHED_PORT:-8081}:8081'",
    problem: 'public-api: publishes ${PUBLISHED_PORT:-8081}:8081 beyond 127.0.0.1',
  },
  {
    rule: 'onlyThePublicBoundaryIsPublished',
    right: "'127.0.0.1:${PUBLISHED_PORT:-8081}:8081'",
    wrong: "'127.0.0.1:9081:9081'",
    problem: 'public-api: publishes 127.0.0.1:9081:9081, which is not its PORT',
  },
  {
    rule: 'onlyThePublicBoundaryIsPublished',
    right: '    networks: [grader,',
    wrong: "    ports: ['127.0.0.1:8083:8083']\n    networks: [grader,",
    problem: 'manual-grading: must not publish 127.0.0.1:8083:8083',
  },
  {
    rule: 'portsAreSet',
    right: "OPS_PORT: '9081'",
    wrong: "OPS_PORT: '8081'",
    problem: 'public-api: has no port of its own for health and metrics',
  },
  {
    rule: 'portsAreSet',
    right: "      OPS_PORT: '9083'\n",
    wrong: '',
    problem: 'manual-grading: has no port of its own for health and metrics',
  },
  {
    rule: 'portsAreSet',
    right: "PORT: '8083'",
    wrong: "PORT: '8082'",
    problem: 'manual-grading: does not listen on 8083',
  },
  {
    rule: 'containersAreHardened',
    right: 'read_only: true',
    wrong: 'read_only: false',
    problem: 'manual-grading: can write to its own files',
  },
  {
    rule: 'containersAreHardened',
    right: 'cap_drop: [ALL]',
    wrong: 'cap_drop: [NET_RAW]',
    problem: 'public-api: has capabilities',
  },
  {
    rule: 'containersAreHardened',
    right: "  security_opt: ['no-new-privileges:true']\n",
    wrong: '',
    problem: 'frontend-internal: may gain privileges',
  },
  {
    rule: 'containersAreHardened',
    right: '  pids_limit: 256\n',
    wrong: '',
    problem: 'migrate: may start any number of processes',
  },
  {
    rule: 'containersAreHardened',
    right: 'image: course-grading/migrate',
    wrong: "image: course-grading/migrate\n    user: '0:0'",
    problem: "migrate: takes another user than its image's",
  },
  {
    rule: 'containersAreHardened',
    right: "user: '999:999'\n    restart",
    wrong: "user: '0:0'\n    restart",
    problem: 'postgres: does not say which user it runs as',
  },
  {
    rule: 'mountsAreHarmless',
    right: './postgres/roles.sh:/roles.sh:ro',
    wrong: '/var/run/docker.sock:/docker.sock:ro',
    problem: 'roles: mounts /var/run/docker.sock:/docker.sock:ro',
  },
  {
    rule: 'mountsAreHarmless',
    right: './postgres/roles.sql:/roles.sql:ro',
    wrong: './postgres/roles.sql:/roles.sql',
    problem: 'roles: mounts ./postgres/roles.sql:/roles.sql',
  },
  {
    rule: 'healthIsWatched',
    right: '    healthcheck: { disable: true }\n',
    wrong: '',
    problem: 'migrate: would be reported as unhealthy',
  },
  {
    rule: 'healthIsWatched',
    right: 'stop_grace_period: 65s',
    wrong: 'stop_grace_period: 65s\n    healthcheck: { disable: true }',
    problem: 'manual-grading: has no health check',
  },
]
