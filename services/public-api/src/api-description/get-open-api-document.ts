import { createHash } from 'node:crypto'
import { openApiText } from '@course-grading/contracts/openapi/open-api-document'
import { publicApiDescription } from '@course-grading/contracts/openapi/public-api-description'
import { jsonText } from '@course-grading/contracts/reply'
import type { PublicHandler } from '../handler.ts'

export const getOpenApiDocument = (): PublicHandler<'getOpenApiDocument'> => {
  const text = openApiText(publicApiDescription)
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
  return async () => ({ status: 200, body: jsonText(text), etag, headers: { 'Cache-Control': 'public, max-age=300' } })
}
