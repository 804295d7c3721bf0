import type { WireReply } from './client.ts'

type Headers = WireReply['headers']

const requestIdForm = /^[A-Za-z0-9._-]{8,128}$/

export function isRequestId(text: unknown): text is string {
  return typeof text === 'string' && requestIdForm.test(text)
}

/** The headers of a reply that are read, whatever its status. A header that occurs twice, or has another form, is undefined. */
export interface KeptHeaders {
  readonly requestId: string | undefined
  readonly etag: string | undefined
  readonly assessmentRevision: number | undefined
  readonly retryAfterS: number | undefined
}

export function keptHeaders(headers: Headers): KeptHeaders {
  const requestId = one(headers, 'x-request-id')
  const etag = one(headers, 'etag')
  return {
    requestId: isRequestId(requestId) ? requestId : undefined,
    etag: etag !== undefined && /^(W\/)?"[\x21\x23-\x7E]{0,128}"$/.test(etag) ? etag : undefined,
    assessmentRevision: wholeNumber(one(headers, 'x-assessment-revision')),
    retryAfterS: wholeNumber(one(headers, 'retry-after')),
  }
}

export function one(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

export function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^(0|[1-9][0-9]{0,15})$/.test(text)) return undefined
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : undefined
}

/** Whether the only Content-Type is `mediaType`, in UTF-8 if it names a charset, without content coding, since none was asked for. */
export function isOfType(headers: Headers, mediaType: string): boolean {
  const [essence, ...parameters] = (one(headers, 'content-type') ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const coding = headers['content-encoding']
  return (
    essence === mediaType &&
    parameters.every((parameter) => !parameter.startsWith('charset=') || /^charset="?utf-8"?$/.test(parameter)) &&
    (coding === undefined || coding === 'identity')
  )
}

export function announcesBody(headers: Headers): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/** Whether the end of the body can be distinguished from a broken connection. */
export function hasKnownEnd(headers: Headers): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined
}
