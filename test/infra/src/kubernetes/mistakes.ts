import type { OverlayName } from './overlays.ts'

/** An edit of a rendered overlay, and what the rule must report. */
export interface ManifestMistake {
  readonly rule: string
  readonly overlay?: OverlayName
  readonly right: string | RegExp
  readonly wrong: string
  readonly problem: string
}

export const manifestMistakes: readonly ManifestMistake[] = [
  {
    rule: 'imagesArePinned',
    right: /image: test.invalid\/not-an-image\/docs_image@\S+/,
    wrong: 'image: course-grading/docs:0.1.0',
    problem: 'docs: takes course-grading/docs:0.1.0, not DOCS_IMAGE',
  },
  {
    rule: 'variablesAreKnown',
    right: 'name: CAPABILITY_KEYS_FILE',
    wrong: 'name: CAPABILITY_KEY_FILE',
    problem: 'manual-grading: knows no CAPABILITY_KEY_FILE',
  },
  {
    rule: 'variablesAreKnown',
    overlay: 'demo',
    right: 'name: PUBLIC_URL',
    wrong: 'name: PUBLIK_URL',
    problem: 'simulator: knows no PUBLIK_URL',
  },
  {
    rule: 'settingsAreKnown',
    right: '  UPSTREAM_BASE_URL: http',
    wrong: '  UPSTREAM_BASE: http',
    problem: 'settings: no service knows UPSTREAM_BASE',
  },
  {
    rule: 'portsAgree',
    right: 'containerPort: 9083',
    wrong: 'containerPort: 9082',
    problem: 'manual-grading: has no operations port 9083',
  },
  {
    rule: 'probesAsk',
    right: /livenessProbe:\n\s+httpGet:\n\s+path: \/health\/live\n\s+port: operations/,
    wrong: 'livenessProbe:\n          httpGet:\n            path: /health/live\n            port: http',
    problem: 'docs: its liveness probe does not ask operations for /health/live',
  },
  {
    rule: 'graceIsEnough',
    right: 'terminationGracePeriodSeconds: 65',
    wrong: 'terminationGracePeriodSeconds: 60',
    problem: 'manual-grading: is killed before its SHUTDOWN_GRACE_S has passed',
  },
  {
    rule: 'podsAreHardened',
    right: 'readOnlyRootFilesystem: true',
    wrong: 'readOnlyRootFilesystem: false',
    problem: 'docs: can write to its own files',
  },
  {
    rule: 'migrationsAreOfThisVersion',
    right: /name: migrate-\S+/,
    wrong: 'name: migrate-0.0.1',
    problem: 'there is no Job migrate-',
  },
  {
    rule: 'replicasAreWrittenOnce',
    right: /name: public-api\n  namespace: course-grading\nspec:\n  selector:\n    matchLabels/,
    wrong: 'name: public-api\n  namespace: course-grading\nspec:\n  replicas: 3\n  selector:\n    matchLabels',
    problem: 'public-api: has replicas beside an autoscaler, which each apply would reset',
  },
  {
    rule: 'disruptionsAreBounded',
    right: 'kind: PodDisruptionBudget\nmetadata:\n  labels:\n    app.kubernetes.io/name: docs',
    wrong: 'kind: PodDisruptionBudgets\nmetadata:\n  labels:\n    app.kubernetes.io/name: docs',
    problem: 'docs: has 0 budgets for disruptions',
  },
  {
    rule: 'servicesLeadToPods',
    right: 'port: 8088\n    targetPort: http',
    wrong: 'port: 8088\n    targetPort: web',
    problem: 'Service docs: leads to no port of one workload',
  },
  {
    rule: 'onlyThisIsPublished',
    right: 'path: /api/v1',
    wrong: 'path: /api',
    problem: 'published: Prefix / to docs; Prefix / to web, Prefix /api to public-api',
  },
  {
    rule: 'onlyThisIsPublished',
    overlay: 'demo',
    right: 'pathType: Exact',
    wrong: 'pathType: Prefix',
    problem: 'published: Exact /lti-login to simulator, Prefix / to simulator; Prefix / to docs; ',
  },
  {
    rule: 'onlyThisIsPublished',
    right: /host: docs\.grading\.example\.org/,
    wrong: 'host: grading.example.org',
    problem: 'published: Prefix / to docs, Prefix / to web, ',
  },
  {
    rule: 'serversAreScraped',
    right: '      - docs\n',
    wrong: '',
    problem: 'docs: is not scraped',
  },
  {
    rule: 'accountsExist',
    right: 'serviceAccountName: docs',
    wrong: 'serviceAccountName: documentation',
    problem: 'there is no ServiceAccount documentation',
  },
]

/** Edits by which the policies allow other connections than the table's, and the arrow that is too many or missing. */
export const arrowMistakes: readonly (Omit<ManifestMistake, 'rule' | 'problem'> & {
  readonly what: string
  readonly tooMany?: string
  readonly missing?: string
})[] = [
  {
    what: 'a policy that is too wide',
    right: /podSelector:\n        matchLabels:\n          app.kubernetes.io\/name: web/,
    wrong: 'podSelector: {}',
    tooMany: 'somebody here → frontend-internal: TCP 8082',
  },
  {
    what: 'a policy that cuts a service from its database',
    right: /(kind: NetworkPolicy\nmetadata:\n  name: frontend-internal\n[\s\S]+?port: )5432/,
    wrong: '$15433',
    missing: 'frontend-internal → database: TCP 5432',
  },
  {
    what: 'a range that is too wide',
    right: 'cidr: 198.51.100.1/32',
    wrong: 'cidr: 0.0.0.0/0',
    tooMany: 'frontend-internal → the internet: TCP 443',
  },
]
