import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { RequestOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { apiErrorEnvelope, type ApiErrorEnvelope } from '@course-grading/contracts/problems/api-error'
import { proxyProblems } from '@course-grading/docs-pages/proxy-problems'
import { publicProblems } from '@course-grading/contracts/problems/public-problems'
import { createCertificate } from '@course-grading/test-kit'
import { Check } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readInfra } from '../infra-files.ts'
import { isInPath } from '../programs-in-path.ts'
import { askProxy, openReply } from './ask-proxy.ts'
import { type Nginx, startNginx } from './nginx-of-compose.ts'

const hasNginx = isInPath('nginx')
const title = `the reverse proxy of compose.yaml${hasNginx ? '' : ' (left out: there is no nginx)'}`

describe('the settings of the reverse proxy', () => {
  it.each(['public-api.conf', 'web.conf', 'outside-grader.conf', 'outside-frontend.conf'])(
    'let nginx in %s send nothing a second time by itself, a PUT neither',
    (file) => {
      const count = (directive: string): number => readInfra(`proxy/${file}`).split(directive).length - 1
      expect(count('proxy_pass ')).toBeGreaterThan(0)
      expect(count('proxy_next_upstream off;')).toBe(count('proxy_pass '))
    },
  )
})

describe.skipIf(!hasNginx)(title, () => {
  it('publishes the API over TLS, and tells clients to stay there', async () => {
    const { status, text, headers } = await ask('/api/v1/openapi.json')
    expect([status, text]).toEqual([200, 'api /api/v1/openapi.json'])
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  })

  it.each(['/api/internal', '/api/v2', '/api/'])('does not publish %s', async (path) => {
    const { error } = problemOf(await ask(path), 404)
    expect(error).toMatchObject({ code: 'not_found', message: publicProblems.not_found.message })
  })

  it.each(['/', '/sign-in', '/courses/11', '/apis'])('leads to the pages at %s', async (path) => {
    const { status, text, headers } = await ask(path)
    expect([status, text, headers['strict-transport-security']]).toEqual([200, `web ${path}`, 'max-age=31536000'])
  })

  it('publishes the documentation on a host of its own', async () => {
    for (const path of ['/errors/', '/api/v1/openapi.json'])
      expect((await ask(path, { servername: 'docs.localhost' })).text).toBe(`docs ${path}`)
  })

  it('tells the pages their address with its port, and the address of who asks', async () => {
    const { text } = await ask('/headers', { headers: { Host: 'localhost:8443', 'X-Forwarded-For': '192.0.2.1' } })
    expect(JSON.parse(text)).toMatchObject({ host: 'localhost:8443', 'x-forwarded-for': '192.0.2.1, 127.0.0.1' })
  })

  it.each([
    ['takes', 2_000_000, 200],
    ['rejects', 2_200_000, 413],
  ])('%s a form of %i bytes', async (_verb, bytes, status) => {
    expect((await ask('/sign-in', { method: 'POST' }, 'x'.repeat(bytes))).status).toBe(status)
  })

  it('passes a file on while it is read, and holds no more of it than buffers do', async () => {
    const reply = await openReply({ port: nginx.https, ca: cert, path: '/files/1/2' })
    let before = -1
    // Nobody reads, until nothing more is taken.
    await expect
      .poll(() => [before, (before = taken)].every((bytes) => bytes === taken && bytes > 0), { interval: 300 })
      .toBe(true)
    expect(taken).toBeLessThan(fileBytes / 2)
    let read = 0
    for await (const chunk of reply) read += (chunk as Buffer).length
    expect(read).toBe(fileBytes)
  })

  it.each([
    ['a body that is too large', '/api/v1/put', 'payload_too_large', publicProblems.payload_too_large],
    ['a service that ends before it replies', '/api/v1/gone.html', 'bad_gateway', proxyProblems.bad_gateway],
    ['a service that is late', '/api/v1/late', 'gateway_timeout', proxyProblems.gateway_timeout],
  ])('says of %s what the API would say', async (_what, path, code, { status, message }) => {
    const body = code === 'payload_too_large' ? 'x'.repeat(2_200_000) : ''
    const reply = await ask(path, { method: 'PUT', headers: { 'X-Request-ID': 'the-id-of-a-client' } }, body)
    expect(reply.status).toBe(status)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'the-id-of-a-client',
      'strict-transport-security': 'max-age=31536000',
    })
    const problem: unknown = JSON.parse(reply.text)
    expect(problem).toEqual({ error: { code, message, requestId: 'the-id-of-a-client', issues: [] } })
    expect(Check(apiErrorEnvelope, problem)).toBe(true)
  })

  it.each<[string, RequestOptions, 'validation_failed' | 'method_not_allowed']>([
    ['a line of the header above 8 KiB', { headers: { Cookie: 'x'.repeat(9_000) } }, 'validation_failed'],
    ['a target above 8 KiB', { path: `/api/v1/${'x'.repeat(9_000)}` }, 'validation_failed'],
    ['TRACE', { method: 'TRACE' }, 'method_not_allowed'],
  ])('says of %s what the API would say, and of a page what nginx says', async (_what, options, code) => {
    const { status, message } = publicProblems[code]
    const reply = await ask('/api/v1/openapi.json', options)
    expect(problemOf(reply, status).error).toMatchObject({ code, message })
    expect(reply.headers.allow).toBe(code === 'method_not_allowed' ? 'GET, HEAD, PUT' : undefined)
    const page = await ask('/sign-in', { ...options, path: options.path?.replace('/api/v1/', '/pages/') ?? '/sign-in' })
    expect(page).toMatchObject({ status, text: expect.stringContaining('<html>') })
  })

  it.each([undefined, 'short', 'with"quotes-in-it', 'e'.repeat(40), `cgs_${'a'.repeat(20)}`])(
    'draws an id for a request that has none to keep: %s',
    async (given) => {
      const headers = given === undefined ? {} : { 'X-Request-ID': given }
      const { error } = JSON.parse((await ask('/api/v1/gone', { headers })).text) as { error: { requestId: string } }
      expect(error.requestId).toMatch(/^[0-9a-f]{32}$/)
      expect(idsAtApi.at(-1)).toBe(error.requestId)
    },
  )

  it('lets a problem of the API through as it is', async () => {
    const { status, headers, text } = await ask('/api/v1/own-problem')
    expect([status, headers['x-request-id'], text]).toEqual([502, 'its-own', '{"own":true}'])
  })

  it('says of the pages what nginx says', async () => {
    expect(await ask('/gone')).toMatchObject({ status: 502, text: expect.stringContaining('<html>') })
  })

  it('writes the id of each reply into its log', async () => {
    await ask('/api/v1/gone', { headers: { 'X-Request-ID': 'an-id-for-the-log' } })
    const line = / GET \/api\/v1\/gone 502 .* an-id-for-the-log$/m
    await expect.poll(() => readFileSync(join(folder, 'log'), 'utf8')).toMatch(line)
  })

  it('refuses a token that is sent without TLS, and leads readers to TLS', async () => {
    const plain = (path: string) => fetch(`http://127.0.0.1:${nginx.http}${path}`, { redirect: 'manual' })
    const refused = await plain('/api/v1/courses/11/settings')
    expect([refused.status, await refused.json()]).toEqual([
      403,
      {
        error: {
          code: 'tls_required',
          message: 'Use https.',
          requestId: refused.headers.get('X-Request-ID'),
          issues: [],
        },
      },
    ])
    expect((await plain('/lti/launch')).status).toBe(403)
    expect((await plain('/errors/')).headers.get('location')).toBe('https://127.0.0.1/errors/')
  })

  const { cert, key } = createCertificate({ name: 'localhost', names: ['localhost', 'docs.localhost'] })
  const ask = (path: string, options: RequestOptions = {}, body = '') =>
    askProxy({ port: nginx.https, ca: cert, path, ...options }, body)
  let folder: string
  let nginx: Nginx
  let standIns: Server[]
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'proxy-'))
    standIns = [operations, pages, says('docs')].map((listener) => createServer(listener).listen(0, '127.0.0.1'))
    await Promise.all(standIns.map((server) => once(server, 'listening')))
    const [api, web, docs] = standIns.map((server) => (server.address() as AddressInfo).port)
    writeFileSync(join(folder, 'tls_certificate'), cert)
    writeFileSync(join(folder, 'tls_key'), key)
    nginx = await startNginx(folder, folder, { api: api!, web: web!, docs: docs!, apiTimeout: '1s' })
  })
  afterAll(async () => {
    await nginx.stop()
    for (const server of standIns) server.close()
    rmSync(folder, { recursive: true })
  })
})

