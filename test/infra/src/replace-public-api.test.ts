import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { Agent, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findFreePort } from '@course-grading/embedded-postgres'
import { createCertificate } from '@course-grading/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inRepository } from './infra-files.ts'
import { startNginx } from './nginx-of-compose.ts'
import { isInPath } from './programs-in-path.ts'

const hasNginx = isInPath('nginx')

describe.skipIf(!hasNginx)(`replace-public-api.sh${hasNginx ? '' : ' (left out: there is no nginx)'}`, () => {
  let world: World
  beforeEach(async () => {
    world = await startWorld()
  })
  afterEach(() => world.stop())

  it('leaves no read without its reply, and sends no write twice', async () => {
    const replies = world.askUntil(world.replace())
    expect(await replies.ended).toEqual({ status: 0, said: 'replace-public-api: replaced\n' })
    await replies.stopped
    expect(new Set(replies.reads)).toEqual(new Set([200]))
    expect(replies.reads.length).toBeGreaterThan(50)
    // In the instant in which the old one closes, each client may have a write in its queue.
    expect(replies.writes.filter((status) => status !== 200).length).toBeLessThanOrEqual(clients)
    expect(world.written).toEqual([...new Set(world.written)])
    expect([world.old.requests > 10, world.new.requests > 10]).toEqual([true, true])
    expect(world.calls).toEqual(['create', 'disconnect', 'start', 'connect', 'stop old', 'rm old'])
  })

  it.each([
    ['a migration that fails', { migrated: '1' }, []],
    ['a new version that is never healthy', { healthy: 'no' }, ['create', 'disconnect', 'start', 'rm new']],
  ])('leaves the running one alone after %s', async (_what, faults, calls) => {
    Object.assign(world, faults)
    const replies = world.askUntil(world.replace())
    expect((await replies.ended).status).toBe(1)
    await replies.stopped
    expect(new Set([...replies.reads, ...replies.writes])).toEqual(new Set([200]))
    expect(world.calls).toEqual(calls)
  })

  it('would be seen to fail where the running one ends first, as by `docker compose up` alone', async () => {
    await world.told('stop old')
    expect(await world.ask('GET')).toBe(502)
  })

  it.each(['GET', 'PUT'])('sends a %s to the other one that found nobody', async (method) => {
    await world.openBoth()
    await world.told('stop old')
    // One of two comes to the one that has ended.
    for (const _each of [1, 2]) expect(await world.ask(method)).toBe(200)
  })

  it('sends a read to the other one whose replica broke off', async () => {
    await world.openBoth()
    world.old.breaksOff = true
    for (const _each of [1, 2]) expect(await world.ask('GET')).toBe(200)
  })

  it('sends a write once whose replica broke off', async () => {
    await world.openBoth()
    for (const replica of [world.old, world.new]) replica.breaksOff = true
    expect(await world.ask('PUT')).toBe(502)
    expect(world.written).toHaveLength(1)
  })
})

const clients = 3

type World = Awaited<ReturnType<typeof startWorld>>

/** What replaces Docker: each call goes to the test, which has a server in place of each container. */
const docker = `#!/bin/sh
case "$*" in
  'compose ps --all --quiet public-api') printf 'old\\nnew\\n' ;;
  'compose ps --quiet public-api') echo old ;;
  'compose ps --all --quiet migrate') echo migrate ;;
  'inspect --format {{.State.ExitCode}} migrate') curl -s "$CONTROL/migrated" ;;
  'inspect --format {{.State.Health.Status}} new') curl -s "$CONTROL/healthy" ;;
  'compose create '*) curl -s "$CONTROL/create" ;;
  'network disconnect '*) curl -s "$CONTROL/disconnect" ;;
  'network connect --alias public-api course-grading_public-api-ingress new') curl -s "$CONTROL/connect" ;;
  'start new') curl -s "$CONTROL/start" ;;
  'stop old') curl -s "$CONTROL/stop%20old" ;;
  rm*) curl -s "$CONTROL/rm%20\${*##* }" ;;
esac
`

/** A replica of public-api: until it is open it replies 503, and when it ends it finishes what it has begun. */
class Replica {
  requests = 0
  isOpen = false
  breaksOff = false
  readonly port: number
  readonly #written: string[]
  #server: Server | undefined

  constructor(port: number, written: string[]) {
    this.port = port
    this.#written = written
  }

  async listen(): Promise<void> {
    this.#server = createServer((asked, reply) => {
      this.requests += 1
      if (asked.method === 'PUT') this.#written.push(asked.url ?? '')
      asked.resume().on('end', () => {
        if (this.breaksOff) asked.socket.destroy()
        else reply.writeHead(this.isOpen ? 200 : 503).end()
      })
    })
    await once(this.#server.listen(this.port, '127.0.0.1'), 'listening')
  }

  async end(): Promise<void> {
    const server = this.#server
    if (server?.listening !== true) return
    server.prependListener('request', (_asked, reply) => (reply.shouldKeepAlive = false))
    await new Promise((ended) => server.close(ended))
  }
}

