import { aSettingsChange } from '@course-grading/test-kit'
import { describe, expect } from 'vitest'
import { openConnection, type RawReply } from './raw-connection.ts'
import { patienceMs, readiness, type ServiceProcess } from '../service-process.ts'
import { it as onServices } from '../system-test.ts'
import { tokenOf } from '../world.ts'

describe('a request whose end is not clear', () => {
  it.for(unparsable)('with %s: a status without a body', async ([, request], { publicApi }) => {
    const { answer, connection } = await exchange(publicApi, request)
    expect(connection).toBe('closed')
    expect(answer).toEqual({ status: 400, headers: { connection: 'close' }, body: '' })
  })

  it.for(codings)('with the transfer coding %j', async ([, request], { publicApi }) => {
    const { answer, connection } = await exchange(publicApi, request)
    expect(connection).toBe('closed')
    await expect(answer).toBeProblem(400, 'validation_failed', {
      issues: [expect.objectContaining({ path: '$.headers.Transfer-Encoding' })],
    })
  })
})

describe('a request of an unusual kind', () => {
  it.for(parsable)('%s: %s, and the connection %s', async ([, status, connection, request], { publicApi }) => {
    const exchanged = await exchange(publicApi, request)
    expect({ status: exchanged.answer?.status, connection: exchanged.connection }).toEqual({ status, connection })
  })

  it('lists the allowed methods', async ({ publicApi }) => {
    const { answer } = await exchange(publicApi, head(`TRACE ${settings} HTTP/1.1`, host))
    expect(answer?.headers['allow']).toBe('GET, HEAD, PUT')
    expect(answer?.body).not.toContain('TRACE')
  })
})

const change = JSON.stringify(aSettingsChange())
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

const chunk = '2\r\n{}\r\n0\r\n\r\n'
const unparsable = [
  ['Content-Length and Transfer-Encoding', put('Content-Length: 2', 'Transfer-Encoding: chunked') + chunk + another],
  ['chunked not last', put('Transfer-Encoding: chunked, identity') + another],
  ['two lengths', `${put('Content-Length: 2', 'Content-Length: 3')}{}${another}`],
  ['the same length twice', `${put('Content-Length: 2', 'Content-Length: 2')}{}${another}`],
  ['a length of two numbers', `${put('Content-Length: 2, 2')}{}`],
  ['a negative length', `${put('Content-Length: -2')}{}`],
  ['a hexadecimal length', `${put('Content-Length: 0x2')}{}`],
  ['a length beyond 64 bits', put('Content-Length: 184467440737095516160')],
  ['bare line feeds', get().replaceAll('\r\n', '\n')],
] as const
const codings = [
  ['gzip', put('Transfer-Encoding: gzip') + another],
  ['gzip, chunked', put('Transfer-Encoding: gzip, chunked') + chunk],
  ['identity, then chunked', put('Transfer-Encoding: identity', 'Transfer-Encoding: chunked') + chunk],
  [',chunked', put('Transfer-Encoding: ,chunked') + chunk],
  ['deflate, chunked of a GET', get('Transfer-Encoding: deflate, chunked') + chunk],
] as const
const webSocket = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAA']
const http2 = ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__']
const trailers = `${change.length.toString(16)}\r\n${change}\r\n0\r\nIf-Match: "99"\r\n\r\n`

const parsable: (readonly [what: string, status: number, connection: Exchange['connection'], request: string])[] = [
  ['two slashes first', 400, 'closed', getTarget(`//evil.example${settings}`)],
  ['OPTIONS *', 400, 'closed', head('OPTIONS * HTTP/1.1', host)],
  ['TRACE', 405, 'serves another', head(`TRACE ${settings} HTTP/1.1`, host, credential)],
  ['an upgrade, which is ignored', 200, 'serves another', get('Connection: Upgrade', ...webSocket)],
  ['an upgrade to HTTP/2', 200, 'serves another', get('Connection: Upgrade, HTTP2-Settings', ...http2)],
  ['a query', 200, 'serves another', getTarget(`${settings}?a=%zz&b=//x`)],
  ['a percent-encoded id', 200, 'serves another', getTarget('/api/v1/courses/%31%31/settings')],
  ['an encoded slash', 404, 'serves another', getTarget('/api/v1/courses/11%2F12/settings')],
  ['percent signs that are not UTF-8', 404, 'serves another', getTarget('/api/v1/courses/%ff/settings')],
  ['a slash at the end', 404, 'serves another', getTarget(`${settings}/`)],
  ['two slashes in the middle', 404, 'serves another', getTarget('/api/v1//courses/11/settings')],
  ['dot segments', 404, 'serves another', getTarget('/api/v1/x/../courses/11/settings')],
  ['Chunked with a capital letter', 400, 'serves another', put('Transfer-Encoding: Chunked') + chunk],
  ['trailers, which are ignored', 200, 'serves another', put('Transfer-Encoding: chunked') + trailers],
  ['a GET with a body', 200, 'closed', get(`Content-Length: ${another.length}`) + another],
  ['a GET with a body of no bytes', 200, 'serves another', get('Content-Length: 0')],
  ['a GET with a chunked body', 200, 'closed', get('Transfer-Encoding: chunked') + chunk],
  [
    'an unknown path with a body',
    404,
    'closed',
    `${head('POST /x HTTP/1.1', host, 'Transfer-Encoding: chunked')}5\r\nhel`,
  ],
]
