import { readFileSync, writeFileSync } from 'node:fs'
import { frontendInternalDescription } from '../src/openapi/frontend-internal-description.ts'
import { manualGradingDescription } from '../src/openapi/manual-grading-description.ts'
import { openApiText } from '../src/openapi/open-api-document.ts'
import { publicApiDescription } from '../src/openapi/public-api-description.ts'

/** Writes the committed OpenAPI documents from the contract. */
const documents = {
  'public-v1': publicApiDescription,
  'frontend-internal': frontendInternalDescription,
  'manual-grading': manualGradingDescription,
}
for (const [name, description] of Object.entries(documents)) {
  const file = new URL(`../openapi/${name}.json`, import.meta.url)
  writeFileSync(file, openApiText(description, readFileSync(file, 'utf8')))
}
