import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, expect } from 'vitest'
import type { PrivateDatabase } from '../private-database.ts'
import { type ServiceProcess, untilReadiness, waitFor } from '../service-process.ts'
import { keep, ok } from './behaviour.ts'
import { withServer } from './delivery-test.ts'
import { type DeliveryWorld, ringText, secondKey } from './delivery-world.ts'
import { judge } from './ledger.ts'
import { patientTimes } from './time-limits.ts'

const it = withServer({ fsync: 'on', full_page_writes: 'on', max_connections: '30' })

describe('a database that starts after its worker', { timeout: 600_000 }, () => {
  it('is then checked for keys that the worker lacks: an alarm is logged, what can be sent is sent, and nothing is lost', async ({
    postgres,
    world,
    peer,
  }) => {
    const locked = await world.deliver({ origin: peer.origin, key: secondKey })
    const open = await world.deliver({ origin: peer.origin })
    const worker = await startBefore(postgres, world, {})
    await worker.untilLogged({ event: 'capability_unopenable' })
    await world.until('the other one to arrive', [open.id], 'delivered')
    const [row] = await world.until('the one with an unknown key to be returned', [locked.id], ({ events }) =>
      events.includes('returned:key_unknown'),
    )
    expect(judge(world.ledger, [row!, ...(await world.find([open.id]))])).toEqual([])
    await world.query('UPDATE capability SET sealed_url = NULL WHERE submission_id = $1', [locked.submissionId])
  })

  it('is not used in production before its commits are durable', async ({ postgres, world, peer }) => {
    const sessions = async (setting: string): Promise<void> => {
      await world.query(`ALTER DATABASE course_grading ${setting}`)
      await world.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE '%manual_grading'")
    }
    const { id } = await world.deliver({ origin: peer.origin, key })
    await sessions('SET synchronous_commit = off')
    const worker = await startBefore(postgres, world, production)
    await worker.untilLogged({ event: 'delivery_database_lossy' })
    expect((await world.find([id]))[0]).toMatchObject({ state: 'pending', events: ['created'] })
    await sessions('RESET synchronous_commit')
    const rows = await world.until('the grade to arrive', [id], 'delivered')
    expect(judge(world.ledger, rows)).toEqual([])
  })
})

describe.each(['fsync', 'full_page_writes', 'synchronous_commit'])(
  'a database with %s off',
  { timeout: 600_000 },
  (setting) => {
    it('is rejected by a worker in production, which exits with 78', async ({ postgres, world }) => {
      await postgres.stop()
      await postgres.start({ [setting]: 'off' })
      const refusal = `manual-grading cannot start: the database must not have switched off: ${setting}`
      await expect(world.worker(production)).rejects.toThrow(
        new RegExp(`^manual-grading exited with 78:\n(?:.*\n)*${refusal}\n`),
      )
      await postgres.stop()
      await postgres.start()
    })
  },
)

describe('a database without a free connection', { timeout: 600_000 }, () => {
  it('is retried until one is free: then the arrived grade is recorded and the waiting one is sent, each once', async ({
    postgres,
    world,
    peer,
  }) => {
    const posts = keep('post', peer)
    const worker = await world.worker(patientTimes)
    const grades = [
      await world.deliver({ origin: peer.origin }),
      await world.deliver({ origin: peer.origin, held: true }),
    ]
    const [onItsWay, waiting] = grades.map(({ id }) => id)
    await waitFor('the grade', () => posts[0])
    const closeAll = await takeEveryConnection(postgres, world)
    peer.play({})
    posts[0]!.socket.write(ok)
    await worker.untilLogged({ event: 'delivery_record_failed' })
    await world.release(waiting!)
    await worker.untilLogged({ message: 'work not taken' })
    await untilReadiness(worker, 503)
    expect((await world.find([onItsWay!, waiting!])).map(({ events }) => events.at(-1))).toEqual([
      'send_started',
      'released',
    ])
    await closeAll()
    const rows = await world.until('both to arrive', [onItsWay!, waiting!], 'delivered')
    await untilReadiness(worker, 200)
    expect(judge(world.ledger, rows)).toEqual([])
    expect(grades.map(({ submissionId }) => world.ledger.begun.filter((each) => each === submissionId).length)).toEqual(
      [1, 1],
    )
    expect(worker.logLines().filter(({ message }) => message === 'uncaught')).toEqual([])
  })
})

/** Starts the worker while the database is stopped, and then the database. */
async function startBefore(
  postgres: PrivateDatabase,
  world: DeliveryWorld,
  env: Record<string, string>,
): Promise<ServiceProcess> {
  await postgres.kill()
  const worker = await world.worker(env, 'listening')
  await worker.untilLogged({ message: 'open' })
  await postgres.start()
  await untilReadiness(worker, 200)
  return worker
}

/** Takes every connection, also those of the workers. Returns a function that closes them. */
async function takeEveryConnection(postgres: PrivateDatabase, world: DeliveryWorld): Promise<() => Promise<unknown>> {
  const taken: pg.Client[] = []
  for (;;) {
    const client = new pg.Client({ connectionString: postgres.urls.publicApi })
    client.on('error', () => {})
    const refusal = await client.connect().then(
      () => null,
      (error: unknown) => error,
    )
    if (refusal === null) {
      taken.push(client)
      continue
    }
    if (!(refusal instanceof pg.DatabaseError) || refusal.code !== '53300')
      throw new Error('not connected', { cause: refusal })
    // Uses a connection that the server reserves for its owner.
    const ended = await world.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'manual-grading%'",
    )
    if (ended.length === 0) return () => Promise.all(taken.map((each) => each.end()))
  }
}

/** The environment that production requires of a worker, without its database. */
const key = { id: 'k-1', key: randomBytes(32) }
const production = {
  NODE_ENV: 'production',
  OPS_PORT: '0',
  UPSTREAM_BASE_URL: 'https://plus.example.org',
  UPSTREAM_ALLOW_HTTP: '1',
  NODE_EXTRA_CA_CERTS: '',
  MANUAL_GRADING_SECRET: 'aG0fD5rL9wH3yC6nB1tV7xZ4pQm2s8Jk',
  CAPABILITY_KEYS: ringText(key),
  CALLBACK_CONNECT_TIMEOUT_MS: '5000',
  CALLBACK_VERIFICATION_TIMEOUT_MS: '30000',
  CALLBACK_HEADERS_TIMEOUT_MS: '45000',
  CALLBACK_TOTAL_TIMEOUT_MS: '50000',
  DELIVERY_LEASE_S: '60',
  DELIVERY_OPEN_LEASE_S: '65',
  DELIVERY_REAPER_S: '15',
  DELIVERY_SETTLE_S: '180',
  SHUTDOWN_GRACE_S: '60',
}
