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
    right: 'value: /api/v1',
    wrong: 'value: /api',
    problem: 'published: PathPrefix / to docs; PathPrefix / to web, PathPrefix /api to public-api',
  },
  {
    rule: 'onlyThisIsPublished',
    overlay: 'demo',
    right: 'type: Exact',
    wrong: 'type: PathPrefix',
    problem: 'published: Exact /lti-login to simulator, PathPrefix / to simulator; PathPrefix / to docs; ',
  },
  {
    rule: 'onlyThisIsPublished',
    right: /hostnames:\n  - docs\.grading\.example\.org/,
    wrong: 'hostnames:\n  - grading.example.org',
    problem: 'published: PathPrefix / to docs, PathPrefix / to web, ',
  },
  {
    rule: 'everyHostHasTls',
    right: /    tls:\n      certificateRefs:\n      - name: docs-tls\n/,
    wrong: '',
    problem: 'listener documentation: has no certificate',
  },
  {
    rule: 'everyHostHasTls',
    right: 'sectionName: documentation',
    wrong: 'sectionName: pages',
    problem: 'documentation: is not on the listener of its host',
  },
  {
    rule: 'everyHostHasTls',
    right: /(kind: HTTPRoute\nmetadata:\n[^]+?name: to-tls\n[^]+?)  - docs\.grading\.example\.org\n/,
    wrong: '$1',
    problem: 'to-tls: does not redirect docs.grading.example.org',
  },
  {
    rule: 'everyHostHasTls',
    right: /- filters:\n    - requestRedirect:\n        scheme: https/,
    wrong: '- backendRefs: [{ name: web, port: 8080 }]\n    filters:\n    - requestRedirect:\n        scheme: https',
    problem: 'to-tls: replies without TLS',
  },
  {
    rule: 'requestsAreKept',
    right: /(name: public-api\n      port: 8081\n)/,
    wrong: '$1    retry: { attempts: 2, codes: [502] }\n',
    problem: 'pages to public-api: sends a write twice',
  },
  {
    rule: 'requestsAreKept',
    right: 'request: 0s',
    wrong: 'request: 65s',
    problem: 'pages to web: is not limited to 0s',
  },
  {
    rule: 'requestsAreKept',
    right: 'name: Strict-Transport-Security',
    wrong: 'name: Strict-Transport',
    problem: 'documentation to docs: has no HSTS',
  },
  {
    rule: 'routesLeadToServices',
    right: /name: public-api\n      port: 8081/,
    wrong: 'name: public-api\n      port: 9081',
    problem: 'pages: there is no port 9081 of public-api',
  },
  {
    rule: 'nodesCanBeDrained',
    right: 'maxUnavailable: 1',
    wrong: 'maxUnavailable: 0',
    problem: 'docs: its budget is not one pod',
  },
  {
    rule: 'rollOutsKeepServing',
    right: 'maxUnavailable: 0',
    wrong: 'maxUnavailable: 100%',
    problem: 'docs: a roll-out takes pods away that serve',
  },
  {
    rule: 'rollOutsKeepServing',
    right: /strategy:\n    rollingUpdate:\n.*\n.*\n    type: RollingUpdate/,
    wrong: 'strategy:\n    type: Recreate',
    problem: 'docs: a roll-out takes pods away that serve',
  },
  {
    rule: 'commitsAreOnTwoInstances',
    right: 'dataDurability: required',
    wrong: 'dataDurability: preferred',
    problem: 'Cluster course-grading: may lose a commit',
  },
  {
    rule: 'schedulesHaveSeconds',
    right: '0 30 2 * * *',
    wrong: '30 2 * * *',
    problem: 'ScheduledBackup daily: 30 2 * * * has not six fields',
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
