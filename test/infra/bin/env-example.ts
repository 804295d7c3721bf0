import { writeFileSync } from 'node:fs'
import { envExample } from '../src/env-example.ts'
import { inRepository } from '../src/infra-files.ts'

writeFileSync(inRepository('infra/deploy/.env.example'), envExample())
