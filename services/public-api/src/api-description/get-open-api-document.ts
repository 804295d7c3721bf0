import { createHash } from 'node:crypto'
import { openApiText } from '@course-grading/contracts/openapi/open-api-document'
import { publicApiDescription } from '@course-grading/contracts/openapi/public-api-description'
import { jsonText } from '@course-grading/contracts/operation/reply'
import type { PublicHandler } from '../access/handler.ts'

const text = openApiText(publicApiDescription)
const etag = `"${createHash('sha256').update(text).digest('base64url')}"`

export const getOpenApiDocument: PublicHandler<'getOpenApiDocument'> = async () => ({
  status: 200,
  body: jsonText(text),
  etag,
  headers: { 'Cache-Control': 'public, max-age=300' },
})
