import { publicDocumentText } from '@course-grading/contracts/openapi/public-document'
import openapiTS, { astToString } from 'openapi-typescript'
import { describe, expect, it } from 'vitest'

describe('the generated types', () => {
  it('are those of the committed document; `pnpm --filter @course-grading/public-client types` writes them', async () => {
    const types = astToString(await openapiTS(publicDocumentText, { silent: true }))
    const head = '// Written by `pnpm --filter @course-grading/public-client types`.'
    await expect(`${head}\n${types}`).toMatchFileSnapshot('public-v1.ts')
  })
})
