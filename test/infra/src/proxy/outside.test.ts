import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@course-grading/test-embedded-postgres'
import { createCertificate, type TestCertificate } from '@course-grading/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readInfra } from '../infra-files.ts'
import { isInPath } from '../programs-in-path.ts'
import { askProxy } from './ask-proxy.ts'
import { startNginx } from './nginx-of-compose.ts'

const hasNginx = isInPath('nginx')
const stranger = createCertificate({ name: 'client', issuer: createCertificate({ name: 'another authority' }) })
const title = `the way in from another host${hasNginx ? '' : ' (left out: there is no nginx)'}`

describe.skipIf(!hasNginx).each([
  ['grader', 'manual-grading:8083', 'listen 8444'],
  ['frontend', 'frontend-internal:8082', 'listen 8445'],
])(`${title}, of a %s`, (name, service, listen) => {
  const authority = createCertificate({ name: `${name} authority` })
  const server = createCertificate({ name: 'localhost', names: ['localhost'] })
  const client = createCertificate({ name, issuer: authority })
  let folder: string
  let port: number
  let stopNginx: () => Promise<void>
  let asked = 0
  const standIn = createServer((from, reply) => {
    asked += 1
    if (from.url === '/broken') from.socket.destroy()
    else reply.end(`${from.method} ${from.url}`)
  })

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'outside-'))
    const files = { tls_certificate: server.cert, tls_key: server.key, [`${name}_authority`]: authority.cert }
    for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content)
    await once(standIn.listen(0, '127.0.0.1'), 'listening')
    port = await findFreePort()
    const outside = readInfra(`proxy/outside-${name}.conf`)
      .replace(`${service} resolve`, `127.0.0.1:${(standIn.address() as AddressInfo).port}`)
      .replace(listen, `listen 127.0.0.1:${port}`)
    stopNginx = (await startNginx(folder, folder, { outside })).stop
  })
  afterAll(async () => {
    await stopNginx()
    standIn.close()
    rmSync(folder, { recursive: true })
  })

  const ask = (path: string, { cert, key }: Partial<TestCertificate>) =>
    askProxy({ port, ca: server.cert, path, method: 'POST', ...(cert !== undefined && { cert, key }) })

  it('leads who has a certificate of the authority to the service', async () => {
    expect(await ask('/path', client)).toMatchObject({ status: 200, text: 'POST /path' })
  })

  it.each([
    ['without a certificate', {}],
    ['with one of another authority', stranger],
  ])('rejects whoever comes %s, before the service', async (_what, certificate) => {
    const before = asked
    expect(await ask('/path', certificate)).toMatchObject({ status: 400, text: expect.stringContaining('<html>') })
    expect(asked).toBe(before)
  })

  it('sends a write once whose service broke off', async () => {
    const before = asked
    expect((await ask('/broken', client)).status).toBe(502)
    expect(asked).toBe(before + 1)
  })
})
