import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { manualGrading } from '@course-grading/contracts/boundaries/manual-grading'
import { type Boundary, credentialOf, type Operation } from '@course-grading/contracts/operation/operation'
import { publicApi } from '@course-grading/contracts/boundaries/public-api'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { RawRequest } from './canary-exchange.ts'
import type { CanaryWorld } from './canary-world.ts'
import type { ServiceName } from '../service-process.ts'

export type Header = readonly [name: string, value: string]
export type CanaryBoundary = Boundary & { readonly name: ServiceName }
export const boundaries: readonly CanaryBoundary[] = [manualGrading, frontendInternal, publicApi] as never

/** An operation of a boundary, by its name. */
export interface Asked {
  readonly boundary: CanaryBoundary
  readonly id: string
  readonly operation: Operation
}

/**
 * Orders the operations, so that objects exist when they are read, are read before they are deleted, and an item of a list is
 * deleted before the whole list.
 */
const orderOf = ({ operation: { method, path } }: Asked): number =>
  ['post', 'get', 'put', 'patch', 'delete'].indexOf(method) -
  (method === 'delete' ? (path.split('{').length - 1) / 10 : 0)
export const operationsOf = (boundary: CanaryBoundary): readonly Asked[] =>
  Object.entries(boundary.operations)
    .map(([id, operation]) => ({ boundary, id, operation }))
    .toSorted((a, b) => orderOf(a) - orderOf(b))

/** The parts of the example that a request replaces. Texts are sent as they are. */
export interface Change {
  readonly params?: Readonly<Record<string, string>>
  /** With its question mark. */
  readonly query?: string
  readonly headers?: readonly Header[]
  readonly body?: string | Uint8Array
}

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
const takesBody = ({ operation: { body } }: Asked, value: unknown): boolean =>
  body === undefined || ajv.validate(structuredClone(body), value)

/** The value with another text in the place of one of its texts; undefined if it has fewer. */
function withText(value: unknown, wanted: number, replace: (text: string, path: string) => unknown): unknown {
  let index = -1
  const changed = (each: unknown, path: string): unknown => {
    if (typeof each === 'string') return (index += 1) === wanted ? replace(each, path) : each
    if (Array.isArray(each)) return each.map((item) => changed(item, path))
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(Object.entries(each).map(([name, item]) => [name, changed(item, `${path}.${name}`)]))
  }
  const result = changed(value, '$')
  return index < wanted ? undefined : result
}

function* withEachText(value: unknown, replace: (text: string) => unknown): Generator<unknown> {
  for (let index = 0; ; index += 1) {
    const changed = withText(value, index, replace)
    if (changed === undefined) return
    yield changed
  }
}

/** Paths of the texts of requests that are only for staff. */
const staffPaths = /\.(?:privateNote|graderNote|note)(?:\.|$)|^\$\.(?:reason|label|text)(?:\.|$)/

/** The texts that replace those of an example: for paths that are only for staff, and for all others. */
interface BodyTexts {
  readonly staff: string
  readonly written: string
}

/**
 * The body of the example, in which a canary replaces each text of several words if the schema allows it. A single word is a
 * name, and stays.
 */
export function bodyWith(world: CanaryWorld, asked: Asked, { staff, written }: BodyTexts): string | undefined {
  const { example, csvBody } = asked.operation
  if (example.body === undefined) return undefined
  if (csvBody) return world.translate(String(example.body))
  let body: unknown = example.body
  for (let index = 0; ; index += 1) {
    const changed = withText(body, index, (each, path) =>
      each.includes(' ') ? (staffPaths.test(path) ? staff : written) : each,
    )
    if (changed === undefined) return world.translate(JSON.stringify(body))
    if (takesBody(asked, changed)) body = changed
  }
}

/** A request of an operation: its example with the names and ids of this world, and with changes. */
export function requestOf(
  world: CanaryWorld,
  { boundary, operation: { method, path, example, csvBody, mergePatch } }: Asked,
  { params, query, headers = [], body }: Change,
): RawRequest {
  const values = { ...example.params, ...params }
  const exampleQuery = new URLSearchParams(
    Object.entries(example.query ?? {}).map(([name, value]) => [name, world.translate(String(value))]),
  )
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    params?.[name] === undefined ? world.translate(String(values[name])) : params[name],
  )
  return {
    method: method.toUpperCase(),
    target: `${boundary.prefix}${filled}${query ?? `?${exampleQuery}`}`,
    headers: [
      ...(body === undefined || headers.some(([name]) => name === 'Content-Type')
        ? []
        : [
            ['Content-Type', csvBody ? 'text/csv' : `application/${mergePatch ? 'merge-patch+json' : 'json'}`] as const,
          ]),
      ...headers,
    ],
    ...(body !== undefined && { body }),
  }
}

