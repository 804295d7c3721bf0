/** What compose.yaml must bring, written down a second time on purpose: who stands in which network decides who reaches whom. */
interface ExpectedService {
  /** The variable of images.env. */
  readonly image: string
  readonly profile?: 'demo' | 'monitoring'
  /** Whether it ends by itself, so that nothing starts it again. */
  readonly runsOnce?: true
  readonly secrets?: readonly string[]
  readonly ports?: readonly string[]
  /** What it mounts besides single files of the folder. */
  readonly volumes?: readonly string[]
  /** What it waits for until that is healthy, or has ended well if it runs once. */
  readonly after?: readonly string[]
}

const serviceUrls = ['public_api_database_url', 'frontend_internal_database_url', 'manual_grading_database_url']

export const expectedServices: Readonly<Record<string, ExpectedService>> = {
  postgres: {
    image: 'POSTGRES_IMAGE',
    secrets: ['superuser_password', 'owner_password', 'backup_password', 'backup_repository.conf'],
    volumes: ['database:/var/lib/postgresql', '${BACKUPS_DIR:-backups}:/backups'],
  },
  backup: {
    image: 'POSTGRES_IMAGE',
    secrets: ['backup_password', 'backup_repository.conf'],
    volumes: ['database:/var/lib/postgresql:ro', '${BACKUPS_DIR:-backups}:/backups', 'backup-state:/backup-state'],
    after: ['postgres'],
  },
  roles: {
    image: 'POSTGRES_IMAGE',
    runsOnce: true,
    secrets: ['owner_database_url', ...serviceUrls],
    after: ['postgres'],
  },
  migrate: { image: 'MIGRATE_IMAGE', runsOnce: true, secrets: ['owner_database_url'], after: ['roles'] },
  'public-api': { image: 'PUBLIC_API_IMAGE', secrets: ['public_api_database_url'], after: ['migrate'] },
  'frontend-internal': {
    image: 'FRONTEND_INTERNAL_IMAGE',
    secrets: ['frontend_internal_database_url', 'frontend_secret', 'session_keys'],
    after: ['migrate'],
  },
  'manual-grading': {
    image: 'MANUAL_GRADING_IMAGE',
    secrets: ['manual_grading_database_url', 'manual_grading_secret', 'capability_keys'],
    after: ['migrate'],
  },
  web: { image: 'WEB_IMAGE', secrets: ['frontend_secret', 'lti_secret'] },
  docs: { image: 'DOCS_IMAGE' },
  proxy: {
    image: 'NGINX_IMAGE',
    secrets: ['tls_certificate', 'tls_key'],
    ports: ['${PUBLISHED_HTTPS_PORT:-443}:8443', '${PUBLISHED_HTTP_PORT:-80}:8080'],
    after: ['public-api', 'web', 'docs'],
  },
  simulator: {
    image: 'SIMULATOR_IMAGE',
    profile: 'demo',
    secrets: ['manual_grading_secret', 'lti_secret'],
    ports: ['127.0.0.1:${SIMULATOR_PORT:-8090}:8090'],
  },
  'demo-seed': {
    image: 'SIMULATOR_IMAGE',
    profile: 'demo',
    runsOnce: true,
    secrets: ['owner_database_url', 'frontend_secret'],
    after: ['frontend-internal', 'manual-grading', 'simulator'],
  },
  prometheus: {
    image: 'PROMETHEUS_IMAGE',
    profile: 'monitoring',
    ports: ['127.0.0.1:${PROMETHEUS_PORT:-9090}:9090'],
    volumes: ['metrics:/prometheus'],
  },
  alertmanager: {
    image: 'ALERTMANAGER_IMAGE',
    profile: 'monitoring',
    secrets: ['alertmanager_config'],
    ports: ['127.0.0.1:${ALERTMANAGER_PORT:-9093}:9093'],
    volumes: ['alerts:/alertmanager'],
  },
  'backup-metrics': {
    image: 'NODE_EXPORTER_IMAGE',
    profile: 'monitoring',
    volumes: ['backup-state:/backup-state:ro'],
  },
  blackbox: { image: 'BLACKBOX_IMAGE', profile: 'monitoring' },
  grafana: {
    image: 'GRAFANA_IMAGE',
    profile: 'monitoring',
    secrets: ['grafana_admin_password'],
    ports: ['127.0.0.1:${GRAFANA_PORT:-3000}:3000'],
    volumes: ['grafana:/var/lib/grafana'],
  },
}

interface ExpectedNetwork {
  readonly members: readonly string[]
  /** Whether it leads out of the machine's own networks. */
  readonly leadsOut?: true
}

/** A network for each arrow of the platform: who calls, and who is called. */
export const expectedNetworks: Readonly<Record<string, ExpectedNetwork>> = {
  edge: { members: ['proxy'], leadsOut: true },
  operators: { members: ['prometheus', 'alertmanager', 'grafana'], leadsOut: true },
  'public-api-egress': { members: ['public-api', 'simulator'], leadsOut: true },
  'frontend-internal-egress': { members: ['frontend-internal', 'simulator'], leadsOut: true },
  'manual-grading-egress': { members: ['manual-grading', 'simulator'], leadsOut: true },
  frontend: { members: ['web', 'demo-seed', 'frontend-internal'] },
  // The isolated grader joins from outside.
  grader: { members: ['simulator', 'manual-grading'] },
  'public-api-ingress': { members: ['proxy', 'public-api'] },
  'web-ingress': { members: ['proxy', 'web'] },
  'docs-ingress': { members: ['proxy', 'docs'] },
  'public-api-database': { members: ['public-api', 'postgres'] },
  'frontend-internal-database': { members: ['frontend-internal', 'postgres'] },
  'manual-grading-database': { members: ['manual-grading', 'postgres'] },
  'migrate-database': { members: ['migrate', 'roles', 'demo-seed', 'postgres'] },
  'backup-database': { members: ['backup', 'postgres'] },
  'public-api-operations': { members: ['prometheus', 'public-api'] },
  'frontend-internal-operations': { members: ['prometheus', 'frontend-internal'] },
  'manual-grading-operations': { members: ['prometheus', 'manual-grading'] },
  'web-operations': { members: ['prometheus', 'web'] },
  'docs-operations': { members: ['prometheus', 'docs'] },
  'backup-operations': { members: ['prometheus', 'backup-metrics'] },
  'proxy-operations': { members: ['prometheus', 'blackbox', 'proxy'] },
  demo: { members: ['demo-seed', 'simulator'] },
}
