import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findFreePort } from '@course-grading/test-embedded-postgres'
import { createCertificate, type TestCertificate } from '@course-grading/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readInfra } from './infra-files.ts'
import { startNginx } from './nginx-of-compose.ts'
import { isInPath } from './programs-in-path.ts'

const hasNginx = isInPath('nginx')
const anotherAuthority = createCertificate({ name: 'another authority' })
const title = `the way in from another host${hasNginx ? '' : ' (left out: there is no nginx)'}`

describe.skipIf(!hasNginx).each([
  ['grader', 'manual-grading:8083', 'listen 8444'],
  ['frontend', 'frontend-internal:8082', 'listen 8445'],
])(`${title}, of a %s`, (name, service, listen) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(name, service, listen)
  })
  afterAll(() => world.stop())

  it('leads who has a certificate of the authority to the service', async () => {
    expect(await world.ask('/path', world.client)).toEqual([200, 'POST /path'])
  })

  it.each([
    ['without a certificate', null],
    [
      'with one of another authority',
      createCertificate({ name: 'client', names: ['client'], issuer: anotherAuthority }),
    ],
  ])('rejects whoever comes %s, before the service', async (_what, certificate) => {
    const before = world.asked()
    expect(await world.ask('/path', certificate)).toEqual([400, expect.stringContaining('<html>')])
    expect(world.asked()).toBe(before)
  })

  it('sends a write once whose service broke off', async () => {
    const before = world.asked()
    expect((await world.ask('/broken', world.client))[0]).toBe(502)
    expect(world.asked()).toBe(before + 1)
  })
})

type World = Awaited<ReturnType<typeof startWorld>>

/** The proxy with a way in, before a server that says what it was asked. */
async function startWorld(name: string, service: string, listen: string) {
  const folder = mkdtempSync(join(tmpdir(), 'outside-'))
  const authority = createCertificate({ name: `${name} authority` })
  const server = createCertificate({ name: 'localhost', names: ['localhost'] })
  const client = createCertificate({ name, names: [name], issuer: authority })
  const files = { tls_certificate: server.cert, tls_key: server.key, [`${name}_authority`]: authority.cert }
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content)
  let asked = 0
  const standIn = createServer((from, reply) => {
    asked += 1
    if (from.url === '/broken') from.socket.destroy()
    else reply.end(`${from.method} ${from.url}`)
  })
  await once(standIn.listen(0, '127.0.0.1'), 'listening')
  const port = await findFreePort()
  const others = { https: await findFreePort(), http: await findFreePort(), health: await findFreePort() }
  const outside = readInfra(`proxy/outside-${name}.conf`)
    .replace(`${service} resolve`, `127.0.0.1:${(standIn.address() as AddressInfo).port}`)
    .replace(listen, `listen 127.0.0.1:${port}`)
  const stopNginx = await startNginx({ ...others, api: 1, web: 1, docs: 1 }, folder, folder, '65s', outside)

  const ask = async (path: string, certificate: TestCertificate | null): Promise<[number | undefined, string]> => {
    const identity = certificate === null ? {} : { cert: certificate.cert, key: certificate.key }
    const options = {
      host: '127.0.0.1',
      port,
      servername: 'localhost',
      ca: server.cert,
      agent: false,
      path,
      ...identity,
    }
    const [reply] = (await once(request({ ...options, method: 'POST' }).end(), 'response')) as [IncomingMessage]
    return [reply.statusCode, await text(reply)]
  }
  const stop = async () => {
    await stopNginx()
    standIn.close()
    rmSync(folder, { recursive: true })
  }
  return { client, ask, asked: () => asked, stop }
}
