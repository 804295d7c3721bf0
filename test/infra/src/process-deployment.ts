import { execFile, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { assembleImage, commandPath, programNames, programPath } from '@course-grading/bundle'
import {
  findClusterUser,
  findFreePort,
  makeTempDataDir,
  type Postgres,
  startPostgres,
} from '@course-grading/test-embedded-postgres'
import { Client } from 'pg'
import { mountBackups, variablesOfPgBackRest } from './mounted-backups.ts'
import { type Compose, layOver, parseCompose } from './compose/compose.ts'
import { expectedServices } from './compose/expected-deployment.ts'
import { startNginx } from './proxy/nginx-of-compose.ts'
import { environmentOf } from './production-environment.ts'
import { programWithSite } from './program-with-site.ts'

const run = promisify(execFile)

/** The containers' addresses, as the files name them: each gets a free port of 127.0.0.1. */
const addresses =
  'postgres:5432 public-api:8081 public-api:9081 frontend-internal:8082 frontend-internal:9082 manual-grading:8083 manual-grading:9083 web:8080 web:9080 docs:8088 docs:9088 simulator:8090 proxy:8443 proxy:8080 proxy:8079'.split(
    ' ',
  )
type PortMap = ReadonlyMap<string, number>

/** A text with the addresses of containers, and the networks of Docker, replaced by those of this machine. */
export function localText(text: string, ports: PortMap): string {
  const local = [...ports].reduce((found, [address, port]) => {
    const [, own = ''] = address.split(':')
    return found.replaceAll(address, `127.0.0.1:${port}`).replaceAll(`127.0.0.1:${own}/`, `127.0.0.1:${port}/`)
  }, text)
  return local.replaceAll('172.16.0.0/12', '127.0.0.0/8')
}

interface Up {
  /** The folder of compose.yaml. */
  readonly folder: string
  readonly overrides: readonly string[]
  readonly profiles: readonly string[]
  readonly dotenv: Readonly<Record<string, string>>
  /** The services that are named; all of the profiles if none is. */
  readonly names: readonly string[]
  readonly isNewlyMade: boolean
}

interface Running {
  readonly env: Record<string, string>
  readonly output: () => string
  readonly stop: () => Promise<unknown>
}

/** What `docker compose` would run, as processes with the environments that compose.yaml gives, in the order of the file. */
export class ProcessDeployment {
  ports: PortMap = new Map()
  readonly #folder: string
  readonly #programs: string
  readonly #running = new Map<string, Running>()
  readonly #ended = new Map<string, string>()
  #dataDir = ''

  constructor(folder: string, programs: string) {
    this.#folder = folder
    this.#programs = programs
  }

  get httpsPort(): number {
    return this.#port('proxy:8443')
  }

  async prepare(): Promise<void> {
    const free = addresses.map(async (address) => [address, await findFreePort()] as const)
    this.ports = new Map(await Promise.all(free))
    for (const name of programNames) await assembleImage(programWithSite(name, this.#folder), this.#image(name))
  }

  /** The environment of an operator's shell. */
  environment(): Record<string, string> {
    const path = [this.#programs, process.env['PATH'] ?? ''].join(delimiter)
    const libraries = process.env['UNPACKED_LIBRARIES'] ?? ''
    return {
      PATH: path,
      LD_LIBRARY_PATH: libraries,
      DATABASE_HOST: `127.0.0.1:${this.#port('postgres:5432')}`,
    }
  }

  async up(up: Up): Promise<string> {
    const compose = up.overrides.reduce(
      (base, override) => layOver(base, readFileSync(join(up.folder, override), 'utf8')),
      parseCompose(readFileSync(join(up.folder, 'compose.yaml'), 'utf8')),
    )
    const isActive = (name: string): boolean => {
      const { profile } = expectedServices[name] ?? {}
      return profile === undefined || up.profiles.includes(profile)
    }
    const wanted = up.names.length > 0 ? up.names : Object.keys(compose.services).filter(isActive)
    // Docker waits for those that others depend on, so the simulator starts before what reads from it, and the proxy last.
    for (const name of wanted) await this.#start(name, compose, up)
    return wanted.join(' ')
  }

  list(): string {
    return [...this.#running.keys()].map((name) => `${name} healthy\n`).join('')
  }

  logs(names: readonly string[]): string {
    return names.map((name) => this.#running.get(name)?.output() ?? this.#ended.get(name) ?? '').join('')
  }

  /** Where a command in a container runs, and with what environment. */
  insideOf(name: string): { readonly cwd: string | undefined; readonly env: Record<string, string> } {
    const isProgram = programNames.some((program) => program === name)
    return { cwd: isProgram ? this.#image(name) : undefined, env: this.#running.get(name)?.env ?? {} }
  }

  async down(): Promise<void> {
    for (const name of [...this.#running.keys()].toReversed()) await this.#stop(name)
    if (this.#dataDir !== '') rmSync(this.#dataDir, { recursive: true })
    rmSync(join(this.#folder, 'mounted'), { recursive: true, force: true })
    this.#dataDir = ''
  }

  async #start(name: string, compose: Compose, { folder, dotenv, isNewlyMade }: Up): Promise<void> {
    const own = this.#environmentOf(name, compose, dotenv, folder)
    const hasBackups = name === 'postgres' || name === 'backup'
    const env = hasBackups ? mountBackups(own, { folder, mounted: join(this.#folder, 'mounted') }) : own
    const found = this.#running.get(name)
    if (found !== undefined && !isNewlyMade && JSON.stringify(found.env) === JSON.stringify(env)) return
    await this.#stop(name)
    const script = (file: string): string => join(folder, 'postgres', file)
    if (name === 'postgres') await this.#startPostgres(env, script('owner.sh'))
    else if (name === 'backup') await this.#startBackup(script('backup.sh'), env)
    else if (name === 'roles') await this.#runOnce(name, 'sh', [script('roles.sh')], env)
    else if (name === 'proxy') await this.#startProxy(env, join(folder, 'secrets'))
    else if (expectedServices[name]?.profile === 'monitoring') this.#ended.set(name, 'left out')
    else if (expectedServices[name]?.runsOnce === true) {
      const [image, path] = name === 'demo-seed' ? ['simulator', commandPath('seed-demo')] : [name, programPath]
      await this.#runOnce(name, process.execPath, [join(this.#image(image), path)], env)
    } else await this.#startServer(name, env)
  }

  #environmentOf(name: string, compose: Compose, dotenv: Up['dotenv'], folder: string): Record<string, string> {
    const secrets = join(folder, 'secrets')
    const given = Object.entries(environmentOf(compose, name, dotenv, secrets)).map(([key, value]) => {
      const isPort = key === 'PORT' || key === 'OPS_PORT'
      return [key, isPort ? `${this.#port(`${name}:${value}`)}` : localText(value, this.ports)]
    })
    return {
      ...this.environment(),
      ...(Object.fromEntries(given) as Record<string, string>),
      HOST: '127.0.0.1',
      SECRETS_DIR: secrets,
      PGHOST: '127.0.0.1',
      PGPORT: `${this.#port('postgres:5432')}`,
      OWNER_SQL: join(folder, 'postgres/owner.sql'),
      ROLES_SQL: join(folder, 'postgres/roles.sql'),
    }
  }

  async #startPostgres(env: Record<string, string>, ownerScript: string): Promise<void> {
    const isNew = this.#dataDir === ''
    if (isNew) this.#dataDir = makeTempDataDir()
    const dataDir = this.#dataDir
    const server: Postgres = await startPostgres({
      dataDir,
      programs: this.#programs,
      port: this.#port('postgres:5432'),
      settings: { archive_mode: 'on', archive_command: 'pgbackrest archive-push %p' },
      env: { PATH: env['PATH']!, ...variablesOfPgBackRest(env, dataDir) },
    })
    const { username, password } = new URL(server.url)
    const superuser = { ...env, PGUSER: username, PGPASSWORD: password }
    this.#running.set('postgres', { env: superuser, output: () => '', stop: () => server.stop() })
    if (!isNew) return
    const client = new Client({ connectionString: server.url })
    await client.connect()
    await client.query('CREATE DATABASE course_grading')
    await client.end()
    await run('sh', [ownerScript], { env: superuser })
  }

  async #startBackup(script: string, env: Record<string, string>): Promise<void> {
    const given = { ...env, ...variablesOfPgBackRest(env, this.#dataDir) }
    const { uid, gid } = findClusterUser() ?? {}
    const user = uid === undefined || gid === undefined ? {} : { uid, gid }
    const running = spawned('sh', [script], given, user)
    this.#running.set('backup', running)
    for (let attempt = 0; attempt < 600; attempt += 1) {
      if (existsSync(join(given['BACKUP_STATE_DIR']!, 'backup.prom'))) return
      await new Promise((later) => setTimeout(later, 100))
    }
    throw new Error(`no backup was taken: ${running.output()}`)
  }

  async #startProxy(env: Record<string, string>, secrets: string): Promise<void> {
    const folder = join(this.#folder, 'nginx')
    mkdirSync(folder, { recursive: true })
    const { stop } = await startNginx(secrets, folder, {
      https: this.httpsPort,
      http: this.#port('proxy:8080'),
      health: this.#port('proxy:8079'),
      api: this.#port('public-api:8081'),
      web: this.#port('web:8080'),
      docs: this.#port('docs:8088'),
    })
    this.#running.set('proxy', { env, output: () => '', stop })
  }

  async #runOnce(name: string, program: string, args: readonly string[], env: Record<string, string>): Promise<void> {
    const { stdout, stderr } = await run(program, args, { env })
    this.#ended.set(name, stdout + stderr)
  }

  async #startServer(name: string, env: Record<string, string>): Promise<void> {
    const running = spawned(process.execPath, [join(this.#image(name), programPath)], env)
    this.#running.set(name, running)
    const path = name === 'simulator' ? '/__sim/health' : '/health/ready'
    for (let attempt = 0; attempt < 600; attempt += 1) {
      const reply = await fetch(`http://127.0.0.1:${env['OPS_PORT'] ?? env['PORT']}${path}`).catch(() => null)
      if (reply?.status === 200) return
      await new Promise((later) => setTimeout(later, 50))
    }
    throw new Error(`${name} is not healthy: ${running.output()}`)
  }

  async #stop(name: string): Promise<void> {
    await this.#running.get(name)?.stop()
    this.#running.delete(name)
  }

  #image(name: string): string {
    return join(this.#folder, 'images', name)
  }

  #port(address: string): number {
    const port = this.ports.get(address)
    if (port === undefined) throw new Error(`there is no address ${address}`)
    return port
  }
}

/**
 * A process that runs until it is stopped, with all that it has started. It is killed, which is safe at any moment: ends in order are
 * shown elsewhere, and each takes five seconds.
 */
function spawned(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  user: { readonly uid?: number; readonly gid?: number } = {},
): Running {
  const options: SpawnOptions = { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'], ...user }
  const child = spawn(program, args, options)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = once(child, 'exit')
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    await ended
  }
  return { env, output: () => output, stop }
}