/** The credentials of the person and the service; none if the operation needs none. */
export function credentialsOf(
  { secrets }: CanaryWorld,
  { boundary, operation }: Asked,
  { token, session, which = 'current' }: { token: string; session: string; which?: 'current' | 'previous' },
): readonly Header[] {
  const frontend = ['X-Service-Frontend-Secret', secrets.frontend[which]] as const
  switch (credentialOf(boundary, operation)) {
    case 'upstream_token':
      return [['Authorization', `Token ${token}`]]
    case 'session':
      return [frontend, ['Authorization', `Bearer ${session}`]]
    case 'frontend_secret':
      return [frontend]
    case 'manual_grading_secret':
      return [['X-Service-Manual-Grading-Secret', secrets.grading[which]]]
    case 'none':
      return []
  }
}

/** Invalid credentials, and valid ones in the wrong place. */
export const wrongCredentials = (good: readonly Header[], misplaced: string): readonly (readonly Header[])[] =>
  good.flatMap(([name, value]): (readonly Header[])[] => {
    const others = good.filter((each) => each[0] !== name)
    const secret = value.split(' ').at(-1) ?? ''
    const spoilt = [
      `${value}x`,
      value.slice(0, -1),
      `${value}, ${value}`,
      value.repeat(7),
      `Basic ${btoa(value)}`,
      `Token token=${secret}`,
      `Token${secret}`,
      `Bearer cgs_${Buffer.from(secret).toString('base64url').slice(0, 43)}`,
      misplaced,
    ]
    return [
      others,
      [...others, [name, value], [name, value]],
      [...others, [name, ''], ['Cookie', `session=${value}; secret=${value}`], ['Proxy-Authorization', value]],
      ...spoilt.map((each): Header[] => [...others, [name, each]]),
    ]
  })

const strayNames = `
  Cookie Referer User-Agent X-Forwarded-For Forwarded X-Real-IP Origin If-None-Match If-Modified-Since Range Accept Accept-Language
  traceparent X-Auth-Token X-Request-ID
`
/** Headers that a valid read may have, with a text that nothing reads. */
export const strayHeaders = (text: string): readonly Header[] => [
  ...strayNames.match(/\S+/g)!.map((name): Header => [name, text.replaceAll(/[^\w.:/?=-]/g, '_')]),
  ['If-None-Match', '*'],
]

/** Invalid bodies that contain a text. */
export function wrongBodies(asked: Asked, good: string | undefined, text: string): (string | Uint8Array)[] {
  const example: unknown = good === undefined || asked.operation.csvBody ? {} : JSON.parse(good)
  const quoted = JSON.stringify(text)
  return [
    text,
    quoted,
    `[${quoted}]`,
    `{${quoted}`,
    `{"token":${quoted},"token":${quoted}}`,
    `{"name":"${text}\\ud800"}`,
    `{"name":"${text}\\u0000"}`,
    `\ufeff{"name":${quoted}}`,
    `{"listed":9e999,"name":${quoted}}`,
    `${'['.repeat(40)}${quoted}${']'.repeat(40)}`,
    Buffer.from(`{"name":"${text}\xff"}`, 'latin1'),
    `token=${text}`,
    text.repeat(10_000),
    ...[
      { ...(example as object), unknown: text, token: text },
      ...Object.keys(example as object).map((name) => ({ ...(example as object), [name]: { text } })),
      ...withEachText(example, (each) => `${each}${text}\u0007`.slice(-200)),
      ...withEachText(example, () => [text]),
    ]
      .filter((body) => !takesBody(asked, body))
      .map((body) => JSON.stringify(body)),
  ]
}

/** Bytes that the parser itself rejects, or that end before the request is complete. */
export const brokenMessages = (path: string, [name, value]: Header, text: string): readonly Uint8Array[] =>
  [
    `${name}: ${value}\r\n\r\n`,
    `GET ${path} HTTP/${text}\r\n\r\n`,
    `${text} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\nHost: x\r\n${name}: ${value}\0\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\nHost: x\r\n${value}\r\n\r\n`,
    `GET ${path}?${text} HTTP/1.1\r\n${name}: ${value}\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\nHost: x\r\n${name}: ${value.repeat(600)}\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\nHost: ${text}\r\nHost: ${text}\r\n\r\n`,
    `GET http://${text}.example${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    `PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${text}\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: ${text}\r\n${name}: ${value}\r\n\r\n`,
    `CONNECT ${text}:443 HTTP/1.1\r\nHost: x\r\n${name}: ${value}\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: ${text}\r\n${name}: ${value}\r\n\r\n`,
    `PUT ${path} HTTP/1.1\r\nHost: x\r\n${name}: ${value}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${text} not a size\r\n`,
    ...['/', '/health/', '/metrics/', '/api/v1/', '/api/v1/%ff', '/nothing?x=', `${path}#`].map(
      (before) => `GET ${before}${text} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${name}: ${value}\r\n\r\n`,
    ),
    ...['PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'].map(
      (method) => `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${name}: ${value}\r\n\r\n`,
    ),
  ].map((bytes) => Buffer.from(bytes, 'latin1'))
