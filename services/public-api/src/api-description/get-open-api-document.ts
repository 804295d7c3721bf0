import { createHash } from 'node:crypto'
import { publicDocumentText } from '@course-grading/contracts/openapi/public-document'
import { jsonText } from '@course-grading/contracts/operation/reply'
import type { PublicHandler } from '../access/handler.ts'

const etag = `"${createHash('sha256').update(publicDocumentText).digest('base64url')}"`

export const getOpenApiDocument: PublicHandler<'getOpenApiDocument'> = async () => ({
  status: 200,
  body: jsonText(publicDocumentText),
  etag,
  headers: { 'Cache-Control': 'public, max-age=300' },
})
