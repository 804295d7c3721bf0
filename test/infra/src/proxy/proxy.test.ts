import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { request, type RequestOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { apiErrorEnvelope } from '@course-grading/contracts/problems/api-error'
import { proxyProblems } from '@course-grading/contracts/problems/proxy-problems'
import { publicProblems } from '@course-grading/contracts/problems/public-problems'
import { findFreePort } from '@course-grading/test-embedded-postgres'
import { createCertificate } from '@course-grading/test-kit'
import { Check } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readInfra } from './infra-files.ts'
import { startNginx } from './nginx-of-compose.ts'
import { isInPath } from './programs-in-path.ts'

const hasNginx = isInPath('nginx')

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

describe.skipIf(!hasNginx)(
  `the reverse proxy of compose.yaml${hasNginx ? '' : ' (left out: there is no nginx)'}`,
  () => {
    const { cert, key } = createCertificate({ name: 'localhost', names: ['localhost', 'docs.localhost'] })
    let folder: string
    const stop: (() => Promise<unknown>)[] = []
    let https: number
    let http: number

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'proxy-'))
      const [api, docs, web] = await Promise.all([
        startStandIn('api', operations),
        startStandIn('docs'),
        startStandIn('web', pages),
      ])
      stop.push(async () => [api, docs, web].map(({ server }) => server.close()))
      const health = await findFreePort()
      https = await findFreePort()
      http = await findFreePort()
      writeFileSync(join(folder, 'tls_certificate'), cert)
      writeFileSync(join(folder, 'tls_key'), key)
      stop.push(
        await startNginx({ https, http, health, api: api.port, web: web.port, docs: docs.port }, folder, folder, '1s'),
      )
    })
    afterAll(async () => {
      await Promise.all(stop.map((each) => each()))
      rmSync(folder, { recursive: true })
    })

    const send = (options: RequestOptions) =>
      request({ host: '127.0.0.1', port: https, servername: 'localhost', ca: cert, agent: false, ...options })
    const ask = (host: string, path: string) =>
      new Promise<{ status: number; body: string; hsts: unknown }>((resolve, reject) => {
        const options = { host: '127.0.0.1', port: https, servername: host, headers: { Host: host }, path, ca: cert }
        request(options, (reply) => {
          let body = ''
          reply.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
          const hsts = reply.headers['strict-transport-security']
          reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body, hsts }))
        })
          .on('error', reject)
          .end()
      })

    const problemAt = async (options: RequestOptions, body = '') => {
      const asked = send(options)
      // Where a body is rejected, the rest is not read.
      asked.on('error', () => {})
      const [reply] = (await once(asked.end(body), 'response')) as [IncomingMessage]
      const headers = Object.fromEntries(
        ['content-type', 'cache-control', 'x-content-type-options', 'x-request-id', 'strict-transport-security'].map(
          (name) => [name, reply.headers[name]],
        ),
      )
      return { status: reply.statusCode, headers, body: JSON.parse(await text(reply)) as unknown }
    }

    it('publishes the API over TLS, and tells clients to stay there', async () => {
      expect(await ask('localhost', '/api/v1/openapi.json')).toEqual({
        status: 200,
        body: 'api /api/v1/openapi.json',
        hsts: 'max-age=31536000',
      })
    })

    it.each(['/api/internal', '/api/v2', '/api/'])('does not publish %s', async (path) => {
      expect(await ask('localhost', path)).toMatchObject({
        status: 404,
        body: expect.not.stringMatching(/^(api|web) /),
      })
    })

    it.each(['/', '/sign-in', '/courses/11', '/apis'])('leads to the pages at %s', async (path) => {
      expect(await ask('localhost', path)).toEqual({ status: 200, body: `web ${path}`, hsts: 'max-age=31536000' })
    })

    it('tells the pages their address with its port, and the address of who asks', async () => {
      const headers = { Host: 'localhost:8443', 'X-Forwarded-For': '192.0.2.1' }
      const [reply] = await once(send({ path: '/headers', headers }).end(), 'response')
      const told = JSON.parse(await text(reply as IncomingMessage)) as Record<string, string>
      expect([told['host'], told['x-forwarded-for']]).toEqual(['localhost:8443', '192.0.2.1, 127.0.0.1'])
    })

    it.each([
      ['takes', 2_000_000, 200],
      ['rejects', 2_200_000, 413],
    ])('%s a form of %i bytes', async (_verb, bytes, status) => {
      const asked = send({ path: '/sign-in', method: 'POST' })
      // Where it is rejected, the rest is not read.
      asked.on('error', () => {})
      const [reply] = (await once(asked.end('x'.repeat(bytes)), 'response')) as [IncomingMessage]
      expect(reply.resume().statusCode).toBe(status)
    })

    it('passes a file on while it is read, and holds no more of it than buffers do', async () => {
      const [reply] = (await once(send({ path: '/files/1/2' }).end(), 'response')) as [IncomingMessage]
      let before = -1
      // Nobody reads, until nothing more is taken.
      await expect
        .poll(() => [before, (before = taken)].every((bytes) => bytes === taken && bytes > 0), {
          interval: 300,
          timeout: 10_000,
        })
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
      const problem = await problemAt({ path, method: 'PUT', headers: { 'X-Request-ID': 'the-id-of-a-client' } }, body)
      expect(problem).toEqual({
        status,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'x-request-id': 'the-id-of-a-client',
          'strict-transport-security': 'max-age=31536000',
        },
        body: { error: { code, message, requestId: 'the-id-of-a-client', issues: [] } },
      })
      expect(Check(apiErrorEnvelope, problem.body)).toBe(true)
    })

    it.each([undefined, 'short', 'with"quotes-in-it', 'e'.repeat(40), `cgs_${'a'.repeat(20)}`])(
      'draws an id for a request that has none to keep: %s',
      async (given) => {
        const headers = given === undefined ? {} : { 'X-Request-ID': given }
        const { body } = await problemAt({ path: '/api/v1/gone', headers })
        expect(body).toMatchObject({ error: { requestId: expect.stringMatching(/^[0-9a-f]{32}$/) } })
        expect(idsAtApi.at(-1)).toBe((body as { error: { requestId: string } }).error.requestId)
      },
    )

    it('lets a problem of the API through as it is', async () => {
      const problem = await problemAt({ path: '/api/v1/own-problem' })
      expect([problem.status, problem.headers['x-request-id'], problem.body]).toEqual([502, 'its-own', { own: true }])
    })

    it('says of the pages what nginx says', async () => {
      const { status, body } = await ask('localhost', '/gone')
      expect([status, body]).toEqual([502, expect.stringContaining('<html>')])
    })

    it('writes the id of each reply into its log', async () => {
      const headers = { 'X-Request-ID': 'an-id-for-the-log' }
      await problemAt({ path: '/api/v1/gone', headers })
      const line = / GET \/api\/v1\/gone 502 .* an-id-for-the-log$/m
      await expect.poll(() => readFileSync(join(folder, 'log'), 'utf8')).toMatch(line)
    })

    it('publishes the documentation on a host of its own', async () => {
      expect((await ask('docs.localhost', '/errors/')).body).toBe('docs /errors/')
      expect((await ask('docs.localhost', '/api/v1/openapi.json')).body).toBe('docs /api/v1/openapi.json')
    })

    it('refuses a token that is sent without TLS, and leads readers to TLS', async () => {
      const plain = (path: string) => fetch(`http://127.0.0.1:${http}${path}`, { redirect: 'manual' })
      expect((await plain('/api/v1/courses/11/settings')).status).toBe(403)
      expect((await plain('/lti/launch')).status).toBe(403)
      expect((await plain('/errors/')).headers.get('location')).toBe('https://127.0.0.1/errors/')
    })
  },
)

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

/** A server in place of a service, which says who it is and what it was asked. */
async function startStandIn(name: string, listener: RequestListener = says(name)) {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}
