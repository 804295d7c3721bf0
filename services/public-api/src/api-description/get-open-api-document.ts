import { createHash } from 'node:crypto'
import { jsonText, openApiText, publicApiDescription } from '@course-grading/contracts'
import type { PublicHandler } from '../handler.ts'

export const getOpenApiDocument = (): PublicHandler<'getOpenApiDocument'> => {
  const text = openApiText(publicApiDescription)
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
  return async () => ({ status: 200, body: jsonText(text), etag, headers: { 'Cache-Control': 'public, max-age=300' } })
}