/** What the proxy learns from Docker's names: a second address. Debian's nginx reads it from its settings alone. */
async function giveAddresses(folder: string, before: Replica, also: Replica): Promise<void> {
  const file = join(folder, 'nginx.conf')
  const server = `server 127.0.0.1:${before.port};`
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(server, () => `${server} server 127.0.0.1:${also.port};`),
  )
  const nginx = readFileSync(join(folder, 'nginx.pid'), 'utf8').trim()
  const workers = () => spawnSync('pgrep', ['-P', nginx], { encoding: 'utf8' }).stdout.trim().split('\n')
  const former = workers()
  process.kill(Number(nginx), 'SIGHUP')
  // Those know one address.
  await expect.poll(() => workers().filter((worker) => former.includes(worker))).toEqual([])
}

/** The proxy of compose.yaml before two replicas, of which the old one runs, and Docker as far as the script asks for it. */
async function startWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'replace-'))
  const { cert, key } = createCertificate({ name: 'localhost', names: ['localhost'] })
  for (const [name, content] of Object.entries({ tls_certificate: cert, tls_key: key, docker }))
    writeFileSync(join(folder, name), content)
  chmodSync(join(folder, 'docker'), 0o755)
  const free = async () => await findFreePort()
  const written: string[] = []
  const calls: string[] = []
  const [oldOne, newOne] = [new Replica(await free(), written), new Replica(await free(), written)]
  oldOne.isOpen = true
  await oldOne.listen()
  const ports = { https: await free(), http: await free(), health: await free(), web: await free(), docs: await free() }
  const stopNginx = await startNginx({ ...ports, api: oldOne.port }, folder, folder)
  // Its workers close their connections when nginx reads its settings again, so that each request has one of its own.
  const agent = new Agent({ ca: cert })
  let count = 0

  const world = { old: oldOne, new: newOne, written, calls, migrated: '0', healthy: 'healthy' }
  const told = async (call: string): Promise<string> => {
    if (call === 'migrated') return world.migrated
    if (call === 'healthy') return newOne.isOpen ? world.healthy : 'starting'
    calls.push(call)
    if (call === 'start') setTimeout(() => (newOne.isOpen = true), 300)
    if (call === 'connect') {
      await newOne.listen()
      await giveAddresses(folder, oldOne, newOne)
    }
    if (call === 'stop old') await oldOne.end()
    return ''
  }
  const onCall: RequestListener = (asked, reply) =>
    void told(decodeURIComponent(asked.url ?? '').slice(1)).then((said) => reply.end(said))
  const control = createServer(onCall)
  await once(control.listen(0, '127.0.0.1'), 'listening')

  const openBoth = async (): Promise<void> => {
    newOne.isOpen = true
    await told('connect')
    await expect.poll(async () => [await ask('GET'), newOne.requests > 0]).toEqual([200, true])
  }
  const ask = async (method: string): Promise<number> => {
    const path = `/api/v1/${(count += 1)}`
    const [reply] = await once(
      request({ host: '127.0.0.1', port: ports.https, servername: 'localhost', path, method, agent }).end(),
      'response',
    )
    return (reply.resume() as { statusCode: number }).statusCode
  }
  const replace = async () => {
    const script = spawn('sh', [inRepository('infra/deploy/replace-public-api.sh')], {
      env: {
        PATH: `${folder}:${process.env['PATH']}`,
        CONTROL: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
        POLL_S: '0.05',
        TRIES: '10',
        SETTLE_S: '0.5',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const said = text(script.stdout)
    const [status] = (await once(script, 'exit')) as [number]
    return { status, said: await said }
  }
  /** Reads and writes in turn until something has ended, and a moment longer. */
  const askUntil = <Ended>(ended: Promise<Ended>) => {
    const [reads, writes]: [number[], number[]] = [[], []]
    let isOver = false
    const client = async (): Promise<void> => {
      while (!isOver) {
        reads.push(await ask('GET'))
        writes.push(await ask('PUT'))
      }
    }
    void ended.then(() => setTimeout(() => (isOver = true), 300))
    const stopped = Promise.all(Array.from({ length: clients }, client))
    return { reads, writes, ended, stopped }
  }
  const stop = async () => {
    agent.destroy()
    await stopNginx()
    await Promise.all([oldOne.end(), newOne.end()])
    control.close()
    rmSync(folder, { recursive: true })
  }
  return Object.assign(world, { told, ask, openBoth, replace, askUntil, stop })
}
