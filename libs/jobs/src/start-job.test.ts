import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createDatabase } from '@course-grading/data/db/database'
import { createLogger } from '@course-grading/http-kit'
import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type Job, type OneReplica, startJob } from './start-job.ts'

type JobOptions = Parameters<typeof startJob>[0]

describe('a job of every replica', () => {
  it('runs at once, and again after a pause', async () => {
    let runs = 0
    start({ name: 'counted', run: async () => void (runs += 1) })
    await expect.poll(() => runs).toBeGreaterThan(2)
  })

  it('does not begin a run before the one before has ended', async () => {
    let [runs, atOnce, max] = [0, 0, 0]
    start({
      name: 'slow',
      run: async () => {
        atOnce += 1
        max = Math.max(max, atOnce)
        await setTimeout(50)
        atOnce -= 1
        runs += 1
      },
    })
    await expect.poll(() => runs).toBeGreaterThan(2)
    expect(max).toBe(1)
  })

  it('logs each failure once, without its message, and runs again', async () => {
    let runs = 0
    start({
      name: 'failing',
      run: async () => {
        runs += 1
        if (runs === 1) throw new TypeError('with a secret')
      },
    })
    await expect.poll(() => runs).toBeGreaterThan(2)
    expect(logged).toEqual([
      expect.objectContaining({ message: 'job failed', job: 'failing', errorClass: 'TypeError' }),
    ])
    expect(JSON.stringify(logged)).not.toContain('secret')
  })

  it('stops in a pause at once, and begins nothing more', async () => {
    let runs = 0
    const stopping = new AbortController()
    const job = startJob({
      name: 'paused',
      everyMs: 3_600_000,
      logger,
      stopping: stopping.signal,
      run: async () => void (runs += 1),
    })
    await expect.poll(() => runs).toBe(1)
    stopping.abort()
    await job.ended
    expect(runs).toBe(1)
  })

  it('has ended only when its run has', async () => {
    const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const events: string[] = []
    const { job, stop } = start({
      name: 'long',
      run: async (signal) => {
        begun.resolve()
        await stopped(signal)
        await release.promise
        events.push('run')
      },
    })
    void job.ended.then(() => events.push('job'))
    await begun.promise
    stop()
    release.resolve()
    await job.ended
    expect(events).toEqual(['run', 'job'])
  })
})

