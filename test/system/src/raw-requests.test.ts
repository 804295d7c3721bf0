import { describe, expect } from 'vitest'
import { openConnection, type RawReply } from './raw-connection.ts'
import { patienceMs, readiness, type ServiceProcess } from './service-process.ts'
import { it as onServices } from './system-test.ts'
import { tokenOf } from './world.ts'

const host = 'Host: api.example.org'
const credential = `Authorization: Token ${tokenOf(101)}`
const settings = '/api/v1/courses/11/settings'
const head = (...lines: string[]): string => `${lines.join('\r\n')}\r\n\r\n`
const get = (...lines: string[]): string => head(`GET ${settings} HTTP/1.1`, host, credential, ...lines)
const getTarget = (target: string): string => head(`GET ${target} HTTP/1.1`, host, credential)
const put = (...lines: string[]): string =>
  head(`PUT ${settings} HTTP/1.1`, host, credential, 'If-Match: "1"', 'Content-Type: application/json', ...lines)

/** A second request of this boundary. Some cases expect a reply to it, others the end of the connection. */
const another = head('GET /api/v1/openapi.json HTTP/1.1', host)

describe('a request that is not valid HTTP', () => {
  it.for(Object.entries(unparsable))('%s: a status without a body', async ([, [request, status]], { publicApi }) => {
    const { answer, connection } = await exchange(publicApi, request)
    expect(connection).toBe('closed')
    expect(answer).toEqual({ status, headers: { connection: 'close' }, body: '' })
  })

  it('CONNECT: no reply', async ({ publicApi }) => {
    const { answer, connection } = await exchange(publicApi, head('CONNECT example.org:443 HTTP/1.1', host))
    expect(answer).toBeNull()
    expect(connection).toBe('closed')
  })
})

const invalidToken = { code: 'invalid_token', issues: [] }
const notFound = { code: 'not_found', issues: [] }
const invalid = (path: string) => ({ code: 'validation_failed', issues: [expect.objectContaining({ path })] })

interface Case {
  readonly request: string
  readonly status: number
  readonly error?: unknown
  readonly connection?: 'closed'
}

