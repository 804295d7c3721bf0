import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { Agent, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pass } from 'node:timers/promises'
import { findFreePort } from '@course-grading/test-embedded-postgres'
import { createCertificate } from '@course-grading/test-kit'
import { expect } from 'vitest'
import { inRepository } from './infra-files.ts'
import { startNginx } from './nginx-of-compose.ts'

export const clients = 3

export type World = Awaited<ReturnType<typeof startWorld>>

/** What replaces Docker and `sleep`: each call goes to the test, which has a server in place of each container. */
const standIn = `#!/bin/sh
exec curl -sf --data-binary "\${0##*/} $*" "$CONTROL"
`
const network = 'course-grading_public-api-ingress'
const reached = `{{if and .State.Running (index .NetworkSettings.Networks "${network}")}}{{.Created}}{{else}}left{{end}}`

/** A container of public-api: until it is open it replies 503, and when it ends it finishes what it has begun. */
class Replica {
  requests = 0
  isOpen = false
  isAttached = true
  breaksOff = false
  readonly name: string
  readonly created: string
  readonly port: number
  readonly #written: string[]
  #server: Server | undefined

  constructor(name: string, created: string, port: number, written: string[]) {
    this.name = name
    this.created = created
    this.port = port
    this.#written = written
  }

  get isRunning(): boolean {
    return this.#server?.listening === true
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

/** What the proxy learns from Docker's names. Debian's nginx reads addresses from its settings alone. */
async function giveAddresses(folder: string, replicas: readonly Replica[]): Promise<void> {
  const file = join(folder, 'nginx.conf')
  const servers = replicas.map(({ port }) => `server 127.0.0.1:${port};`).join(' ')
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(
      /(upstream public_api \{[^}]*?)(?:server 127[^;]+; ?)+/,
      (_all, before: string) => before + servers,
    ),
  )
  const nginx = readFileSync(join(folder, 'nginx.pid'), 'utf8').trim()
  const workers = () => spawnSync('pgrep', ['-P', nginx], { encoding: 'utf8' }).stdout.trim().split('\n')
  const former = workers()
  process.kill(Number(nginx), 'SIGHUP')
  // Those know the addresses of before.
  await expect.poll(() => workers().filter((worker) => former.includes(worker))).toEqual([])
}

/** The proxy of compose.yaml before the containers of public-api, of which an old one runs, and Docker as far as the script asks for it. */
export async function startWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'replace-'))
  const { cert, key } = createCertificate({ name: 'localhost', names: ['localhost'] })
  for (const [name, content] of Object.entries({
    tls_certificate: cert,
    tls_key: key,
    docker: standIn,
    sleep: standIn,
  }))
    writeFileSync(join(folder, name), content, { mode: 0o755 })
  const free = async () => await findFreePort()
  const names = ['old', 'new', 'newer']
  const written: string[] = []
  const calls: string[] = []
  const containers: Replica[] = []
  const create = async (): Promise<Replica> => {
    const created = new Date(Date.UTC(2026, 10, 28, 9, 30) - 60_000 * names.length).toISOString()
    const replica = new Replica(names.shift() ?? 'one too many', created, await free(), written)
    containers.push(replica)
    return replica
  }
  const old = await create()
  old.isOpen = true
  await old.listen()
  const ports = { https: await free(), http: await free(), health: await free(), web: await free(), docs: await free() }
  const stopNginx = await startNginx({ ...ports, api: old.port }, folder, folder)
  // Its workers close their connections when nginx reads its settings again, so that each request has one of its own.
  const agent = new Agent({ ca: cert })
  let count = 0
  let script: ChildProcess | undefined

  const left = (): readonly Replica[] => containers
  const world = {
    old,
    left,
    written,
    calls,
    migrated: '0',
    healthy: 'healthy',
    isReady: true,
    killedAfter: '',
    isNewerFirst: false,
  }
  const named = (name = ''): Replica => {
    const found = containers.find((each) => each.name === name)
    if (found === undefined) throw new Error(`no such container: ${name}`)
    return found
  }
  const allow = (isPossible: boolean): void => {
    if (!isPossible) throw new Error('Docker refuses it')
  }
  const learn = () =>
    giveAddresses(
      folder,
      containers.filter(({ isRunning, isAttached }) => isRunning && isAttached),
    )
  const open = (): string => {
    for (const each of containers) each.isOpen ||= each.isRunning
    return ''
  }
  const list = (isListed: (each: Replica) => boolean): string => {
    const listed = containers.filter(isListed).map(({ name }) => name)
    return (world.isNewerFirst ? listed.reverse() : listed).join('\n')
  }
  /** What changes containers; a test counts these, and kills the script after one. */
  const changes: Record<string, (it: Replica) => unknown> = {
    create: () => undefined,
    disconnect: (it) => {
      allow(it.isAttached)
      it.isAttached = false
    },
    connect: (it) => {
      allow(!it.isAttached)
      it.isAttached = true
    },
    start: (it) => it.listen(),
    stop: (it) => it.end(),
    rm: (it) => {
      allow(!it.isRunning)
      containers.splice(containers.indexOf(it), 1)
    },
  }
  const change = async (what: string, it: Replica): Promise<string> => {
    await changes[what]?.(it)
    calls.push(`${what} ${it.name}`)
    if (world.killedAfter === calls.at(-1)) {
      world.killedAfter = ''
      script?.kill('SIGKILL')
    }
    return ['start', 'stop', 'rm'].includes(what) ? it.name : ''
  }
  const healthOf = ({ isRunning }: Replica): string => (isRunning ? world.healthy : 'starting')
  const reachedOf = (it: Replica): string => (it.isRunning && it.isAttached ? it.created : 'left')
  const answers: readonly (readonly [string, (name?: string) => string | Promise<string>])[] = [
    ['sleep 1', open],
    // The proxy asks for addresses only now.
    ['sleep 15', () => learn().then(() => pass(300, ''))],
    ['docker compose up migrate', () => ''],
    ['docker compose ps --all --quiet migrate', () => 'migrate'],
    ['docker inspect --format {{.State.ExitCode}} migrate', () => world.migrated],
    ['docker compose ps --quiet public-api', () => list(({ isRunning }) => isRunning)],
    ['docker compose ps --all --quiet public-api', () => list(() => true)],
    ['docker inspect --format {{.State.Health.Status}} NAME', (name) => healthOf(named(name))],
    [`docker inspect --format ${reached} NAME`, (name) => reachedOf(named(name))],
    [
      'docker compose create --no-recreate --scale public-api=2 public-api',
      async () => (containers.length < 2 ? await change('create', await create()) : ''),
    ],
    [`docker network disconnect ${network} NAME`, (name) => change('disconnect', named(name))],
    [`docker network connect --alias public-api ${network} NAME`, (name) => change('connect', named(name))],
    ['docker start NAME', (name) => change('start', named(name))],
    ['docker logs --tail 20 NAME', () => ''],
    ['docker stop NAME', (name) => change('stop', named(name))],
    ['docker rm NAME', (name) => change('rm', named(name))],
    [
      'docker rm --force NAME',
      async (name) =>
        await named(name)
          .end()
          .then(() => change('rm', named(name))),
    ],
  ]
  const told = async (command: string): Promise<string> => {
    if (/^docker exec \w+ node -e .*:9081\/health\/ready/.test(command)) {
      allow(named(command.split(' ')[2]).isOpen && world.isReady)
      return ''
    }
    for (const [pattern, answer] of answers) {
      if (pattern === command) return await answer()
      const start = pattern.endsWith(' NAME') ? pattern.slice(0, -'NAME'.length) : ' '
      const name = command.slice(start.length)
      if (command.startsWith(start) && !name.includes(' ')) return await answer(name)
    }
    throw new Error(`the script's \`${command}\` is not known here`)
  }
  const onCall: RequestListener = (asked, reply) =>
    void text(asked)
      .then(told)
      .then(
        (said) => reply.end(said === '' ? '' : `${said}\n`),
        (error: unknown) => reply.writeHead(500).end(String(error)),
      )
  const control = createServer(onCall)
  await once(control.listen(0, '127.0.0.1'), 'listening')

  const openBoth = async (): Promise<void> => {
    const also = await create()
    also.isOpen = true
    await also.listen()
    await learn()
    await expect.poll(async () => [await ask('GET'), also.requests > 0]).toEqual([200, true])
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
    const running = spawn('sh', [inRepository('infra/deploy/replace-public-api.sh')], {
      env: {
        PATH: `${folder}:${process.env['PATH']}`,
        CONTROL: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
        TRIES: '2',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    script = running
    const said = Promise.all([text(running.stdout), text(running.stderr)])
    const [code, signal] = (await once(running, 'exit')) as [number | null, string | null]
    return { status: code ?? signal, said: (await said).join('') }
  }
  const replaceTwice = async () => [await replace(), await replace()]
  /** Reads and writes in turn until something has ended, and a moment longer. */
  const askUntil = <Ended>(ended: Promise<Ended>) => {
    const [reads, writes]: [number[], number[]] = [[], []]
    let isOver = false
    const client = async (): Promise<void> => {
      while (!isOver) {
        reads.push(await ask('GET'))
        writes.push(await ask('PUT'))
        // Without end they would slow the script down.
        await pass(25)
      }
    }
    void ended.then(() => setTimeout(() => (isOver = true), 300))
    const stopped = Promise.all(Array.from({ length: clients }, client))
    return { reads, writes, ended, stopped }
  }
  const stop = async () => {
    agent.destroy()
    await stopNginx()
    await Promise.all([old, ...containers].map((each) => each.end()))
    control.close()
    rmSync(folder, { recursive: true })
  }
  return Object.assign(world, { ask, openBoth, replace, replaceTwice, askUntil, stop })
}
