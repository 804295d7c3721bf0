import type { ApiRequest } from './api-request.ts'
import { mediaTypeOf } from './api-request.ts'
import { isFormMediaType, readForm } from './form.ts'
import { isJsonObject, type Json, type JsonObject } from './json.ts'
import { badRequest, unsupportedMediaType } from './http-error.ts'

/**
 * The body as A+'s parsers read it: JSON, urlencoded or multipart. Of a repeated key in a form the last value counts.
 */
export function readParsedBody(request: ApiRequest): JsonObject {
  const mediaType = mediaTypeOf(request.headers)
  if (request.body.length === 0) return {}
  if (isFormMediaType(mediaType)) {
    return Object.fromEntries(readForm(request).fields)
  }
  if (mediaType !== 'application/json') throw unsupportedMediaType(mediaType)
  let value: Json
  try {
    value = JSON.parse(request.body.toString()) as Json
  } catch (error) {
    throw badRequest(`JSON parse error - ${error instanceof Error ? error.message : 'broken'}`)
  }
  if (!isJsonObject(value)) throw badRequest('Invalid data. Expected a dictionary.')
  return value
}
