import { join } from 'node:path'
import { publicDocumentText } from '@course-grading/contracts/openapi/public-document'
import openapiTS, { astToString } from 'openapi-typescript'

export const typesFile = join(import.meta.dirname, '../public-v1.ts')

/** The types of the committed OpenAPI document, as text. */
export async function generatedTypes(): Promise<string> {
  const types = astToString(await openapiTS(publicDocumentText, { silent: true }))
  return `// Written by \`pnpm --filter @course-grading/public-client types\`.\n${types}`
}