const parsable: Record<string, Case> = {
  'an absolute target': { request: getTarget(`http://api.example.org${settings}`), status: 200 },
  'a target with two slashes first': {
    request: getTarget(`//evil.example${settings}`),
    status: 400,
    error: invalid('$.target'),
    connection: 'closed',
  },
  'OPTIONS *': {
    request: head('OPTIONS * HTTP/1.1', host),
    status: 400,
    error: invalid('$.target'),
    connection: 'closed',
  },
  TRACE: {
    request: head(`TRACE ${settings} HTTP/1.1`, host, credential),
    status: 405,
    error: { code: 'method_not_allowed', issues: [] },
  },
  'OPTIONS of the settings': {
    request: head(`OPTIONS ${settings} HTTP/1.1`, host),
    status: 405,
    error: { code: 'method_not_allowed', issues: [] },
  },
  'an upgrade, which is ignored': {
    request: get('Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAA'),
    status: 200,
  },
  'an upgrade to HTTP/2': {
    request: get('Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'),
    status: 200,
  },
  '64 header lines': { request: get(...Array.from({ length: 62 }, (_, index) => `X-${index}: 1`)), status: 200 },
  'a URL of 12 KiB': { request: getTarget(`/${'a'.repeat(12 * 1024)}`), status: 404, error: notFound },
  'a query': { request: getTarget(`${settings}?a=%zz&b=//x`), status: 200 },
  'a fragment': { request: getTarget(`${settings}#x`), status: 404, error: notFound },
  'a percent sign without digits': { request: getTarget('/api/v1/courses/%zz/settings'), status: 404, error: notFound },
  'percent signs that are not UTF-8': {
    request: getTarget('/api/v1/courses/%ff/settings'),
    status: 404,
    error: notFound,
  },
  'an overlong slash': { request: getTarget('/api/v1/courses/11%c0%afsettings'), status: 404, error: notFound },
  'an encoded slash': { request: getTarget('/api/v1/courses/11%2Fsettings'), status: 404, error: notFound },
  'an encoded backslash': { request: getTarget('/api/v1/courses/11%5csettings'), status: 404, error: notFound },
  'a backslash': { request: getTarget('/api/v1/courses\\11\\settings'), status: 404, error: notFound },
  'an encoded NUL as id': {
    request: getTarget('/api/v1/courses/11%00/settings'),
    status: 400,
    error: invalid('$.courseId'),
  },
  'full-width digits as id': {
    request: getTarget('/api/v1/courses/%EF%BC%91%EF%BC%91/settings'),
    status: 400,
    error: invalid('$.courseId'),
  },
  'an id that is percent-encoded without need': { request: getTarget('/api/v1/courses/%31%31/settings'), status: 200 },
  'a slash at the end': { request: getTarget(`${settings}/`), status: 404, error: notFound },
  'two slashes in the middle': { request: getTarget('/api/v1//courses/11/settings'), status: 404, error: notFound },
  'dot segments': { request: getTarget('/api/v1/x/../courses/11/settings'), status: 404, error: notFound },

  'a token with bytes beyond ASCII': {
    request: head(`GET ${settings} HTTP/1.1`, host, `Authorization: Token ${tokenOf(101)}\xa0`),
    status: 401,
    error: invalidToken,
  },
  'two Host lines': {
    request: get('Host: evil.example'),
    status: 400,
    error: invalid('$.headers.Host'),
    connection: 'closed',
  },
  'two Content-Type lines': {
    request: put('Content-Type: application/json', 'Content-Length: 2') + '{}',
    status: 415,
    error: { code: 'unsupported_media_type', issues: [] },
  },
  'two If-Match lines': {
    request: put('If-Match: "1"', 'Content-Length: 2') + '{}',
    status: 400,
    error: invalid('$.headers.If-Match'),
  },
  'a transfer coding without chunked': {
    request: put('Transfer-Encoding: gzip') + another,
    status: 400,
    error: invalid('$.headers.Transfer-Encoding'),
    connection: 'closed',
  },
  'a transfer coding before chunked': {
    request: put('Transfer-Encoding: gzip, chunked') + '2\r\n{}\r\n0\r\n\r\n',
    status: 400,
    error: invalid('$.headers.Transfer-Encoding'),
    connection: 'closed',
  },
  'transfer codings on two lines': {
    request: put('Transfer-Encoding: identity', 'Transfer-Encoding: chunked') + '2\r\n{}\r\n0\r\n\r\n',
    status: 400,
    error: invalid('$.headers.Transfer-Encoding'),
    connection: 'closed',
  },
  'a transfer coding without a name': {
    request: put('Transfer-Encoding: ,chunked') + '2\r\n{}\r\n0\r\n\r\n',
    status: 400,
    error: invalid('$.headers.Transfer-Encoding'),
    connection: 'closed',
  },
  'a GET with another transfer coding': {
    request: get('Transfer-Encoding: deflate, chunked') + '0\r\n\r\n',
    status: 400,
    error: invalid('$.headers.Transfer-Encoding'),
    connection: 'closed',
  },
  'Chunked with a capital letter': {
    request: put('Transfer-Encoding: Chunked') + '2\r\n{}\r\n0\r\n\r\n',
    status: 400,
    error: {
      code: 'validation_failed',
      issues: expect.arrayContaining([expect.objectContaining({ path: '$.schemaVersion' })]),
    },
  },
  'no Host': { request: head(`GET ${settings} HTTP/1.1`, credential), status: 400, connection: 'closed' },
  'an unknown expectation': { request: put('Expect: a-miracle', 'Content-Length: 2') + '{}', status: 400 },
  'HTTP/1.0 without Host': { request: head(`GET ${settings} HTTP/1.0`, credential), status: 200, connection: 'closed' },
  'a GET with a body': {
    request: get(`Content-Length: ${another.length}`) + another,
    status: 200,
    connection: 'closed',
  },
  'a GET with a body of no bytes': { request: get('Content-Length: 0'), status: 200 },
  'a GET with a chunked body': {
    request: get('Transfer-Encoding: chunked') + '5\r\nhello\r\n0\r\n\r\n',
    status: 200,
    connection: 'closed',
  },
  'an unknown path with a body': {
    request: head('POST /nothing HTTP/1.1', host, 'Transfer-Encoding: chunked') + '5\r\nhel',
    status: 404,
    error: notFound,
    connection: 'closed',
  },
}

