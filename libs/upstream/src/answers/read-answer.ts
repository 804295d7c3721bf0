import { readJson } from '@course-grading/domain'
import type { Dispatcher } from 'undici'
import { UpstreamError } from '../errors.ts'
import { retryAfterSeconds } from './retry-after.ts'

type Answer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>

/** What A+ sends, and what a proxy or an older version may make of it. */
const jsonMediaTypes = ['application/vnd.aplus+json', 'application/json']

/** An unwanted body is read this far and this long, so that the connection can serve again; then it is closed. */
const discardedBytes = 16 * 1024
const discardMs = 100

/**
 * The JSON value of a 200 answer, of at most `limitBytes`. Anything else throws an `UpstreamError`; of an error answer
 * nothing but its status and `Retry-After` is looked at. An error of the connection comes out as undici made it.
 */
export async function readAnswer(answer: Answer, limitBytes: number): Promise<unknown> {
  const { body, headers } = answer
  const refusal = statusError(answer) ?? headersError(headers, limitBytes)
  if (refusal !== undefined) {
    await body.dump({ limit: discardedBytes, signal: AbortSignal.timeout(discardMs) }).catch(() => {})
    throw refusal
  }
  // By the rules that hold for requests too: what A+ says is foreign input. JSON.parse alone takes a million levels, keeps
  // the last of two equal keys, rounds long integers, and lets through what PostgreSQL refuses later.
  const json = readJson(await readBytes(body, limitBytes))
  if (!json.ok) throw new UpstreamError('not_json')
  return json.value
}

function statusError({ statusCode: status, headers }: Answer): UpstreamError | undefined {
  if (status === 200) return undefined
  if (status === 401) return new UpstreamError('refused', { status })
  if (status === 403 || status === 404) return new UpstreamError('rejected', { status })
  if (status >= 300 && status < 400) return new UpstreamError('redirect', { status })
  if (status !== 429 && status < 500) return new UpstreamError('unexpected_status', { status })
  const retryAfterS = retryAfterSeconds(headers['retry-after'], Date.now())
  return new UpstreamError(status === 429 ? 'rate_limited' : 'server_error', {
    status,
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
  })
}

function headersError(headers: Answer['headers'], limitBytes: number): UpstreamError | undefined {
  const status = 200
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') return new UpstreamError('encoding', { status })
  if (!isJson(headers['content-type'])) return new UpstreamError('media_type', { status })
  // A repeated Content-Length was refused by the HTTP parser; a missing one is counted while reading.
  if (Number(headers['content-length'] ?? 0) > limitBytes) return new UpstreamError('too_large', { status })
  return undefined
}

/** JSON with any parameters (A+ gives `version` in some answers), but in no other charset than UTF-8. */
function isJson(contentType: string | string[] | undefined): boolean {
  if (typeof contentType !== 'string') return false
  const [mediaType = '', ...parameters] = contentType.toLowerCase().split(';').map((part) => part.trim())
  return jsonMediaTypes.includes(mediaType)
    && parameters.every((parameter) => !parameter.startsWith('charset=') || /^charset="?utf-8"?$/.test(parameter))
}

async function readBytes(body: AsyncIterable<Buffer>, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > limitBytes) throw new UpstreamError('too_large', { status: 200 }) // leaving the loop closes the body
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes)
}
