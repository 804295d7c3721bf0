import type { Endpoint } from './reach.ts'
import type { OverlayName } from './overlays.ts'

/** Who is around the pods, with the addresses of cluster.env; the last three must be reached by nobody. */
export const others: readonly Endpoint[] = [
  { name: 'gateway', namespace: 'envoy-gateway-system' },
  { name: 'monitoring', namespace: 'monitoring' },
  { name: 'operator', namespace: 'cnpg-system' },
  { name: 'grader', namespace: 'grader', labels: { 'app.kubernetes.io/name': 'grader' } },
  { name: 'dns', namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } },
  { name: 'kubernetes', address: '192.0.2.1' },
  { name: 'learning platform', address: '198.51.100.1' },
  { name: 'callbacks', address: '198.51.100.2' },
  { name: 'templates', address: '198.51.100.3' },
  { name: 'object store', address: '203.0.113.1' },
  { name: 'somebody here', namespace: 'course-grading' },
  { name: 'somebody elsewhere', namespace: 'elsewhere' },
  { name: 'the internet', address: '8.8.8.8' },
]

const dns = 'dns: TCP 53, UDP 53'

const ofDatabase = [
  'migrate → database: TCP 5432',
  `migrate → ${dns}`,
  // Replication, and the operator's own questions between instances.
  'database → database: every port',
  `database → ${dns}`,
  'operator → database: TCP 5432, TCP 8000',
  'monitoring → database: TCP 9187',
]

const ofServices = [
  'gateway → public-api: TCP 8081',
  'public-api → database: TCP 5432',
  `public-api → ${dns}`,
  'monitoring → public-api: TCP 9081',
  'web → frontend-internal: TCP 8082',
  'frontend-internal → database: TCP 5432',
  `frontend-internal → ${dns}`,
  'monitoring → frontend-internal: TCP 9082',
  'grader → manual-grading: TCP 8083',
  'manual-grading → database: TCP 5432',
  `manual-grading → ${dns}`,
  'monitoring → manual-grading: TCP 9083',
  'manual-grading-worker → database: TCP 5432',
  `manual-grading-worker → ${dns}`,
  'monitoring → manual-grading-worker: TCP 9083',
  'gateway → web: TCP 8080',
  `web → ${dns}`,
  'monitoring → web: TCP 9080',
  'gateway → docs: TCP 8088',
  'monitoring → docs: TCP 9088',
]

const ofJob = (name: string): string[] => [`${name} → database: TCP 5432`, `${name} → ${dns}`]

const toKubernetes = 'database → kubernetes: TCP 443, TCP 6443'
const toObjectStore = 'database → object store: TCP 443'

/** The platform's table of who reaches whom, for each overlay: these arrows and no others. */
export const expectedArrows: Readonly<Record<OverlayName, readonly string[]>> = {
  production: [
    ...ofDatabase,
    toKubernetes,
    toObjectStore,
    ...ofServices,
    'public-api → learning platform: TCP 443',
    'frontend-internal → learning platform: TCP 443',
    'frontend-internal → templates: TCP 443',
    'manual-grading-worker → callbacks: TCP 443',
  ],
  demo: [
    // The range of a demonstration's own API does not hold the addresses above.
    ...ofDatabase,
    ...ofServices,
    'public-api → simulator: TCP 8090',
    'frontend-internal → simulator: TCP 8090',
    'manual-grading-worker → simulator: TCP 8090',
    'gateway → simulator: TCP 8090',
    'simulator → manual-grading: TCP 8083',
    `simulator → ${dns}`,
    ...ofJob('demo-seed'),
    'demo-seed → frontend-internal: TCP 8082',
    'demo-seed → simulator: TCP 8090',
  ],
  recovery: [
    ...ofDatabase,
    toKubernetes,
    toObjectStore,
    ...ofJob('hold-deliveries'),
    ...ofJob('revoke-sessions'),
    ...ofJob('apply-erasures'),
  ],
}
