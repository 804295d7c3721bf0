import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { ClusterUser } from './cluster-user.ts'
import { asClusterUser } from './cluster-user.ts'

/** Of these locales, the first that the system has is the same on every system. */
const withOwnLocales = 17

interface Cluster {
  readonly pgdata: string
  readonly password: string
}

/** The cluster in the folder, which is made if there is none. One that a killed run left incomplete does not count. */
export async function ensureCluster(
  binaries: Binaries,
  user: ClusterUser,
  dataDir: string,
  durable: boolean,
): Promise<Cluster> {
  const pgdata = join(dataDir, 'pgdata')
  const passwordFile = join(dataDir, 'owner-password')
  if (!existsSync(join(pgdata, 'PG_VERSION'))) await makeCluster(binaries, user, dataDir, durable)
  const version = readFileSync(join(pgdata, 'PG_VERSION'), 'utf8').trim()
  if (version !== binaries.majorVersion) {
    const remedy = `Remove ${dataDir} to start with an empty one.`
    throw new Error(`${pgdata} is of PostgreSQL ${version}, and this is ${binaries.majorVersion}. ${remedy}`)
  }
  return { pgdata, password: readFileSync(passwordFile, 'utf8') }
}

async function makeCluster(binaries: Binaries, user: ClusterUser, dataDir: string, durable: boolean): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('pgdata.new')) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
  const fresh = join(dataDir, `pgdata.new-${process.pid}`)
  const passwordFile = join(dataDir, 'owner-password')
  rmSync(passwordFile, { force: true })
  writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (user !== null) chownSync(passwordFile, user.uid, user.gid)
  const locale =
    Number(binaries.majorVersion) < withOwnLocales
      ? ['--locale=C.UTF-8']
      : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  await run(binaries.initdb, user, [
    '-D',
    fresh,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...locale,
    ...(durable ? [] : ['--no-sync']),
  ])
  renameSync(fresh, join(dataDir, 'pgdata'))
}

/** Runs a program to its end. An error has its output. */
async function run(program: string, user: ClusterUser, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { ...asClusterUser(user), stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('error', reject)
  child.once('close', (code, signal) => {
    if (code === 0) resolve()
    else reject(new Error(`${program} ended with ${signal ?? code}:\n${output}`))
  })
  await promise
}
