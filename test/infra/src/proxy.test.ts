import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@course-grading/embedded-postgres'
import { createCertificate } from '@course-grading/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startNginx } from './nginx-of-compose.ts'
import { isInPath } from './programs-in-path.ts'

const hasNginx = isInPath('nginx')

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
      const [api, docs] = await Promise.all([startStandIn('api'), startStandIn('docs')])
      stop.push(async () => [api.server.close(), docs.server.close()])
      const health = await findFreePort()
      https = await findFreePort()
      http = await findFreePort()
      writeFileSync(join(folder, 'tls_certificate'), cert)
      writeFileSync(join(folder, 'tls_key'), key)
      stop.push(await startNginx({ https, http, health, api: api.port, docs: docs.port }, folder, folder))
    })
    afterAll(async () => {
      await Promise.all(stop.map((each) => each()))
      rmSync(folder, { recursive: true })
    })

    const ask = (host: string, path: string) =>
      new Promise<{ status: number; body: string; hsts: unknown }>((resolve, reject) => {
        const options = { host: '127.0.0.1', port: https, servername: host, headers: { Host: host }, path, ca: cert }
        request(options, (reply) => {
          let body = ''
          reply.setEncoding('utf8').on('data', (text: string) => (body += text))
          const hsts = reply.headers['strict-transport-security']
          reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body, hsts }))
        })
          .on('error', reject)
          .end()
      })

    it('publishes the API over TLS, and tells clients to stay there', async () => {
      expect(await ask('localhost', '/api/v1/openapi.json')).toEqual({
        status: 200,
        body: 'api /api/v1/openapi.json',
        hsts: 'max-age=31536000',
      })
    })

    it.each(['/', '/metrics', '/health/ready', '/internal/frontend/session', '/api/internal', '/api/v2'])(
      'does not publish %s',
      async (path) => {
        expect((await ask('localhost', path)).status).toBe(404)
      },
    )

    it('publishes the documentation on a host of its own', async () => {
      expect((await ask('docs.localhost', '/errors/')).body).toBe('docs /errors/')
      expect((await ask('docs.localhost', '/api/v1/openapi.json')).body).toBe('docs /api/v1/openapi.json')
    })

    it('refuses a token that is sent without TLS, and leads readers to TLS', async () => {
      const plain = (path: string) => fetch(`http://127.0.0.1:${http}${path}`, { redirect: 'manual' })
      expect((await plain('/api/v1/courses/11/settings')).status).toBe(403)
      expect((await plain('/errors/')).headers.get('location')).toBe('https://127.0.0.1/errors/')
    })
  },
)

/** A server in place of a service, which says who it is and what it was asked. */
async function startStandIn(name: string) {
  const server = createServer((asked, reply) => reply.end(`${name} ${asked.url}`))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}
