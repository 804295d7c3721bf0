import { writeFileSync } from 'node:fs'
import {
  frontendInternalDescription,
  manualGradingDescription,
  openApiText,
  publicApiDescription,
} from '../src/index.ts'

/** Writes the committed OpenAPI documents from the contract. */
const documents = {
  'public-v1': publicApiDescription,
  'frontend-internal': frontendInternalDescription,
  'manual-grading': manualGradingDescription,
}
for (const [name, description] of Object.entries(documents)) {
  writeFileSync(new URL(`../openapi/${name}.json`, import.meta.url), openApiText(description))
}
