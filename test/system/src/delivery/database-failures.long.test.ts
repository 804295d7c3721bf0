import { fullRun } from '@course-grading/data/testing/full-run'
import { describe, expect } from 'vitest'
import type { PrivateDatabase } from '../private-database.ts'
import { type ServiceProcess, waitFor } from '../service-process.ts'
import { frozen, type Held, killed, silent } from './database-losses.ts'
import type { DatabaseProxy, Hold } from './database-proxy.ts'
import { withServer } from './delivery-test.ts'
import { type DeliveryRow, type DeliveryWorld, isFinal } from './delivery-world.ts'
import { makeRetriesDue } from './make-due.ts'
import { begunWithoutStart, judge } from './ledger.ts'
import { armMoment, isNoticed, leaseMoment, lossMoments, type LossMoment } from './loss-moments.ts'
import { keep } from './behaviour.ts'
import { patientTimes } from './time-limits.ts'
import { answer, type Peer, ungraded } from './peer.ts'
const roundMs = 300_000

describe.each(fullRun ? [killed, silent, frozen] : [killed, silent])(
  'a database that $title',
  { timeout: roundMs },
  ({ begin, end }) => {
    it(
      'leads to one send, recorded with the outcome that the worker knows, after a loss of the database at any moment',
      { repeats },
      async ({ scene }) => {
        const { postgres, world, refusing } = scene
        const victim = await startVictim(scene, 1_500)
        const held = await holdEverywhere(scene, victim, [...lossMoments, leaseMoment])
        await begin(victim.proxy, postgres, held)
        await replyDuringLoss(victim, held)
        await end(victim.proxy, postgres)
        await untilAnswered(() => expireLease(scene, held.at(-1)!.id))
        const rows = await finalRowsOf(scene, held)
        expect(rows.map(({ id, state }, index) => [held[index]?.moment.title, state, receivedOf(scene, id)])).toEqual(
          held.map(({ moment }) => [moment.title, ...moment.afterReturn]),
        )
        expect(wrongIn(rows, held)).toEqual([])
        expect(judge(world.ledger, rows, refusing)).toEqual([])
      },
    )
  },
)

describe('a database that is killed, and its worker after it', { timeout: roundMs }, () => {
  it('leaves each delivery in a state that another worker can continue from', { repeats }, async ({ scene }) => {
    const { postgres, world, refusing } = scene
    const victim = await startVictim(scene, 5_000)
    const held = await holdEverywhere(scene, victim, lossMoments)
    await killed.begin(victim.proxy, postgres, held)
    await replyDuringLoss(victim, held)
    await world.killWorkers()
    await postgres.start()
    await untilAnswered(() =>
      world.query("UPDATE delivery SET lease_until = clock_timestamp() WHERE state = 'sending'"),
    )
    await world.worker(patientTimes)
    const rows = await finalRowsOf(scene, held)
    expect(rows.map(({ id, state }, index) => [held[index]?.moment.title, state, receivedOf(scene, id)])).toEqual(
      held.map(({ moment }) => [moment.title, ...moment.afterDeath]),
    )
    expect(judge(world.ledger, rows, refusing)).toEqual([])
  })
})

