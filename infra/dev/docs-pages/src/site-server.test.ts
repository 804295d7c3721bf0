import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { installSiteTools } from './build-site.ts'
import { root } from './built-site.fixture.ts'

describe('the server of the site', () => {
  beforeAll(() => installSiteTools(root))

  it('has health and metrics beside the pages', async () => {
    const { port } = await serve({})
    expect(await statusesAt(port)).toEqual([200, 200, 200, 200])
  })

  it('has health and metrics on OPS_PORT alone if that is set', async () => {
    const { port, opsPort } = await serve({ OPS_PORT: '0' })
    expect(await statusesAt(port)).toEqual([200, 404, 404, 404])
    expect(await statusesAt(opsPort)).toEqual([404, 200, 200, 200])
  })

  it('ends a connection whose request is not whole after ten seconds, beside health too', async () => {
    const { port, opsPort } = await serve({ OPS_PORT: '0' })
    const secondsOf = async (each: number | undefined) => {
      const since = performance.now()
      const socket = connect(each ?? 0, '127.0.0.1')
      socket.write('GET / HTTP/1.1\r\nHost: half')
      await once(socket.resume(), 'close')
      return (performance.now() - since) / 1_000
    }
    for (const seconds of await Promise.all([secondsOf(port), secondsOf(opsPort)])) expect(seconds).toBeGreaterThan(9)
    const { limits } = createRequire(import.meta.url)(join(root, 'docs/server/create-site-server.mjs')) as Limited
    expect(limits.headersTimeout).toBe(10_000)
  })

  it.each(['SIGTERM', 'SIGHUP'] as const)('ends with 0 on %s', async (signal) => {
    const { child } = await serve({ OPS_PORT: '0' })
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

interface Limited {
  readonly limits: { readonly headersTimeout: number }
}

interface SiteServer {
  readonly child: ChildProcess
  readonly port: number
  readonly opsPort?: number
}

/** The server as it is deployed, with a site of one page. */
async function serve(env: Record<string, string>): Promise<SiteServer> {
  const folder = mkdtempSync(join(tmpdir(), 'served-'))
  mkdirSync(join(folder, 'site'))
  for (const [file, text] of [
    ['policy.txt', "default-src 'none'"],
    ['site/404.html', 'nothing'],
    ['site/index.html', 'home'],
  ] as const)
    writeFileSync(join(folder, file), text)
  const child = spawn(process.execPath, [join(root, 'docs/server/main.mjs')], {
    env: { PORT: '0', SITE: folder, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, ...(JSON.parse(line) as { port: number; opsPort?: number }) }
}

const statusesAt = (port: number | undefined) =>
  Promise.all(
    ['/', '/health/live', '/health/ready', '/metrics'].map(
      async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).status,
    ),
  )
