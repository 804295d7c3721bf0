import { parse, stringify } from 'yaml'
import { readInfra } from '../infra-files.ts'

/** The rules of Prometheus as objects of its operator, which cannot read the files themselves. */
export const prometheusRules = (): string =>
  `# Written by \`pnpm --filter @course-grading/infra-test prometheus-rules\` from ../../prometheus.\n${[
    'alerts',
    'database',
  ]
    .map((name) =>
      stringify(
        {
          apiVersion: 'monitoring.coreos.com/v1',
          kind: 'PrometheusRule',
          metadata: { name },
          spec: parse(readInfra(`prometheus/${name}.yml`)) as object,
        },
        { lineWidth: 0, singleQuote: true },
      ),
    )
    .join('---\n')}`
