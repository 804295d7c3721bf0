import { parse, stringify } from 'yaml'
import { readInfra } from '../infra-files.ts'

/** The rules of every overlay with services, and those of production alone: the file of Kubernetes, and those of Prometheus. */
export const rulesOfCluster = {
  'kubernetes/services/rules.yaml': ['objectives', 'alerts', 'components', 'database'],
  'kubernetes/production/rules.yaml': ['backups'],
} as const

/** The host of the documentation, which a replacement of Kustomize sets; the Prometheus of a cluster has no label for it. */
const docsOrigin = 'https://DOCS_HOST'

const rulesOf = (name: string): string =>
  readInfra(`prometheus/${name}.yml`).replaceAll('{{ $externalLabels.docs_origin }}', docsOrigin)

/** The rules of Prometheus as objects of its operator, which cannot read the files themselves. */
export const prometheusRules = (names: readonly string[]): string =>
  `# Written by \`pnpm --filter @course-grading/test-infra prometheus-rules\` from ../../prometheus.\n${names
    .map((name) =>
      stringify(
        {
          apiVersion: 'monitoring.coreos.com/v1',
          kind: 'PrometheusRule',
          metadata: { name },
          spec: parse(rulesOf(name)) as object,
        },
        { lineWidth: 0, singleQuote: true },
      ),
    )
    .join('---\n')}`
