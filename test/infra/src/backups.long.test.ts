import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findInstalledPrograms } from '@course-grading/test-embedded-postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clockLibrary } from '@course-grading/test-database/shifted-clock'
import { BackedUpDatabase } from './backed-up-database.ts'
import { commandsOf } from './guide-commands.ts'
import { metricsOfBackups } from './monitoring/exporters.ts'
import { isInPath } from './programs-in-path.ts'

const programs = findInstalledPrograms()
const missing = [
  ...['pgbackrest', 'jq'].filter((program) => !isInPath(program)),
  ...(programs === null ? ['installed PostgreSQL'] : []),
]
const why = missing.length === 0 ? '' : ` (left out: there is no ${missing.join(', no ')})`
const dayS = 86_400

/** In the order of the file: each begins with the repository that the one before left. */
describe.skipIf(missing.length > 0)(`the backups of compose.yaml${why}`, { timeout: 420_000 }, () => {
  let database: BackedUpDatabase
  beforeAll(async () => {
    database = new BackedUpDatabase(programs!)
    await database.prepare()
  }, 240_000)
  afterAll(() => database.remove())
  const types = async () => (await database.backups()).map(({ type }) => type)
  const write = (table: string) => database.query(`CREATE TABLE public.${table} AS SELECT 7 AS id`)

  it('begin with a full one, which is verified, and are said to Prometheus', async () => {
    await expect(database.type(database.script('check'))).rejects.toMatchObject({ code: 1 })
    await database.type(database.script('once'))
    await database.type(database.script('check'))
    expect(await types()).toEqual(['full'])
    const names = new Set(Array.from(database.metrics().matchAll(/^\w+/gm), ([name]) => name))
    expect([...names].toSorted()).toEqual(metricsOfBackups.toSorted())
    const now = Date.now() / 1_000
    const metrics = new Map(
      database
        .metrics()
        .trim()
        .split('\n')
        .map((line) => line.split(' ') as [string, string]),
    )
    const full = Number(metrics.get('backup_last_success_timestamp_seconds{type="full"}'))
    expect(Math.abs(full - now)).toBeLessThan(60)
    expect(Math.abs(Number(metrics.get('wal_archive_last_success_timestamp_seconds')) - now)).toBeLessThan(60)
    expect(metrics.get('backup_last_success_timestamp_seconds{type="diff"}')).toBe('0')
    expect(metrics.get('backup_last_failure_timestamp_seconds')).toBe('0')
    expect(metrics.get('backup_verify_ok')).toBe('1')
    for (const volume of ['backup_repository', 'database_volume'])
      expect(Number(metrics.get(`${volume}_free_bytes`))).toBeLessThan(Number(metrics.get(`${volume}_size_bytes`)))
  })

  it('are encrypted', async () => {
    await write('readable')
    const files = readdirSync(database.repository, { recursive: true, encoding: 'utf8' })
    const info = readFileSync(
      join(
        database.repository,
        files.find((file) => file.endsWith('/backup.info'))!,
      ),
      'utf8',
    )
    expect(info).not.toContain('[db]')
  })

  it('are not taken again by ten restarts', async () => {
    for (let restart = 0; restart < 10; restart += 1) {
      const kill = database.running(database.script(''))
      await sleep(400)
      await kill()
    }
    expect(await types()).toEqual(['full'])
  })

  it('survive that one is killed in its middle, and the next is whole', async () => {
    const before = await database.backups()
    const known = begun().length
    await database.query('CREATE TABLE public.much AS SELECT md5(n::text) AS text FROM generate_series(1, 400000) AS n')
    const kill = database.running(database.script('full'))
    await expect.poll(() => begun().length, { interval: 10, timeout: 60_000 }).toBeGreaterThan(known)
    await kill()
    expect(await database.backups()).toEqual(before)
    await database.type(database.script('diff'))
    expect(await database.type('pgbackrest --output=text verify')).not.toContain('error')
    expect((await types()).slice(before.length)).toEqual(['diff'])
    await database.query('DROP TABLE public.much')
  })

  it('lose nothing by a full disk, and go on once there is room', async (test) => {
    if (!database.hasOwnDisk) test.skip('nothing can be mounted here')
    const before = await database.backups()
    const makeRoom = database.fillDisk()
    await expect(database.type(database.script('full'))).rejects.toThrow()
    await write('on_a_full_disk')
    makeRoom()
    expect(await database.backups()).toEqual(before)
    await database.type(database.script('diff'))
  })

  it.skipIf(clockLibrary === null)(
    'are one a day, of which one a week is full, and those of 14 days stay',
    async () => {
      for (let day = 1; day <= 22; day += 1) await goOnTo(day)
      const kept = await types()
      expect([kept.length, kept[0], kept.filter((type) => type === 'full').length]).toEqual([16, 'full', 3])
      database.clock?.set(25 * dayS)
      await expect(database.type(database.script('check'))).rejects.toMatchObject({ code: 1 })
    },
  )

  it.skipIf(clockLibrary === null).each([
    ['some days', 22, 3, ['diff', 'diff', 'diff']],
    ['a month', 23, 31, ['full', 'diff', 'diff']],
  ] as const)('lose nothing by a clock that jumps ahead by %s, and is put right', async (_how, from, by, ahead) => {
    const before = await database.backups()
    const kept = async () => (await database.backups()).slice(0, before.length)
    const labels = async () => (await database.backups()).slice(before.length).map(({ label }) => label)
    for (const [later] of ahead.entries()) await goOnTo(from + by + later)
    expect([await kept(), (await types()).slice(before.length)]).toEqual([before, ahead])
    // Until somebody says that it is the former clock that was wrong.
    await goOnTo(from + 1)
    expect(await labels()).toHaveLength(ahead.length)
    for (const label of (await labels()).toReversed()) if ((await labels()).includes(label)) await forget(label)
    expect(await database.backups()).toEqual(before)
    await goOnTo(from + 1)
    expect([await kept(), (await types()).slice(before.length)]).toEqual([before, ['diff']])
    await database.type(database.script('check'))
  })

  it('are forgotten only where they are dated ahead', async () => {
    const [{ label } = { label: '' }] = await database.backups()
    await expect(database.type(database.script(`forget ${label}`))).rejects.toMatchObject({ code: 64 })
    await expect(database.type(database.script('verifi'))).rejects.toMatchObject({ code: 64 })
    await database.type(database.script('upgrade'))
  })

  it('begin nowhere else while the disk of the repository is not mounted', async () => {
    await database.withoutRepository(async () => {
      await expect(database.type(database.script('full'))).rejects.toMatchObject({
        stderr: expect.stringContaining('Is its disk mounted?'),
      })
      expect(database.repositoryFiles()).toEqual([])
    })
    await database.type(database.script('diff'))
  })

  it('lead back to the newest state, and to a moment, by the commands of the page', async () => {
    const [newest = '', moment = ''] = commandsOf('standby-and-restore').filter((command) =>
      command.includes('restore'),
    )
    const [{ at } = {}] = await database.query('SELECT clock_timestamp()::text AS at')
    await write('late')
    await database.archiveAll()
    await restore(newest)
    expect(await database.query('SELECT id FROM public.late')).toEqual([{ id: 7 }])
    await restore(moment.replace('2026-11-28 12:00:00+00', String(at)))
    await expect(database.query('SELECT id FROM public.late')).rejects.toThrow('does not exist')
    await write('since')
  })

  const begun = () =>
    readdirSync(join(database.repository, 'backup/course-grading')).filter((name) => /^\d+-\d+F/.test(name))

  /** The clock loses some minutes a day. */
  async function goOnTo(day: number): Promise<void> {
    database.clock?.set(day * (dayS + 300))
    await database.type(database.script('once'))
  }

  async function forget(label: string): Promise<void> {
    const [command = ''] = commandsOf('alerts').filter((line) => line.includes('forget'))
    await database.type(database.script(command.replace(/^.*backup\.sh (forget) .*$/, `$1 ${label}`)))
  }

  async function restore(command: string): Promise<void> {
    await database.stop()
    await database.type(inContainer(command))
    await database.start()
    const isReady = async () =>
      (await database.query('SELECT pg_is_in_recovery() AS recovers'))[0]?.['recovers'] === false
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
  }
})

const inContainer = (command: string): string => command.replace(/^docker compose .*?(?= pgbackrest )/, '')
