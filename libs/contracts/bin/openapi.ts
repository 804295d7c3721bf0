import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { frontendInternalDescription } from '../src/openapi/frontend-internal-description.ts'
import { manualGradingDescription } from '../src/openapi/manual-grading-description.ts'
import { openApiText } from '../src/openapi/open-api-document.ts'
import { publicApiDescription } from '../src/openapi/public-api-description.ts'

/** Writes the OpenAPI documents from the contract, in the order of those that were committed last. */
const documents = {
  'public-v1': publicApiDescription,
  'frontend-internal': frontendInternalDescription,
  'manual-grading': manualGradingDescription,
}
const root = join(import.meta.dirname, '..')
for (const [name, description] of Object.entries(documents)) {
  const file = `openapi/${name}.json`
  const committed = execFileSync('git', ['show', `HEAD:./${file}`], { cwd: root, encoding: 'utf8' })
  writeFileSync(join(root, file), openApiText(description, committed))
}
