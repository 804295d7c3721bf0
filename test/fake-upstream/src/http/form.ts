import type { ApiRequest } from './api-request.ts'
import { mediaTypeOf } from './api-request.ts'
import { HttpError } from './http-error.ts'
import { htmlPage } from './reply.ts'

interface FormFile {
  field: string
  filename: string
  bytes: Buffer
}

export interface Form {
  /** The pairs in the order in which they were sent; keys may repeat. */
  fields: [string, string][]
  files: FormFile[]
}

/** Django's limit for a whole urlencoded body, and for one multipart field: 2.5 MB. */
export const maxFieldBytes = 2_621_440

/** What Django replies to a form that exceeds its limits. */
export const tooLargeForm = (): HttpError => new HttpError(htmlPage(400, 'Bad Request (400)'))

/** The fields and files of a form body. Any other media type reads as an empty form, as in Django. */
export function readForm(request: ApiRequest): Form {
  const mediaType = mediaTypeOf(request.headers)
  if (mediaType === 'application/x-www-form-urlencoded') {
    if (request.body.length > maxFieldBytes) throw tooLargeForm()
    return { fields: [...new URLSearchParams(request.body.toString())], files: [] }
  }
  if (mediaType === 'multipart/form-data') {
    const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(request.headers['content-type'] ?? '')
    return readMultipart(request.body, boundary?.[1] ?? boundary?.[2] ?? '')
  }
  return { fields: [], files: [] }
}

/** Reads RFC 7578 with the whole body in memory. */
function readMultipart(body: Buffer, boundary: string): Form {
  const form: Form = { fields: [], files: [] }
  if (boundary === '') return form
  const delimiter = Buffer.from(`--${boundary}`)
  let at = body.indexOf(delimiter)
  while (at >= 0) {
    const start = at + delimiter.length
    const next = body.indexOf(delimiter, start)
    if (next < 0) break
    addPart(form, body.subarray(start + 2, next - 2))
    at = next
  }
  return form
}

function addPart(form: Form, part: Buffer): void {
  const headEnd = part.indexOf('\r\n\r\n')
  if (headEnd < 0) return
  const head = part.subarray(0, headEnd).toString()
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? ''
  const field = /[;\s]name="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1] ?? ''
  const filename = /[;\s]filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]
  const content = part.subarray(headEnd + 4)
  if (filename === undefined) form.fields.push([field, content.toString()])
  else if (filename !== '') form.files.push({ field, filename, bytes: Buffer.from(content) })
}
