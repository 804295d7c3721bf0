import { writeFileSync } from 'node:fs'
import { inRepository } from '../src/infra-files.ts'
import { prometheusRules } from '../src/kubernetes/prometheus-rules.ts'

writeFileSync(inRepository('infra/deploy/kubernetes/services/rules.yaml'), prometheusRules())
