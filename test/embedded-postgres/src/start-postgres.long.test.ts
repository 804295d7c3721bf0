import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findInstalledPrograms } from './binaries.ts'
import { query } from './query.fixture.ts'
import type { PostgresOptions } from './start-postgres.ts'
import { ClusterInUseError, startPostgres } from './start-postgres.ts'
import { temporaryDir, useClusterCopies } from './temporary-cluster.fixture.ts'

const copyCluster = useClusterCopies()

describe('startPostgres', () => {
  it('accepts on 127.0.0.1 only its own password, which only its user can read', async () => {
    const dataDir = temporaryDir()
    const { url } = await start({ dataDir })
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    const wrong = new URL(url)
    wrong.password = 'guess'
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
    expect(statSync(join(dataDir, 'owner-password')).mode & 0o777).toBe(0o600)
  })

  const installed = findInstalledPrograms()
  it.skipIf(installed === null)(
    `runs the programs of another PostgreSQL${installed === null ? ' (left out: none is installed)' : ''}`,
    async () => {
      const { url } = await start({ dataDir: temporaryDir(), programs: installed! })
      const [version] = await query(url, "SELECT split_part(current_setting('server_version'), '.', 1) AS major")
      expect(version).toEqual({ major: basename(dirname(installed!)) })
    },
  )

  it('refuses a folder that another server has, and does not disturb that server', async () => {
    const dataDir = copyCluster()
    const server = await start({ dataDir })
    const refusal = await startPostgres({ dataDir, durable: false }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ClusterInUseError)
    expect(refusal).toMatchObject({ pid: server.pid, dataDir })
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('recovers everything that was committed before the server was killed', async () => {
    const dataDir = copyCluster()
    const first = await start({ dataDir, durable: true })
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n')
    first.kill('SIGKILL')
    await first.ended
    const second = await start({ dataDir, durable: true })
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  })

  it("starts despite a stale lock whose process id is now another process's", async () => {
    const dataDir = copyCluster()
    const first = await start({ dataDir })
    const lockFile = join(dataDir, 'pgdata/postmaster.pid')
    const lock = readFileSync(lockFile, 'utf8')
    await first.stop()
    writeFileSync(lockFile, lock.replace(/^\d+/, `${process.pid}`))
    const second = await start({ dataDir })
    expect(second.pid).not.toBe(process.pid)
  })

  it('does not use an incomplete cluster of a killed start', async () => {
    const dataDir = temporaryDir()
    mkdirSync(join(dataDir, 'pgdata.new-1/base'), { recursive: true })
    writeFileSync(join(dataDir, 'pgdata.new-1/PG_VERSION'), '18\n')
    const { url } = await start({ dataDir })
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(existsSync(join(dataDir, 'pgdata.new-1'))).toBe(false)
  })

  it('says which folder to remove when the cluster is of another version', async () => {
    const dataDir = copyCluster()
    writeFileSync(join(dataDir, 'pgdata/PG_VERSION'), '17\n')
    await expect(startPostgres({ dataDir })).rejects.toThrow(`PostgreSQL 17, and this is 18. Remove ${dataDir}`)
  })
})

async function start(options: PostgresOptions): Promise<Awaited<ReturnType<typeof startPostgres>>> {
  const server = await startPostgres({ durable: false, ...options })
  onTestFinished(() => server.stop())
  return server
}
