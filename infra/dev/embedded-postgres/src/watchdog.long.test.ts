import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findClusterUser } from './cluster-user.ts'
import { makeTempDataDir, reachableTempDir } from './folders.ts'
import { query } from './query.fixture.ts'
import { isAlive, spawnStarter } from './spawn-starter.fixture.ts'
import { startPostgres } from './start-postgres.ts'
import { useClusterCopies } from './temporary-cluster.fixture.ts'
const isRoot = process.getuid?.() === 0

describe('a PostgreSQL whose starter has ended', () => {
  const ends = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'exit', 'throw'] as const
  let dataDir: string
  beforeAll(() => {
    dataDir = copyCluster(makeTempDataDir())
  })
  afterAll(() => {
    rmSync(dataDir, { recursive: true, force: true })
  })

  it.each(ends)('has ended too after %s, with its lock removed', async (end) => {
    const ending = end === 'exit' || end === 'throw' ? end : 'stay'
    const { child, pid } = await spawnStarter([dataDir, ending])
    if (ending === 'stay') child.kill(end as NodeJS.Signals)
    await expect.poll(() => isAlive(pid)).toBe(false)
    await expect.poll(() => processesOn(dataDir)).toEqual([])
    expect(existsSync(join(dataDir, 'pgdata/postmaster.pid'))).toBe(false)
  })

  it('can be started again', async () => {
    const next = await startPostgres({ dataDir, durable: false })
    onTestFinished(() => next.stop())
    expect(await query(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})

describe('a PostgreSQL whose starter is killed', () => {
  it('leaves no ephemeral folder after SIGKILL', async () => {
    const dataDir = copyCluster()
    const { child } = await spawnStarter([dataDir, 'stay', 'ephemeral'])
    child.kill('SIGKILL')
    await expect.poll(() => existsSync(dataDir)).toBe(false)
  })

  it('ends although a client is in the middle of a query', async () => {
    const dataDir = copyCluster()
    const { child, pid, url } = await spawnStarter([dataDir])
    const guest = query(url, 'SELECT pg_sleep(60)').catch(() => {})
    const sleeping = "SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)'"
    await expect.poll(() => query(url, sleeping)).not.toEqual([])
    child.kill('SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
    await guest
  })

  it('may be started again at once, while the old one is still ending', async () => {
    const dataDir = copyCluster()
    const { child } = await spawnStarter([dataDir])
    child.kill('SIGKILL')
    await once(child, 'exit')
    const next = await startPostgres({ dataDir, durable: false })
    onTestFinished(() => next.stop())
    expect(await query(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})

describe.runIf(isRoot)('a PostgreSQL started by root', () => {
  it('runs as a user without rights', async () => {
    const server = await startPostgres({ dataDir: copyCluster(), durable: false })
    onTestFinished(() => server.stop())
    expect(userOf(server.pid)).toBe(findClusterUser()?.uid)
  })

  it('is started by an ordinary user in the same way', async () => {
    const nobody = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }))
    const dataDir = mkdtempSync(join(reachableTempDir(), 'course-grading-pg-'))
    onTestFinished(() => {
      rmSync(dataDir, { recursive: true, force: true })
    })
    chownSync(dataDir, nobody, nobody)
    chmodSync(dataDir, 0o700)
    const { child, pid, uid } = await spawnStarter([dataDir], ['setpriv', `--reuid=${nobody}`, '--clear-groups', '--'])
    expect(uid).toBe(nobody)
    expect(userOf(pid)).toBe(nobody)
    child.kill('SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})

/** All processes, the watchdog's shell included, that have the folder on their command line. */
function processesOn(dataDir: string): string[] {
  const all = execFileSync('ps', ['-eo', 'pid=,command='], { encoding: 'utf8' })
  return all.split('\n').filter((line) => line.includes(dataDir))
}

function userOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'uid=', '-p', `${pid}`], { encoding: 'utf8' }))
}

const copyCluster = useClusterCopies()
