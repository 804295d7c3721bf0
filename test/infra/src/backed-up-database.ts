import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  findClusterUser,
  findFreePort,
  makeTempDataDir,
  type Postgres,
  startPostgres,
} from '@course-grading/test-embedded-postgres'
import { clockLibrary, createShiftedClock, type ShiftedClock } from '@course-grading/test-database/shifted-clock'
import { Client } from 'pg'
import { inRepository } from './infra-files.ts'

const run = promisify(execFile)
const deployed = (name: string): string => inRepository(`infra/deploy/postgres/${name}`)
const passwords = { owner_password: 'owner-password', backup_password: 'backup-password' }

/** A backup as pgBackRest reports it. */
export interface Backup {
  readonly label: string
  readonly type: 'full' | 'diff'
}

/** PostgreSQL with the files of compose.yaml and its repository of pgBackRest, by processes in place of containers. */
export class BackedUpDatabase {
  readonly folder = makeTempDataDir()
  /** Of the server and of pgBackRest. Without libfaketime it cannot be set. */
  readonly clock: ShiftedClock | null = clockLibrary === null ? null : createShiftedClock()
  readonly #programs: string
  readonly #user = findClusterUser()
  readonly #pids: number[] = []
  /** Whether the repository is on a disk of its own, which can be filled; only root may mount one. */
  hasOwnDisk = false
  /** As whom this is set up. */
  superuserUrl = ''
  #port = 0
  #dataDir = ''
  #server: Postgres | null = null

  constructor(programs: string) {
    this.#programs = programs
  }

  repository = join(this.folder, 'repository')