/** The problem in a reply, whose header lines are those of the API. */
function problemOf({ status, headers, text }: Awaited<ReturnType<typeof askProxy>>, wanted: number): ApiErrorEnvelope {
  const problem = JSON.parse(text) as ApiErrorEnvelope
  expect([status, Check(apiErrorEnvelope, problem)]).toEqual([wanted, true])
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': problem.error.requestId,
    'strict-transport-security': 'max-age=31536000',
  })
  return problem
}

/** A server in place of a service, which says who it is and what it was asked. */
const says =
  (name: string): RequestListener =>
  (asked, reply) =>
    reply.end(`${name} ${asked.url}`)

/** The ids of the requests that the API got. */
const idsAtApi: unknown[] = []

/** The API, where some paths end as a service ends that is stopped, or is late. */
const operations: RequestListener = (asked, reply) => {
  idsAtApi.push(asked.headers['x-request-id'])
  if (asked.url?.startsWith('/api/v1/gone') === true) asked.socket.destroy()
  else if (asked.url === '/api/v1/own-problem') reply.writeHead(502, { 'X-Request-ID': 'its-own' }).end('{"own":true}')
  else if (asked.url !== '/api/v1/late') says('api')(asked, reply)
}

// Several times what the buffers of two connections can hold.
const fileBytes = 160 * 1024 * 1024
/** How much of the file was taken from the stand-in. */
let taken = 0

/** The pages, with a file that is as long as theirs may be. */
const pages: RequestListener = (asked, reply) => {
  if (asked.url === '/headers') reply.end(JSON.stringify(asked.headers))
  else if (asked.url?.startsWith('/files/') === true) Readable.from(chunksOfFile()).pipe(reply)
  else if (asked.url === '/gone') asked.socket.destroy()
  else if (asked.method === 'POST') asked.resume().on('end', () => reply.end())
  else says('web')(asked, reply)
}

function* chunksOfFile() {
  const chunk = Buffer.alloc(64 * 1024)
  for (taken = 0; taken < fileBytes; taken += chunk.length) yield chunk
}
