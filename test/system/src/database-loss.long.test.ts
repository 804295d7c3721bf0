import { type FakeUpstream, startFakeUpstream } from '@course-grading/fake-upstream'
import { createTestDatabase } from '@course-grading/test-database'
import { aSettingsChange, seedDemoWorld } from '@course-grading/test-kit'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fullRun } from './full-run.ts'
import { type PrivateDatabase, startPrivateDatabase } from './private-database.ts'
import { patienceMs, readiness, type ServiceProcess, startServiceProcess, waitFor } from './service-process.ts'
import { patiently, tokenOf } from './world.ts'

const statementTimeoutMs = 1_000
/**
 * Without a limit, a call would last until the database is back. The limits are 2 s for checks and 4 s for replies: the statement's limit,
 * one more second of the client, and the connection. The rest is for a busy machine.
 */
const inTimeMs = 20_000
/** The promised times. One of a few rounds must keep both, because the machine may be busy with other work in the others. */
const promised = { unreadyMs: 3_000, wellMs: 5_000 }
const maxRounds = 6
const promiseKept = fullRun ? ': within 3 s and 5 s, both in one round' : ''

let database: PrivateDatabase
let upstream: FakeUpstream
let service: ServiceProcess | undefined
beforeEach(async () => {
  ;[database, upstream] = await Promise.all([startPrivateDatabase(), startFakeUpstream()])
})
afterEach(async () => {
  const lines = service?.logLines() ?? []
  await service?.stop()
  service = undefined
  await upstream.close()
  await database.remove()
  expect(lines.filter(({ message }) => message === 'uncaught')).toEqual([])
})

const startService = async (
  until: 'ready' | 'listening',
  env: Record<string, string> = {},
): Promise<ServiceProcess> => {
  service = await startServiceProcess(
    'public-api',
    {
      DATABASE_URL: database.urls.publicApi,
      UPSTREAM_BASE_URL: upstream.url,
      DATABASE_TIMEOUT_MS: String(statementTimeoutMs),
      TOKEN_CACHE_TTL_S: '600',
      ...env,
    },
    { until },
  )
  return service
}

interface Asked {
  readonly status: number
  readonly code: string | null
  readonly retryAfter: string | null
  readonly tookMs: number
}

