import { createHash } from 'node:crypto'
import { openApiText, publicApiDescription } from '@course-grading/contracts'
import { defineHandler } from '@course-grading/http-kit'
import type { PublicHandler } from '../handlers.ts'

export const getOpenApiDocument = (): PublicHandler<'getOpenApiDocument'> => {
  const json = openApiText(publicApiDescription)
  const etag = `"${createHash('sha256').update(json).digest('base64url')}"`
  return defineHandler({
    admit: async () => null,
    handle: async () => ({ status: 200, json, etag, headers: { 'Cache-Control': 'public, max-age=300' } }),
  })
}