describe('a send start that reaches the database long after it was requested', { timeout: roundMs }, () => {
  it('has no effect when its worker has given it up and another has sent the grade', async ({ scene }) => {
    const late = await requestStart(scene)
    // A later verification may record what the peer shows by then.
    const withoutVerifications = ({ events, ...row }: DeliveryRow) => ({
      ...row,
      events: events.filter((event) => event !== 'standing_changed'),
    })
    const row = await sentOnce(scene, late)
    await arrive(late)
    expect(withoutVerifications(await sentOnce(scene, late))).toEqual(withoutVerifications(row))
  })

  it('has no effect when its lease has ended, although nobody has taken the delivery back', async ({ scene }) => {
    const late = await requestStart(scene)
    await scene.world.killWorkers()
    await expireLease(scene, late.id)
    await arrive(late)
    expect((await scene.world.find([late.id]))[0]).toMatchObject({ state: 'sending', sends: [] })
    await scene.world.worker(patientTimes)
    await sentOnce(scene, late)
  })

  it('has no effect when another worker has the delivery', async ({ scene }) => {
    const late = await requestStart(scene)
    await scene.world.killWorkers()
    await expireLease(scene, late.id)
    const verifications = keep('verification', scene.peers[0]!)
    await scene.world.worker(patientTimes)
    const verification = await waitFor('the verification of the next lease', () => verifications[0])
    await arrive(late)
    expect((await scene.world.find([late.id]))[0]).toMatchObject({ state: 'sending', sends: [] })
    verification.socket.write(answer('200 OK', ungraded(verification.submissionId)))
    await sentOnce(scene, late)
  })
})

describe('every delivery of the tests above', () => {
  it('was received at most once', async ({ scene: { world, everything, refusing } }) => {
    const rows = await world.find(everything)
    expect(rows.length).toBeGreaterThanOrEqual(lossMoments.length * 3 + 3)
    expect(judge(world.ledger, rows, refusing)).toEqual([])
    expect(begunWithoutStart(world.ledger, rows)).toEqual([])
  })
})

interface Scene {
  readonly postgres: PrivateDatabase
  readonly world: DeliveryWorld
  readonly peers: readonly Peer[]
  /** The deliveries of all tests. */
  readonly everything: string[]
  /** Submissions whose grade the peer refuses. */
  readonly refusing: Set<number>
}

async function openScene({ postgres, world }: Pick<Scene, 'postgres' | 'world'>): Promise<Scene> {
  const peers = await Promise.all([...lossMoments, leaseMoment].map(() => world.peer()))
  return { postgres, world, peers, everything: [], refusing: new Set() }
}

interface Victim {
  readonly worker: ServiceProcess
  readonly proxy: DatabaseProxy
}

/** Starts a worker that reaches its database through a proxy, so that the database can be lost in the middle of a statement. */
async function startVictim({ world }: Scene, databaseTimeoutMs: number): Promise<Victim> {
  const proxy = await world.proxy()
  return {
    proxy,
    worker: await world.worker({
      ...patientTimes,
      DATABASE_URL: proxy.url,
      DATABASE_POOL_MAX: '20',
      DATABASE_TIMEOUT_MS: String(databaseTimeoutMs),
    }),
  }
}

/** Brings one delivery to each moment, all with this one worker. The worker waits least at the last moments. */
async function holdEverywhere(
  { world, peers, everything, refusing }: Scene,
  { proxy }: Victim,
  moments: readonly LossMoment[],
): Promise<Held[]> {
  const held: Held[] = []
  for (const [index, moment] of moments.entries()) {
    const peer = peers[index]!
    const { id, submissionId } = await world.deliver({ origin: peer.origin, held: true })
    if (moment.afterReturn[0] === 'refused') refusing.add(submissionId)
    held.push({ moment, id, submissionId, ...armMoment(moment, peer, proxy, id) })
  }
  everything.push(...held.map(({ id }) => id))
  for (const { id, moment, isThere } of held) {
    await world.release(id)
    await waitFor(`moment: ${moment.title}`, () => isThere())
  }
  return held
}

/** The peers reply while the worker has no database. Resolves when the worker has noticed the loss for each delivery. */
async function replyDuringLoss({ worker }: Victim, held: readonly Held[]): Promise<void> {
  for (const { sendReply } of held) sendReply()
  for (const { moment, id } of held) {
    await waitFor(`the loss to be noticed when ${moment.title}`, () => isNoticed(moment, id, worker.logLines()))
  }
}

/** A lease that its worker does not know of. A worker that knows its lease starts the send within less time. */
const orphaned = "state = 'sending' AND started_at IS NULL AND lease_until < clock_timestamp() + interval '90 s'"