describe('a request of an unusual kind', () => {
  it.for(Object.entries(parsable))(
    '%s',
    async ([, { request, status, error, connection = 'serves another' }], { publicApi }) => {
      const exchanged = await exchange(publicApi, request)
      expect({ status: exchanged.answer?.status, connection: exchanged.connection }).toEqual({ status, connection })
      if (error === undefined) return
      const { headers, body } = exchanged.answer!
      expect(JSON.parse(body)).toEqual({
        error: { ...error, message: expect.any(String), requestId: headers['x-request-id'] },
      })
    },
  )

  it('lists the allowed methods', async ({ publicApi }) => {
    const { answer } = await exchange(publicApi, head(`TRACE ${settings} HTTP/1.1`, host))
    expect(answer?.headers['allow']).toBe('GET, HEAD, PUT')
    expect(answer?.body).not.toContain('TRACE')
  })
})

interface Exchange {
  readonly answer: RawReply | null
  /** What the server must do with the connection afterwards. */
  readonly connection: 'closed' | 'serves another'
}

async function exchange({ port }: ServiceProcess, request: string): Promise<Exchange> {
  const connection = await openConnection(port)
  await connection.send(request)
  const answer = await connection.answer()
  if (answer === null || answer.headers['connection'] === 'close') {
    expect(await connection.endedWithin(patienceMs)).toBe(true)
    expect(await connection.answer()).toBeNull()
    return { answer, connection: 'closed' }
  }
  await connection.send(another)
  expect(await connection.answer()).toMatchObject({ status: 200 })
  connection.finish()
  return { answer, connection: 'serves another' }
}

const it = onServices.extend('healthy', { auto: true }, ({ publicApi }, { onCleanup }) =>
  onCleanup(async () => {
    expect(await readiness(publicApi)).toBe(200)
    expect(publicApi.errors()).toEqual([])
  }),
)

/** Rejected by the parser: a status without a body, and the connection ends. */
const unparsable = {
  'Content-Length and Transfer-Encoding': [
    put('Content-Length: 2', 'Transfer-Encoding: chunked') + '0\r\n\r\n' + another,
    400,
  ],
  'Transfer-Encoding with chunked not last': [put('Transfer-Encoding: chunked, identity') + another, 400],
  'two lengths': [put('Content-Length: 2', 'Content-Length: 3') + '{}' + another, 400],
  'the same length twice': [put('Content-Length: 2', 'Content-Length: 2') + '{}' + another, 400],
  'a length of two numbers': [put('Content-Length: 2, 2') + '{}', 400],
  'a negative length': [put('Content-Length: -2') + '{}', 400],
  'a length with a sign': [put('Content-Length: +2') + '{}', 400],
  'a hexadecimal length': [put('Content-Length: 0x2') + '{}', 400],
  'a length beyond 64 bits': [put('Content-Length: 184467440737095516160'), 400],
  'bare line feeds': [get().replaceAll('\r\n', '\n'), 400],
  'one bare line feed between header lines': [get('X-A: 1\nX-B: 2'), 400],
  'a bare carriage return in a value': [get('X-A: 1\rX-B: 2'), 400],
  'a folded header line': [get('X-A: 1\r\n 2'), 400],
  'a space before the colon': [get('X-A : 1'), 400],
  'an empty header name': [get(': 1'), 400],
  'a NUL in a value': [get('X-A: 1\0'), 400],
  'a NUL in the target': [getTarget(`${settings}\0`), 400],
  'a space in the target': [getTarget(`${settings} x`), 400],
  'HTTP/2 by prior knowledge': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  'a request line of HTTP/2.0': [`GET ${settings} HTTP/2.0\r\nHost: x\r\n\r\n`, 505],
  'no protocol, which is HTTP/0.9': [`GET ${settings}\r\n\r\n`, 400],
  'a protocol of the future': [head(`GET ${settings} HTTP/3.7`, host), 400],
  'an unknown method': [head(`FETCH ${settings} HTTP/1.1`, host), 400],
  'a method in lower case': [head(`get ${settings} HTTP/1.1`, host), 400],
  'the first bytes of TLS': ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  '65 header lines': [get(...Array.from({ length: 63 }, (_, index) => `X-${index}: 1`)), 431],
  '17 KiB of headers': [get(`X-A: ${'a'.repeat(17 * 1024)}`), 431],
  'a URL of 17 KiB': [getTarget(`/${'a'.repeat(17 * 1024)}`), 431],
} as const satisfies Record<string, readonly [string, number]>
