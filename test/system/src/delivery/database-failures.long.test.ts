import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fullRun } from '../full-run.ts'
import { type PrivateDatabase, startPrivateDatabase } from '../private-database.ts'
import { patienceMs, type ServiceProcess, waitFor } from '../service-process.ts'
import { databaseLosses, type Held } from './database-losses.ts'
import { type DatabaseProxy, type Hold, startDatabaseProxy } from './database-proxy.ts'
import { type DeliveryRow, type DeliveryWorld, startDeliveryWorld } from './delivery-world.ts'
import { makeRetriesDue } from './make-due.ts'
import { begunWithoutStart, judge } from './ledger.ts'
import { armMoment, isNoticed, leaseMoment, lossMoments, type LossMoment } from './loss-moments.ts'
import { patientTimes } from './time-limits.ts'
import { answer, type Exchange, type Peer, ungraded } from './peer.ts'

const rounds = fullRun ? 12 : 1
const roundMs = 300_000

let postgres: PrivateDatabase
let world: DeliveryWorld
const peers: Peer[] = []
const everything: string[] = []
const refusing = new Set<number>()

beforeAll(async () => {
  postgres = await startPrivateDatabase()
  await postgres.migrate()
  world = await startDeliveryWorld({ ownerUrl: postgres.ownerUrl, databaseUrl: postgres.urls.manualGrading })
  for (const _ of [...lossMoments, leaseMoment]) peers.push(await world.peer())
}, 120_000)
afterAll(async () => {
  await world.close()
  await postgres.remove()
})

const proxies: DatabaseProxy[] = []
afterEach(async () => {
  await world.killWorkers()
  await Promise.all(proxies.splice(0).map((proxy) => proxy.close()))
})

interface Victim {
  readonly worker: ServiceProcess
  readonly proxy: DatabaseProxy
}

/** Starts a worker that reaches its database through a proxy, so that the database can be lost in the middle of a statement. */
async function startVictim(databaseTimeoutMs: number): Promise<Victim> {
  const proxy = await startDatabaseProxy(world.databaseUrl)
  proxies.push(proxy)
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
async function holdEverywhere({ proxy }: Victim, moments: readonly LossMoment[]): Promise<Held[]> {
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
    await waitFor(`moment: ${moment.title}`, patienceMs, () => isThere() || undefined)
  }
  return held
}

const { killed, silent, frozen } = databaseLosses(() => postgres)

/** The peers reply while the worker has no database. Resolves when the worker has noticed the loss for each delivery. */
async function replyDuringLoss({ worker }: Victim, held: readonly Held[]): Promise<void> {
  for (const { sendReply } of held) sendReply()
  for (const { moment, id } of held) {
    await waitFor(
      `the loss to be noticed when ${moment.title}`,
      patienceMs,
      () => isNoticed(moment, id, worker.logLines()) || undefined,
    )
  }
}

/** A lease that its worker does not know of. A worker that knows its lease starts the send within less time. */
const orphaned = "state = 'sending' AND started_at IS NULL AND lease_until < clock_timestamp() + interval '90 s'"

/** Waits until every delivery is in a final state. Retries are made due at once. */
async function finalRowsOf(held: readonly { readonly id: string }[]): Promise<DeliveryRow[]> {
  await waitFor('the database to answer', patienceMs, () =>
    world.query('SELECT 1').then(
      () => true,
      () => undefined,
    ),
  )
  return await waitFor('every delivery to be in a final state', roundMs, async () => {
    await makeRetriesDue(world)
    await world.query(`UPDATE delivery SET lease_until = clock_timestamp() WHERE ${orphaned}`)
    const rows = await world.find(held.map(({ id }) => id))
    return rows.every(({ state }) => state !== 'pending' && state !== 'sending') ? rows : undefined
  })
}

const expireAllLeases = (): Promise<unknown> =>
  world.query("UPDATE delivery SET lease_until = clock_timestamp() WHERE state = 'sending'")
const expireLease = (id: string): Promise<unknown> =>
  world.query("UPDATE delivery SET lease_until = clock_timestamp() WHERE state = 'sending' AND id = $1", [id])

const receivedOf = (id: string): number => world.ledger.posts.filter(({ mark }) => mark.startsWith(`${id}.`)).length
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

