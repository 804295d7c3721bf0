import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { findFreePort } from '@course-grading/test-embedded-postgres'
import { aSettingsChange } from '@course-grading/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ServiceProcess, waitFor } from '../service-process.ts'
import { readSettings, startWorld, type SystemWorld, writeSettings } from '../world.ts'

const hasNginx = (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'nginx')))

describe.skipIf(!hasNginx)(hasNginx ? 'behind nginx' : 'behind nginx (left out: there is no nginx)', () => {
  let world: SystemWorld
  let service: ServiceProcess
  let proxy: Proxy
  let etag: string
  beforeAll(async () => {
    world = await startWorld()
    service = await world.start('public-api', { TRUSTED_PROXY_HOPS: '1', RATE_LIMIT_PER_MINUTE: '100' })
    proxy = await startNginx(service, `include ${published};`)
  })
  afterAll(async () => {
    await proxy.stop()
    await world.stop()
  })
  beforeEach(async () => {
    etag = (await readSettings(service)).headers.get('etag') ?? ''
  })

  it('a client that accepts compressed replies gets the strong tag, and writes with it', async () => {
    const read = await readSettings(proxy, { headers: acceptsGzip })
    expect([read.headers.get('etag'), read.headers.get('content-encoding')]).toEqual([etag, null])
    expect((await readSettings(proxy, { headers: { ...acceptsGzip, 'If-None-Match': etag } })).status).toBe(304)
    expect(
      (await writeSettings(proxy, { ifMatch: etag, body: JSON.stringify(aSettingsChange({ graders: [] })) })).status,
    ).toBe(200)
    expect(
      (await writeSettings(proxy, { ifMatch: etag, body: JSON.stringify(aSettingsChange({ graders: [] })) })).status,
    ).toBe(412)
  })

  it('a proxy that compresses makes the tag weak, and writes with it are rejected', async () => {
    const careless = await startNginx(service, unsuspecting)
    try {
      const weak = (await readSettings(careless, { headers: acceptsGzip })).headers.get('etag') ?? ''
      expect(weak).toBe(`W/${etag}`)
      expect(
        (await writeSettings(careless, { ifMatch: weak, body: JSON.stringify(aSettingsChange({ graders: [] })) }))
          .status,
      ).toBe(400)
    } finally {
      await careless.stop()
    }
  })

  it('a body of the limit passes', async () => {
    const body = JSON.stringify(aSettingsChange({ graders: [] }))
    expect(
      (await writeSettings(proxy, { ifMatch: etag, body: body + ' '.repeat(limitBytes - Buffer.byteLength(body)) }))
        .status,
    ).toBe(200)
  })

  it('the address that a client claims is ignored: all of these come from one', async () => {
    const statuses = new Set<number>()
    const send = async (count: number): Promise<void> => {
      const headers = {
        Authorization: `Token ${String(count).padStart(40, 'e')}`,
        'X-Forwarded-For': `192.0.2.${count}`,
      }
      statuses.add((await fetch(`${proxy.url}/api/v1/courses/11/settings`, { headers })).status)
    }
    // Several at a time, so that the limit recovers little meanwhile.
    for (let count = 0; count < 200; count += 10)
      await Promise.all(Array.from({ length: 10 }, (_, offset) => send(count + offset)))
    expect(statuses).toEqual(new Set([401, 429]))
  })

  it('nothing but the API is published', async () => {
    expect((await fetch(`${proxy.url}/health/ready`)).status).toBe(404)
    expect((await fetch(`${proxy.url}/metrics`)).status).toBe(404)
  })
})

const published = join(import.meta.dirname, '../../../../infra/deploy/proxy/public-api.conf')
const unsuspecting = 'location / { proxy_pass http://public_api; }'
const acceptsGzip = { 'Accept-Encoding': 'gzip' }
const limitBytes = 2_000_000

interface Proxy {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** An nginx in front of the service that compresses all replies. */
async function startNginx(service: ServiceProcess, locations: string): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'course-grading-nginx-'))
  const port = await findFreePort()
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  for (const name of paths) mkdirSync(join(folder, name))
  writeFileSync(
    join(folder, 'nginx.conf'),
    `
    daemon off; ${userInfo().uid === 0 ? 'user root;' : ''} pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events {}
    http {
      access_log off;
      gzip on; gzip_types application/json; gzip_min_length 1;
      ${paths.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      upstream public_api { server 127.0.0.1:${service.port}; keepalive 8; }
      server { listen 127.0.0.1:${port}; ${locations} }
    }`,
  )
  const nginx = spawn('nginx', ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(nginx, 'exit')
  let complaint = ''
  nginx.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  const url = `http://127.0.0.1:${port}`
  await waitFor('nginx to serve', async () => {
    if (nginx.exitCode !== null) throw new Error(`nginx exited with ${nginx.exitCode}: ${complaint}`)
    return await fetch(`${url}/api/v1/openapi.json`).then(
      ({ status }) => status === 200,
      () => undefined,
    )
  })
  return {
    url,
    stop: async () => {
      nginx.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true })
    },
  }
}