  get pgdata(): string {
    return join(this.#dataDir, 'pgdata')
  }

  async prepare(): Promise<void> {
    chmodSync(this.folder, 0o755)
    for (const name of ['repository', 'state', 'secrets']) mkdirSync(join(this.folder, name))
    this.hasOwnDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', this.repository]).status === 0
    for (const name of ['repository', 'state']) this.#give(join(this.folder, name))
    for (const [name, text] of Object.entries(passwords)) writeFileSync(join(this.folder, 'secrets', name), text)
    writeFileSync(join(this.folder, 'secrets/backup_repository.conf'), '[global]\nrepo1-cipher-pass=a-key\n')
    this.#port = await findFreePort()
    this.#dataDir = makeTempDataDir()
    // The role of the backups is made before anybody has to be let in by the rules of compose.yaml.
    const first = await startPostgres({ dataDir: this.#dataDir, programs: this.#programs, port: this.#port })
    await this.query('CREATE DATABASE course_grading', first.url)
    this.superuserUrl = first.url
    const { username, password } = new URL(first.url)
    const superuser = { PGUSER: username, PGPASSWORD: password, OWNER_SQL: deployed('owner.sql') }
    await run('sh', [deployed('owner.sh')], { env: { ...this.#env(), ...superuser } })
    await first.stop()
    await this.start()
  }

  #give(path: string): void {
    if (this.#user !== null) chownSync(path, this.#user.uid, this.#user.gid)
  }

  async start(): Promise<void> {
    this.#server = await startPostgres({
      dataDir: this.#dataDir,
      programs: this.#programs,
      port: this.#port,
      settings: {
        hba_file: deployed('pg_hba.conf'),
        archive_mode: 'on',
        archive_command: 'pgbackrest archive-push %p',
      },
      env: { ...this.#env(), ...this.clock?.env },
    })
    this.#pids.push(this.#server.pid)
  }

  async stop(): Promise<void> {
    await this.#server?.stop()
    this.#server = null
  }

  /** Runs pgBackRest or a script as PostgreSQL's user. Resolves with what it printed. */
  async type(command: string): Promise<string> {
    return (await run('sh', ['-ec', command], this.#asUser())).stdout
  }

  script = (verb: string): string => `exec sh ${deployed('backup.sh')} ${verb}`
  metrics = (): string => readFileSync(join(this.folder, 'state/backup.prom'), 'utf8')

  /** Starts a command. Returns what kills it with all that it started, at once. */
  running(command: string): () => Promise<unknown> {
    const child = spawn('sh', ['-ec', command], { ...this.#asUser(), detached: true, stdio: 'ignore' })
    const ended = once(child, 'exit')
    return () => {
      process.kill(-child.pid!, 'SIGKILL')
      return ended
    }
  }

  /** Fills the disk of the repository until this is called again with what it returns. */
  fillDisk(): () => void {
    const filler = join(this.repository, 'filler')
    const file = openSync(filler, 'w')
    try {
      for (;;) writeSync(file, Buffer.alloc(64 * 1024))
    } catch {
      // There is no room any more.
    }
    closeSync(file)
    return () => rmSync(filler)
  }

  async backups(): Promise<readonly Backup[]> {
    const [stanza] = JSON.parse(await this.type('pgbackrest info --output=json')) as [{ backup: Backup[] }]
    return stanza.backup.map(({ label, type }) => ({ label, type }))
  }

  /** As the owner, in the services' database, unless a URL says else. */
  async query(sql: string, url?: string): Promise<Record<string, unknown>[]> {
    const own = `postgres://course_grading_owner:${passwords.owner_password}@127.0.0.1:${this.#port}/course_grading`
    const client = new Client({ connectionString: url ?? own })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows
    } finally {
      await client.end()
    }
  }

  repositoryFiles = (): string[] => readdirSync(this.repository)

  /** In its place stands an empty folder, as where its disk is not mounted. */
  async withoutRepository(work: () => Promise<void>): Promise<void> {
    const disk = this.repository
    this.repository = join(this.folder, 'not-mounted')
    mkdirSync(this.repository)
    this.#give(this.repository)
    await work()
    this.repository = disk
  }

  urlOfBackup = (name: string): string =>
    `postgres://course_grading_backup:${passwords.backup_password}@127.0.0.1:${this.#port}/${name}`

  /** Waits until everything that was written is in the repository. */
  async archiveAll(): Promise<void> {
    const url = this.urlOfBackup('postgres')
    const [{ piece } = {}] = await this.query('SELECT pg_walfile_name(pg_switch_wal()) AS piece', url)
    for (let last: unknown = ''; String(last) < String(piece); await sleep(100))
      last = (await this.query('SELECT last_archived_wal AS last FROM pg_stat_archiver', url))[0]?.['last']
  }

  async remove(): Promise<void> {
    await this.stop()
    if (this.hasOwnDisk) spawnSync('umount', ['-l', join(this.folder, 'repository')])
    this.clock?.remove(this.#pids)
    rmSync(this.#dataDir, { recursive: true })
    rmSync(this.folder, { recursive: true })
  }

  #asUser() {
    const ids = this.#user === null ? {} : { uid: this.#user.uid, gid: this.#user.gid }
    return { cwd: '/', env: { ...this.#env(), ...this.clock?.env }, ...ids }
  }

  #env(): Record<string, string> {
    return {
      PATH: `${this.#programs}:${process.env['PATH']}`,
      LD_LIBRARY_PATH: process.env['UNPACKED_LIBRARIES'] ?? '',
      PGHOST: '127.0.0.1',
      PGPORT: `${this.#port}`,
      SECRETS_DIR: join(this.folder, 'secrets'),
      BACKUP_STATE_DIR: join(this.folder, 'state'),
      PGBACKREST_CONFIG: deployed('pgbackrest.conf'),
      PGBACKREST_CONFIG_INCLUDE_PATH: join(this.folder, 'secrets'),
      PGBACKREST_STANZA: 'course-grading',
      PGBACKREST_LOCK_PATH: join(this.folder, 'state/lock'),
      PGBACKREST_REPO1_PATH: this.repository,
      PGBACKREST_PG1_PATH: this.pgdata,
      PGBACKREST_PG1_PORT: `${this.#port}`,
    }
  }
}