describe('a job of one replica', () => {
  it('runs in one of two, and not again before its interval has passed', async () => {
    const runs: number[] = []
    start({ name: 'one', oneReplica: inTurns(0), run: async () => void runs.push(0) })
    start({ name: 'one', oneReplica: inTurns(1), run: async () => void runs.push(1) })
    await expect.poll(() => runs.length).toBe(1)
    await bothAskAgain()
    expect(runs).toHaveLength(1)
    const makeDue =
      "UPDATE timer_lease SET last_run_at = last_run_at - interval '600 seconds' WHERE name = 'one' AND last_run_at > '-infinity'"
    await expect.poll(async () => (await owner.query(makeDue)).rowCount).toBe(1)
    await expect.poll(() => runs.length).toBe(2)
  })

  it('never runs in two at a time', async () => {
    let [runs, atOnce, max] = [0, 0, 0]
    const run = async (): Promise<void> => {
      atOnce += 1
      max = Math.max(max, atOnce)
      await setTimeout(20)
      atOnce -= 1
      runs += 1
    }
    for (const replica of [0, 1, 0, 1] as const)
      start({ name: 'apart', oneReplica: inTurns(replica, { intervalS: 0 }), run })
    await expect.poll(() => runs).toBeGreaterThan(10)
    expect(max).toBe(1)
  })

  it('moves to another replica at once when the process stops in the middle', async () => {
    const [begun, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { job, stop } = start({
      name: 'moving',
      oneReplica: inTurns(0),
      run: async (signal) => {
        begun.resolve()
        await stopped(signal)
      },
    })
    await begun.promise
    start({ name: 'moving', oneReplica: inTurns(1), run: async () => taken.resolve() })
    stop()
    await job.ended
    await taken.promise
  })

  it('is stopped before its lease ends, and then does not count as completed', async () => {
    const begun = performance.now()
    const ends: number[] = []
    start({
      name: 'late',
      oneReplica: inTurns(0, { leaseS: 1 }),
      run: async (signal) => {
        await stopped(signal)
        ends.push(performance.now() - begun)
      },
    })
    await expect.poll(() => ends.length).toBe(2)
    expect(ends[0]).toBeGreaterThan(500)
  })

  it('is tried again after the lease when it failed, and not before', async () => {
    let runs = 0
    start({
      name: 'failed',
      oneReplica: inTurns(0, { leaseS: 60 }),
      run: async () => {
        runs += 1
        throw new Error('broken')
      },
    })
    await expect.poll(() => runs).toBe(1)
    await asksAgain(0)
    expect(runs).toBe(1)
    await owner.query(
      "UPDATE timer_lease SET leased_until = leased_until - interval '60 seconds' WHERE name = 'failed'",
    )
    await expect.poll(() => runs).toBe(2)
  })

  it('is taken over from a process that was killed, when its lease ends', async () => {
    const replica = spawn(process.execPath, [join(import.meta.dirname, 'replica.fixture.ts'), url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(replica.stdout, 'data')
    replica.kill('SIGKILL')
    await once(replica, 'exit')
    const { rows } = await owner.query<{ leased_until: Date }>(
      "SELECT leased_until FROM timer_lease WHERE name = 'killed'",
    )
    const taken = Promise.withResolvers<Date>()
    start({
      name: 'killed',
      oneReplica: inTurns(0, { leaseS: 60, intervalS: 86_400 }),
      run: async () => {
        const { rows: times } = await owner.query<{ now: Date }>('SELECT clock_timestamp() AS now')
        taken.resolve(times[0]!.now)
      },
    })
    expect((await taken.promise).getTime()).toBeGreaterThanOrEqual(rows[0]!.leased_until.getTime())
  })
})

const testDatabase = await createTestDatabase()
const url = testDatabase.urls.frontendInternal
const asked: [number, number] = [0, 0]
const observing = (replica: 0 | 1) => ({ query: () => void (asked[replica] += 1), acquire: () => {} })
const databases = [
  await createDatabase({ url, applicationName: 'replica 1', observe: observing(0) }),
  await createDatabase({ url, applicationName: 'replica 2', observe: observing(1) }),
] as const
const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
await owner.connect()
afterEach(async () => {
  for (const { stop } of running) stop()
  await Promise.all(running.splice(0).map(({ job }) => job.ended))
  logged.splice(0)
})
afterAll(async () => {
  await Promise.all([...databases.map((database) => database.end()), owner.end()])
  await testDatabase.drop()
})

/** A replica asks the database five times more whether it is its turn. */
const asksAgain = async (replica: 0 | 1): Promise<void> => {
  const before = asked[replica]
  await expect.poll(() => asked[replica]).toBeGreaterThan(before + 5)
}
const bothAskAgain = () => Promise.all([asksAgain(0), asksAgain(1)])

const running: { readonly job: Job; readonly stop: () => void }[] = []
const logged: Record<string, unknown>[] = []

const stream = { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) }
const logger = createLogger({ service: 'jobs', version: 'test', level: 'debug', stream })
function start(options: Pick<JobOptions, 'name' | 'run' | 'oneReplica'>): { job: Job; stop: () => void } {
  const stopping = new AbortController()
  const job = startJob({ everyMs: 10, logger, stopping: stopping.signal, ...options })
  const started = { job, stop: () => stopping.abort() }
  running.push(started)
  return started
}
const inTurns = (replica: 0 | 1, times: Partial<OneReplica> = {}): OneReplica => ({
  database: databases[replica],
  leaseS: 60,
  intervalS: 600,
  ...times,
})
const stopped = (signal: AbortSignal): Promise<unknown> => (signal.aborted ? Promise.resolve() : once(signal, 'abort'))
