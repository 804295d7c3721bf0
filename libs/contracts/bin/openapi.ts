import { writeFileSync } from 'node:fs'
import { frontendInternalDescription, openApiText, publicApiDescription } from '../src/index.ts'

/** Writes the committed OpenAPI documents from the contract. */
writeFileSync(new URL('../openapi/public-v1.json', import.meta.url), openApiText(publicApiDescription))
writeFileSync(new URL('../openapi/frontend-internal.json', import.meta.url), openApiText(frontendInternalDescription))
