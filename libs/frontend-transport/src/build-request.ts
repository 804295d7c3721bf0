import { isRightOfService, type Operation } from '@course-grading/contracts/operation/operation'
import { Check } from 'typebox/value'
import type { WireRequest } from './client.ts'

export interface Call {
  readonly session?: string | undefined
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
  readonly ifMatch?: string | undefined
  readonly ifNoneMatch?: string | undefined
  readonly range?: string | undefined
  readonly requestId?: string | undefined
  readonly assessmentRevision?: number | undefined
  readonly signal?: AbortSignal | undefined
}

interface AddressedCall {
  readonly prefix: string
  readonly operation: Operation
  readonly secret: string
  readonly requestId: string
  readonly call: Call
}

/** An error about the call names the wrong part, never its value, and nothing is sent. @throws TypeError */
export function buildRequest({ prefix, operation, secret, requestId, call }: AddressedCall): WireRequest {
  const body = bodyOf(operation, call.body)
  return {
    method: methods[operation.method],
    path: prefix + pathOf(operation, call.params) + queryOf(operation, call.query),
    headers: {
      'x-service-frontend-secret': secret,
      ...(!isRightOfService(operation.allow) && { authorization: `Bearer ${call.session}` }),
      'x-request-id': requestId,
      accept: acceptOf(operation),
      ...(body !== undefined && { 'content-type': mediaTypeOf(operation) }),
      ...given('if-match', preconditionOf(operation, call)),
      ...given('if-none-match', operation.replies[304] && call.ifNoneMatch),
      ...given('range', operation.replies[206] && call.range),
      ...given('x-assessment-revision', call.assessmentRevision?.toString()),
    },
    body,
  }
}

const methods = { get: 'GET', put: 'PUT', post: 'POST', patch: 'PATCH', delete: 'DELETE' } as const

function mediaTypeOf({ csvBody, mergePatch }: Operation): string {
  if (csvBody) return 'text/csv; charset=utf-8'
  return mergePatch ? 'application/merge-patch+json' : 'application/json'
}

/** A write that may be based on a revision in its query (`base`) needs either that or `ifMatch`. */
function preconditionOf({ ifMatch }: Operation, call: Call): string | undefined {
  if (ifMatch === undefined) return undefined
  if (ifMatch === 'or_base' && call.query?.['base'] !== undefined) return call.ifMatch
  return require('ifMatch', call.ifMatch)
}

function acceptOf({ replies }: Operation): string {
  const own = Object.values(replies).flatMap(({ mediaType }) => mediaType ?? [])
  return [...new Set([...own, 'application/json'])].join(', ')
}

/** Each parameter must fit its schema and stay within one segment of the path. */
function pathOf({ path, params: schema }: Operation, params: Call['params'] = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_placeholder, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    const property = schema?.properties[name]
    const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
    if (['', '.', '..'].includes(text) || (property !== undefined && !Check(property, value))) {
      throw new TypeError(`The path parameter ${name} is missing or not valid.`)
    }
    return encode(name, text)
  })
}

function queryOf({ query: schema }: Operation, query: Call['query'] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return []
    const isScalar =
      typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
    if (!isScalar || !Object.hasOwn(schema?.properties ?? {}, name))
      throw new TypeError(`The query parameter ${name} is not valid.`)
    return [`${encodeURIComponent(name)}=${encode(name, String(value))}`]
  })
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function encode(name: string, text: string): string {
  if (!text.isWellFormed()) throw new TypeError(`The parameter ${name} is not well-formed text.`)
  return encodeURIComponent(text)
}

function bodyOf(operation: Operation, body: unknown): string | Uint8Array | undefined {
  if (operation.csvBody) {
    if (typeof body !== 'string' && !(body instanceof Uint8Array))
      throw new TypeError('The body is a CSV text or its bytes.')
    return body
  }
  if (operation.body === undefined || (body === undefined && operation.bodyOptional)) return undefined
  if (body === undefined) throw new TypeError('The body is missing.')
  return JSON.stringify(body)
}

/** Rejects a value that headers do not allow before it reaches the HTTP library, whose error would show the value. */
function given(name: string, value: string | undefined): Record<string, string> {
  if (value === undefined) return {}
  if (!/^[\x20-\x7E]{1,256}$/.test(value)) throw new TypeError(`The header ${name} is not valid.`)
  return { [name]: value }
}

function require(name: string, value: string | undefined): string {
  if (value === undefined) throw new TypeError(`${name} is missing.`)
  return value
}
