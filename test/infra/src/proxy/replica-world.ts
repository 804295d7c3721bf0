import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Agent } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pass } from 'node:timers/promises'
import { findFreePort } from '@course-grading/test-embedded-postgres'
import { createCertificate } from '@course-grading/test-kit'
import { expect } from 'vitest'
import { inRepository } from '../infra-files.ts'
import { askProxy } from './ask-proxy.ts'
import { type Nginx, startNginx } from './nginx-of-compose.ts'
import { Replica } from './replica.ts'

export const clients = 3

/** What replaces Docker and `sleep`: each call goes to the test, which has a server in place of each container. */
const standIn = `#!/bin/sh
exec curl -sf --data-binary "\${0##*/} $*" "$CONTROL"
`
const network = 'course-grading_public-api-ingress'
const reached = `{{if and .State.Running (index .NetworkSettings.Networks "${network}")}}{{.Created}}{{else}}left{{end}}`

/** The proxy of compose.yaml before the containers of public-api, of which an old one runs, and Docker as far as the script asks for it. */
export class ReplicaWorld {
  readonly written: string[] = []
  /** What changed containers. */
  readonly calls: string[] = []
  readonly containers: Replica[] = []
  migrated = '0'
  healthy = 'healthy'
  isReady = true
  /** The script is killed after this call. */
  killedAfter = ''
  isNewerFirst = false
  readonly #folder = mkdtempSync(join(tmpdir(), 'replace-'))
  readonly #certificate = createCertificate({ name: 'localhost', names: ['localhost'] })
  // Workers of nginx close their connections when it reads its settings again, so that each request has one of its own.
  readonly #agent = new Agent()
  readonly #names = ['old', 'new', 'newer']
  #nginx!: Nginx
  #count = 0
  #script: ChildProcess | undefined
  readonly #control = createServer((asked, reply) => {
    void text(asked)
      .then((command) => this.#answer(command))
      .then(
        (said) => reply.end(said === '' ? '' : `${said}\n`),
        (error: unknown) => reply.writeHead(500).end(String(error)),
      )
  })

  async start(): Promise<this> {
    const { cert, key } = this.#certificate
    const files = { tls_certificate: cert, tls_key: key, docker: standIn, sleep: standIn }
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(this.#folder, name), content, { mode: 0o755 })
    const old = await this.#openReplica()
    this.#nginx = await startNginx(this.#folder, this.#folder, { api: old.port })
    await once(this.#control.listen(0, '127.0.0.1'), 'listening')
    return this
  }

  async stop(): Promise<void> {
    this.#agent.destroy()
    await this.#nginx.stop()
    await Promise.all(this.containers.map((each) => each.end()))
    this.#control.close()
    rmSync(this.#folder, { recursive: true })
  }

  async #create(): Promise<Replica> {
    const created = new Date(Date.UTC(2026, 10, 28, 9, 30) - 60_000 * this.#names.length).toISOString()
    const name = this.#names.shift() ?? 'one too many'
    const replica = new Replica(name, created, await findFreePort(), this.written)
    this.containers.push(replica)
    return replica
  }

  async #openReplica(): Promise<Replica> {
    const replica = await this.#create()
    replica.isOpen = true
    await replica.listen()
    return replica
  }

  /** A second one that the proxy reaches, too. */
  async openBoth(): Promise<void> {
    const other = await this.#openReplica()
    await this.#giveAddresses()
    await expect.poll(async () => [await this.ask('GET'), other.requests > 0]).toEqual([200, true])
  }

  /** What the proxy learns from Docker's names. Debian's nginx reads addresses from its settings alone. */
  async #giveAddresses(): Promise<void> {
    const file = join(this.#folder, 'nginx.conf')
    const servers = this.containers.filter((each) => each.isReached).map(({ port }) => `server 127.0.0.1:${port};`)
    const addresses = /(upstream public_api \{[^}]*?)(?:server 127[^;]+; ?)+/
    const config = readFileSync(file, 'utf8')
    writeFileSync(
      file,
      config.replace(addresses, (_all, before: string) => before + servers.join(' ')),
    )
    const nginx = readFileSync(join(this.#folder, 'nginx.pid'), 'utf8').trim()
    const workers = () => spawnSync('pgrep', ['-P', nginx], { encoding: 'utf8' }).stdout.trim().split('\n')
    const former = workers()
    process.kill(Number(nginx), 'SIGHUP')
    // Those know the addresses of before.
    await expect.poll(() => workers().filter((worker) => former.includes(worker))).toEqual([])
  }

  async ask(method: string): Promise<number | undefined> {
    const path = `/api/v1/${(this.#count += 1)}`
    const options = { port: this.#nginx.https, ca: this.#certificate.cert, agent: this.#agent, path, method }
    return (await askProxy(options)).status
  }

  /** Runs the script. */
  async replace(): Promise<{ readonly status: number | string | null; readonly said: string }> {
    const running = spawn('sh', [inRepository('infra/deploy/replace-public-api.sh')], {
      env: {
        PATH: `${this.#folder}:${process.env['PATH']}`,
        CONTROL: `http://127.0.0.1:${(this.#control.address() as AddressInfo).port}`,
        TRIES: '2',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#script = running
    const said = Promise.all([text(running.stdout), text(running.stderr)])
    const [code, signal] = (await once(running, 'exit')) as [number | null, string | null]
    return { status: code ?? signal, said: (await said).join('') }
  }

  /** Runs the script as often as is said while clients read and write in turn, and a moment longer. */
  async replaceUnderLoad(runs = 1) {
    const [reads, writes, ends]: [unknown[], unknown[], Awaited<ReturnType<ReplicaWorld['replace']>>[]] = [[], [], []]
    let isOver = false
    const client = async (): Promise<void> => {
      while (!isOver) {
        reads.push(await this.ask('GET'))
        writes.push(await this.ask('PUT'))
        // Without end they would slow the script down.
        await pass(25)
      }
    }
    const stopped = Promise.all(Array.from({ length: clients }, client))
    for (let run = 0; run < runs; run += 1) ends.push(await this.replace())
    await pass(300)
    isOver = true
    await stopped
    return { reads, writes, ends }
  }

  /** What Docker and `sleep` reply to a call of the script. */
  async #answer(command: string): Promise<string> {
    const it = this.containers.find(({ name }) => ` ${command} `.includes(` ${name} `))
    if (it !== undefined) return await this.#answerAbout(it, command.replace(it.name, 'NAME'))
    switch (command) {
      case 'sleep 1':
        for (const each of this.containers) each.isOpen ||= each.isRunning
        return ''
      case 'sleep 15':
        // The proxy asks for addresses only now.
        await this.#giveAddresses()
        return await pass(300, '')
      case 'docker compose up migrate':
        return ''
      case 'docker compose ps --all --quiet migrate':
        return 'migrate'
      case 'docker inspect --format {{.State.ExitCode}} migrate':
        return this.migrated
      case 'docker compose ps --all --quiet public-api': {
        const names = this.containers.map(({ name }) => name)
        return (this.isNewerFirst ? names.reverse() : names).join('\n')
      }
      case 'docker compose create --no-recreate --scale public-api=2 public-api':
        if (this.containers.length < 2) this.#note('create', await this.#create())
        return ''
      default:
        throw new Error(`the script's \`${command}\` is not known here`)
    }
  }

  async #answerAbout(it: Replica, command: string): Promise<string> {
    const allow = (isPossible: boolean): void => {
      if (!isPossible) throw new Error('Docker refuses it')
    }
    switch (command) {
      case 'docker inspect --format {{.State.Health.Status}} NAME':
        return it.isRunning ? this.healthy : 'starting'
      case `docker inspect --format ${reached} NAME`:
        return it.isReached ? it.created : 'left'
      case 'docker logs --tail 20 NAME':
        return ''
      case `docker network disconnect ${network} NAME`:
      case `docker network connect --alias public-api ${network} NAME`:
        allow(it.isAttached === command.includes('disconnect'))
        it.isAttached = !it.isAttached
        return this.#note(it.isAttached ? 'connect' : 'disconnect', it)
      case 'docker start NAME':
        await it.listen()
        return this.#note('start', it)
      case 'docker stop NAME':
        await it.end()
        return this.#note('stop', it)
      case 'docker rm --force NAME':
      case 'docker rm NAME':
        if (command.includes('--force')) await it.end()
        allow(!it.isRunning)
        this.containers.splice(this.containers.indexOf(it), 1)
        return this.#note('rm', it)
      default:
        if (!/^docker exec NAME node -e .*:9081\/health\/ready/.test(command)) throw new Error(`${command}: unknown`)
        allow(it.isOpen && this.isReady)
        return ''
    }
  }

  #note(what: string, { name }: Replica): string {
    this.calls.push(`${what} ${name}`)
    if (this.killedAfter === this.calls.at(-1)) {
      this.killedAfter = ''
      this.#script?.kill('SIGKILL')
    }
    return ['start', 'stop', 'rm'].includes(what) ? name : ''
  }
}