const request = (
  { url }: ServiceProcess,
  { method = 'GET', body }: { method?: string; body?: string } = {},
): Promise<Response> =>
  fetch(`${url}/api/v1/courses/11/settings`, {
    method,
    body: body ?? null,
    headers: {
      Authorization: `Token ${tokenOf(101)}`,
      'If-Match': '"1"',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
  })

async function ask(on: ServiceProcess, how: { method?: string; body?: string } = {}): Promise<Asked> {
  const startedAt = performance.now()
  const reply = await request(on, how)
  const { error } = (await reply.json()) as { error?: { code: string; requestId: string } }
  if (error) expect(error.requestId).toBe(reply.headers.get('x-request-id'))
  return {
    status: reply.status,
    code: error?.code ?? null,
    retryAfter: reply.headers.get('retry-after'),
    tookMs: performance.now() - startedAt,
  }
}

const isLive = async ({ opsPort }: ServiceProcess): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${opsPort}/health/live`)).status === 200
const checksOf = async ({ opsPort }: ServiceProcess): Promise<unknown> =>
  ((await (await fetch(`http://127.0.0.1:${opsPort}/health/ready`)).json()) as { checks: unknown }).checks

/** Reads settings and checks liveness until it is stopped, and returns the outcomes of the reads. */
function readOn(on: ServiceProcess): () => Promise<Asked[]> {
  const asked: Asked[] = []
  let hasEnded = false
  const readers = Array.from({ length: 6 }, async () => {
    while (!hasEnded) {
      asked.push(await ask(on))
      expect(await isLive(on)).toBe(true)
    }
  })
  return async () => {
    hasEnded = true
    await Promise.all(readers)
    return asked
  }
}

/** Returns the number of milliseconds. */
async function untilReadiness(on: ServiceProcess, status: 200 | 503): Promise<number> {
  const startedAt = performance.now()
  await waitFor(`readiness ${status}`, inTimeMs, async () => (await readiness(on)) === status || undefined)
  return performance.now() - startedAt
}

interface Round {
  /** The time from the loss to readiness 503, and from the return to readiness 200 and a successful read. */
  readonly unreadyMs: number
  readonly wellMs: number
}

const isAsPromised = ({ unreadyMs, wellMs }: Round): boolean =>
  unreadyMs < promised.unreadyMs && wellMs < promised.wellMs

/** Loses the database `minRounds` times. A full run repeats it until a loss and a return were noticed in the promised time. */
async function inRounds(minRounds: number, loseOnce: (round: number) => Promise<Round>): Promise<void> {
  const rounds: Round[] = []
  while (rounds.length < minRounds || (fullRun && rounds.length < maxRounds && !rounds.some(isAsPromised)))
    rounds.push(await loseOnce(rounds.length))
  if (fullRun) expect([rounds.some(isAsPromised), ...rounds]).toEqual([true, ...rounds])
}

describe('a database that starts late', { timeout: 600_000 }, () => {
  it('is waited for: the service is live and not ready, and becomes ready without a restart', async () => {
    await database.migrate()
    await database.kill()
    const started = await startService('listening')
    expect([await isLive(started), await readiness(started), await checksOf(started)]).toEqual([
      true,
      503,
      { database: 'unavailable', schema: 'unknown' },
    ])
    const { status, code, tookMs } = await ask(started)
    expect([
      [500, 'internal'],
      [503, 'overloaded'],
    ]).toContainEqual([status, code])
    expect(tookMs).toBeLessThan(inTimeMs)
    await database.start()
    await untilReadiness(started, 200)
    expect(await ask(started)).toMatchObject({ status: 200 })
  })

  it('is not used while its schema is too old, and used as soon as it is migrated', async () => {
    const started = await startService('listening')
    await waitFor('the first check', patienceMs, async () => (await readiness(started)) === 503 || undefined)
    expect(await checksOf(started)).toEqual({ database: 'ok', schema: 'behind' })
    await database.migrate()
    await untilReadiness(started, 200)
    expect(await checksOf(started)).toEqual({ database: 'ok', schema: 'ok' })
    expect(await ask(started)).toMatchObject({ status: 200 })
  })
})

describe('a database that goes away', { timeout: 600_000 }, () => {
  it(`by SIGKILL, under reads: soon not ready, replies in time, and soon ready again${promiseKept}`, async () => {
    await database.migrate()
    const started = await startService('ready')
    await inRounds(1, async (round) => {
      const stopReading = readOn(started)
      await waitFor('reads', patienceMs, () => started.logLines().length > 100 * (round + 1) || undefined)
      await database.kill()
      const unreadyMs = await untilReadiness(started, 503)
      const write = await ask(started, { method: 'PUT', body: JSON.stringify(aSettingsChange()) })
      expect([500, 503]).toContain(write.status)
      expect(write.tookMs).toBeLessThan(inTimeMs)
      await database.start()
      const returnedAt = performance.now()
      await untilReadiness(started, 200)
      await waitFor('a successful read', patienceMs, async () => (await ask(started)).status === 200 || undefined)
      const wellMs = performance.now() - returnedAt
      const asked = await stopReading()
      expect(new Set(asked.map(({ status, code }) => `${status} ${code}`))).toSatisfy(
        (seen: Set<string>) =>
          seen.has('200 null') &&
          seen.has('503 overloaded') &&
          [...seen].every((each) => ['200 null', '503 overloaded'].includes(each)),
      )
      expect(Math.max(...asked.map(({ tookMs }) => tookMs))).toBeLessThan(inTimeMs)
      expect(await ask(started)).toMatchObject({ status: 200 })
      return { unreadyMs, wellMs }
    })
  })

  it.runIf(process.platform === 'linux')(
    `silently, with open connections: the same, and no connection of the pool is lost${promiseKept}`,
    async () => {
      await database.migrate()
      const started = await startService('ready', { DATABASE_POOL_MAX: '3' })
      await inRounds(2, async (round) => {
        const stopReading = readOn(started)
        await waitFor('reads', patienceMs, () => started.logLines().length > 100 * (round + 1) || undefined)
        let unreadyMs: number
        database.signalAll('SIGSTOP')
        try {
          unreadyMs = await untilReadiness(started, 503)
          await waitFor(
            'every reader to have noticed',
            patienceMs,
            () =>
              started.logLines().filter(({ status }) => status === 500 || status === 503).length > 12 * (round + 1) ||
              undefined,
          )
        } finally {
          database.signalAll('SIGCONT')
        }
        const returnedAt = performance.now()
        await untilReadiness(started, 200)
        await waitFor('a successful read', patienceMs, async () => (await ask(started)).status === 200 || undefined)
        const wellMs = performance.now() - returnedAt
        const asked = await stopReading()
        expect(asked.filter(({ status }) => ![200, 500, 503].includes(status))).toEqual([])
        expect(Math.max(...asked.map(({ tookMs }) => tookMs))).toBeLessThan(inTimeMs)
        return { unreadyMs, wellMs }
      })
      const all = await Promise.all(
        Array.from({ length: 30 }, async () => (await patiently(() => request(started))).status),
      )
      expect(new Set(all)).toEqual(new Set([200]))
    },
  )
})

describe('a database whose every connection is taken', { timeout: 600_000 }, () => {
  it('makes the next request wait for a second, which then gets 503 with Retry-After', async () => {
    const shared = await createTestDatabase()
    await seedDemoWorld(shared.ownerUrl)
    const started = await startService('ready', {
      DATABASE_URL: shared.urls.publicApi,
      DATABASE_POOL_MAX: '1',
      DATABASE_TIMEOUT_MS: '5000',
    })
    expect(await ask(started)).toMatchObject({ status: 200 })
    const holder = new pg.Client({ connectionString: shared.ownerUrl })
    await holder.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('LOCK TABLE course_settings IN ACCESS EXCLUSIVE MODE')
      const asked = await Promise.all(Array.from({ length: 40 }, () => ask(started)))
      expect(new Set(asked.map(({ status, code, retryAfter }) => `${status} ${code} ${retryAfter}`))).toEqual(
        new Set(['503 overloaded 1']),
      )
      expect(Math.max(...asked.map(({ tookMs }) => tookMs))).toBeLessThan(inTimeMs)
      expect(await isLive(started)).toBe(true)
      await holder.query('COMMIT')
      expect(await ask(started)).toMatchObject({ status: 200 })
    } finally {
      await holder.end()
      await service?.stop()
      await shared.drop()
    }
  })
})
