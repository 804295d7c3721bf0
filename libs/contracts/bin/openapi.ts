import { writeFileSync } from 'node:fs'
import { openApiText } from '../src/index.ts'

/** Writes the committed OpenAPI document from the contract. */
writeFileSync(new URL('../openapi/public-v1.json', import.meta.url), openApiText())
