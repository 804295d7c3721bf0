import { writeFileSync } from 'node:fs'
import { inRepository } from '../src/infra-files.ts'
import { prometheusRules, rulesOfCluster } from '../src/kubernetes/prometheus-rules.ts'

for (const [file, names] of Object.entries(rulesOfCluster))
  writeFileSync(inRepository(`infra/deploy/${file}`), prometheusRules(names))
