import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  findClusterUser,
  findFreePort,
  makeTempDataDir,
  type ServiceUrls,
  startWatched,
} from '@course-grading/test-embedded-postgres'
import pg from 'pg'
import { waitFor } from '../service-process.ts'

const published = join(import.meta.dirname, '../../../../infra/deploy/postgres/pgbouncer.ini')
/** A PgBouncer that is only unpacked needs this path to find its libraries. */
const env = { PATH: process.env['PATH'], LD_LIBRARY_PATH: process.env['UNPACKED_LIBRARIES'] ?? '' }
/** Another process may take a free port before PgBouncer does. */
const attempts = 4

/** Whether PgBouncer is installed and starts. */
export const hasPgbouncer = spawnSync('pgbouncer', ['--version'], { env }).status === 0

export interface Pgbouncer {
  /** The URLs of the same roles and database through PgBouncer. */
  readonly urls: ServiceUrls
  readonly stop: () => Promise<void>
}

/** Starts PgBouncer with our published configuration. It ends with this process. Resolves when the roles can connect. */
export async function startPgbouncer(direct: ServiceUrls): Promise<Pgbouncer> {
  for (let attempt = 1; ; attempt += 1) {
    const started = await attemptStart(direct)
    if (typeof started !== 'string') return started
    if (attempt === attempts) throw new Error(`pgbouncer ended while starting:\n${started}`)
  }
}

/** Returns the output if PgBouncer ended before anybody could connect. */
async function attemptStart(direct: ServiceUrls): Promise<Pgbouncer | string> {
  const user = findClusterUser()
  const folder = makeTempDataDir()
  const port = await findFreePort()
  const [config, users, logFile] = [
    join(folder, 'pgbouncer.ini'),
    join(folder, 'users.txt'),
    join(folder, 'pgbouncer.log'),
  ]
  const server = new URL(direct.publicApi)
  // PgBouncer's %include would need its user to have access to the checkout.
  writeFileSync(
    config,
    `${readFileSync(published, 'utf8')}
    listen_addr = 127.0.0.1
    listen_port = ${port}
    unix_socket_dir =
    auth_type = scram-sha-256
    auth_file = ${users}
    [databases]
    * = host=${server.hostname} port=${server.port}
  `,
  )
  writeFileSync(
    users,
    Object.values(direct)
      .map((url: string) => new URL(url))
      .map(({ username, password }) => `"${username}" "${password}"\n`)
      .join(''),
  )
  const log = openSync(logFile, 'w')
  // PgBouncer switches to that user after it was loaded, so the user needs no access to the program.
  const program = await startWatched({
    command: ['pgbouncer', ...(user === null ? [] : ['-u', user.name]), config],
    cwd: '/',
    env,
    log,
  })
  closeSync(log)
  let over = false
  void program.ended.then(() => {
    over = true
  })
  const through = (url: string): string => Object.assign(new URL(url), { hostname: '127.0.0.1', port }).href
  const stop = async (): Promise<void> => {
    // After SIGINT it would wait for its clients.
    program.kill('SIGTERM')
    await program.ended
    rmSync(folder, { recursive: true })
  }
  const urls = {
    publicApi: through(direct.publicApi),
    frontendInternal: through(direct.frontendInternal),
    manualGrading: through(direct.manualGrading),
  }
  await waitFor('pgbouncer to accept the roles', async () => over || (await letsIn(Object.values(urls))))
  if (!over) return { urls, stop }
  const words = readFileSync(logFile, 'utf8')
  await stop()
  return words
}

async function letsIn(urls: readonly string[]): Promise<boolean> {
  const outcomes = await Promise.all(
    urls.map(async (connectionString) => {
      const client = new pg.Client({ connectionString })
      client.on('error', () => {})
      const isIn = await client.connect().then(
        () => true,
        () => false,
      )
      await client.end().catch(() => {})
      return isIn
    }),
  )
  return outcomes.every(Boolean)
}