/** Waits until every delivery is in a final state. Retries are made due at once. */
async function finalRowsOf({ world }: Scene, held: readonly { readonly id: string }[]): Promise<DeliveryRow[]> {
  await untilAnswered(() => world.query('SELECT 1'))
  return await waitFor(
    'every delivery to be in a final state',
    async () => {
      await makeRetriesDue(world)
      await world.query(`UPDATE delivery SET lease_until = clock_timestamp() WHERE ${orphaned}`)
      const rows = await world.find(held)
      return rows.every(isFinal) ? rows : undefined
    },
    roundMs,
  )
}

const untilAnswered = (ask: () => Promise<unknown>): Promise<unknown> =>
  waitFor('the database to answer', () =>
    ask().then(
      () => true,
      () => false,
    ),
  )

const expireLease = ({ world }: Scene, id: string): Promise<unknown> =>
  world.query("UPDATE delivery SET lease_until = clock_timestamp() WHERE state = 'sending' AND id = $1", [id])

const receivedOf = ({ world }: Scene, id: string): number =>
  world.ledger.posts.filter(({ mark }) => mark.startsWith(`${id}.`)).length
const unsentStart = /^\d+ unsent start_unknown send_started$/

/** Describes each delivery that is not as its moment says. */
function wrongIn(rows: readonly DeliveryRow[], held: readonly Held[]): string[] {
  return rows.flatMap(({ events, sends, state }, index) => {
    const { moment } = held[index]!
    const unsentStarts = sends.filter((send) => unsentStart.test(send)).length
    return [
      ...(moment.startsUnsent && unsentStarts === 0 ? ['no send was recorded as unsent'] : []),
      ...(sends.length - unsentStarts > 1 ? ['two sends may have reached the peer'] : []),
      ...(state === 'delivered' && !sends.at(-1)?.endsWith(' delivered accepted write_begun')
        ? ['delivered without a reply']
        : []),
      ...(moment.oneLease && events.filter((event) => event === 'leased').length > 1 ? ['it was leased again'] : []),
    ].map((problem) => `when ${moment.title}: ${problem}: ${events.join(' ')}; ${sends.join(', ')}`)
  })
}

interface LateStart extends Victim {
  readonly id: string
  readonly sendStart: Hold
}

/** The statement is held on its way, and reaches the server although its worker no longer waits for it. */
async function requestStart(scene: Scene): Promise<LateStart> {
  const { world, everything } = scene
  const victim = await startVictim(scene, 1_500)
  const peer = scene.peers[0]!
  peer.play({})
  const { id } = await world.deliver({ origin: peer.origin, held: true })
  everything.push(id)
  const sendStart = victim.proxy.hold({
    statement: 'startSend',
    part: 'statement',
    about: id,
    once: true,
    outlivesClient: true,
  })
  await world.release(id)
  await sendStart.caught
  return { ...victim, id, sendStart }
}
const arrive = async ({ sendStart }: LateStart): Promise<void> => {
  sendStart.release()
  await sendStart.connectionClosed
}
/** Waits for the final state, and expects exactly one send start for each recorded send. */
const sentOnce = async (scene: Scene, { id }: LateStart): Promise<DeliveryRow> => {
  const row = (await finalRowsOf(scene, [{ id }]))[0]!
  const starts = row.events.filter((event) => event === 'send_started').length
  expect(row.state).toBe('delivered')
  expect(row.sends.at(-1)).toMatch(/ delivered accepted write_begun$/)
  expect(receivedOf(scene, id)).toBe(1)
  expect(row.sends).toHaveLength(starts)
  expect(row.sends.filter((send) => /^\d+ unsent /.test(send))).toHaveLength(starts - 1)
  return row
}

const repeats = fullRun ? 11 : 0

const it = withServer().extend('scene', { scope: 'file' }, openScene)