describe.each(fullRun ? [killed, silent, frozen] : [killed, silent])(
  'a database that $title',
  { timeout: rounds * roundMs },
  ({ begin, end }) => {
    it('leads to one send, recorded with the outcome that the worker knows, after a loss of the database at any moment', async () => {
      for (let round = 1; round <= rounds; round += 1) {
        const victim = await startVictim(1_500)
        const held = await holdEverywhere(victim, [...lossMoments, leaseMoment])
        await begin(victim.proxy, held)
        await replyDuringLoss(victim, held)
        await end(victim.proxy)
        await waitFor('the database to answer', patienceMs, () =>
          expireLease(held.at(-1)!.id).then(
            () => true,
            () => undefined,
          ),
        )
        const rows = await finalRowsOf(held)
        expect(rows.map(({ id, state }, index) => [held[index]?.moment.title, state, receivedOf(id)])).toEqual(
          held.map(({ moment }) => [moment.title, ...moment.afterReturn]),
        )
        expect(wrongIn(rows, held)).toEqual([])
        expect(judge(world.ledger, rows, refusing)).toEqual([])
        await world.killWorkers()
      }
    })
  },
)

describe('a database that is killed, and its worker after it', { timeout: rounds * roundMs }, () => {
  it('leaves each delivery in a state that another worker can continue from', async () => {
    for (let round = 1; round <= rounds; round += 1) {
      const victim = await startVictim(5_000)
      const held = await holdEverywhere(victim, lossMoments)
      await killed.begin(victim.proxy, held)
      await replyDuringLoss(victim, held)
      await world.killWorkers()
      await postgres.start()
      await waitFor('the database to answer', patienceMs, () =>
        expireAllLeases().then(
          () => true,
          () => undefined,
        ),
      )
      await world.worker(patientTimes)
      const rows = await finalRowsOf(held)
      expect(rows.map(({ id, state }, index) => [held[index]?.moment.title, state, receivedOf(id)])).toEqual(
        held.map(({ moment }) => [moment.title, ...moment.afterDeath]),
      )
      expect(judge(world.ledger, rows, refusing)).toEqual([])
      await world.killWorkers()
    }
  })
})

describe('a send start that reaches the database long after it was requested', { timeout: roundMs }, () => {
  interface LateStart extends Victim {
    readonly id: string
    readonly sendStart: Hold
  }

  /** The statement is held on its way, and reaches the server although its worker no longer waits for it. */
  async function requestStart(): Promise<LateStart> {
    const victim = await startVictim(1_500)
    peers[0]!.play({})
    const { id } = await world.deliver({ origin: peers[0]!.origin, held: true })
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
  const sentOnce = async ({ id }: LateStart): Promise<DeliveryRow> => {
    const row = (await finalRowsOf([{ id }]))[0]!
    const starts = row.events.filter((event) => event === 'send_started').length
    expect([row.state, row.sends.at(-1)?.endsWith(' delivered accepted write_begun'), receivedOf(id)]).toEqual([
      'delivered',
      true,
      1,
    ])
    expect([starts, row.sends.filter((send) => /^\d+ unsent /.test(send)).length]).toEqual([
      row.sends.length,
      row.sends.length - 1,
    ])
    return row
  }

  it('has no effect when its worker has given it up and another has sent the grade', async () => {
    const late = await requestStart()
    // A later verification may record what the peer shows by then.
    const withoutVerifications = ({ events, ...row }: DeliveryRow) => ({
      ...row,
      events: events.filter((event) => event !== 'standing_changed'),
    })
    const row = await sentOnce(late)
    await arrive(late)
    expect(withoutVerifications(await sentOnce(late))).toEqual(withoutVerifications(row))
  })

  it('has no effect when its lease has ended, although nobody has taken the delivery back', async () => {
    const late = await requestStart()
    await world.killWorkers()
    await expireLease(late.id)
    await arrive(late)
    expect((await world.find([late.id]))[0]).toMatchObject({ state: 'sending', sends: [] })
    await world.worker(patientTimes)
    await sentOnce(late)
  })

  it('has no effect when another worker has the delivery', async () => {
    const late = await requestStart()
    await world.killWorkers()
    await expireLease(late.id)
    const verifications: Exchange[] = []
    peers[0]!.play({ verification: (exchange) => void verifications.push(exchange) })
    await world.worker(patientTimes)
    const verification = await waitFor('the verification of the next lease', patienceMs, () => verifications[0])
    await arrive(late)
    expect((await world.find([late.id]))[0]).toMatchObject({ state: 'sending', sends: [] })
    await verification.whole
    verification.socket.write(answer('200 OK', ungraded(verification.submissionId)))
    await sentOnce(late)
  })
})

describe('every delivery of the tests above', () => {
  it('was received at most once', async () => {
    const rows = await world.find(everything)
    expect(rows.length).toBeGreaterThanOrEqual(lossMoments.length * 3 + 3)
    expect([judge(world.ledger, rows, refusing), begunWithoutStart(world.ledger, rows)]).toEqual([[], []])
  })
})
