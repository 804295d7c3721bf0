import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fullRun } from '../full-run.ts'
import { type PrivateDatabase, startPrivateDatabase } from '../private-database.ts'
import { patienceMs, type ServiceProcess, waitFor } from '../service-process.ts'
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts'
import { type DeliveryRow, type DeliveryWorld, shortTimes, startDeliveryWorld } from './delivery-world.ts'
import { makeRetriesDue, makeVerificationsDue } from './make-due.ts'
import { judge } from './ledger.ts'
import { patientTimes } from './time-limits.ts'
import type { Peer } from './peer.ts'
import { createRememberingPlatform, type KeptRequest, type RememberingPlatform } from './remembering-platform.ts'
import { clockLibrary, createShiftedClock, type ShiftedClock } from './shifted-clock.ts'

const hourS = 3600
const count = fullRun ? { steps: 40, rounds: 10 } : { steps: 3, rounds: 1 }
const limitMs = count.rounds * 600_000
const leftOut = clockLibrary === null ? ' (left out: there is no libfaketime)' : ''

/** A world, and one platform behind as many peers as a test needs. */
interface ClockWorld {
  readonly world: DeliveryWorld
  readonly platform: RememberingPlatform
  readonly peers: readonly Peer[]
}

async function clockWorld(world: DeliveryWorld): Promise<ClockWorld> {
  const platform = createRememberingPlatform(world.ledger)
  const certificate = world.certificate()
  const peers = await Promise.all([undefined, undefined, certificate, certificate].map((each) => world.peer(each)))
  for (const peer of peers) peer.play(platform.play)
  return { world, platform, peers }
}

const clocks: { readonly clock: ShiftedClock; readonly pids: number[] }[] = []

/** A worker with a clock of its own. */
async function startShifted(
  { world }: ClockWorld,
  aheadS: number,
  env: Record<string, string> = {},
): Promise<{ worker: ServiceProcess; clock: ShiftedClock }> {
  const clock = createShiftedClock(aheadS)
  const worker = await world.worker({ ...env, ...clock.env })
  clocks.push({ clock, pids: [worker.pid] })
  return { worker, clock }
}

interface KeptDelivery {
  readonly id: string
  readonly submissionId: number
  readonly kept: KeptRequest
}

/** Creates a delivery and waits until the platform holds its verification or its grade. */
async function deliverKept(
  { world, platform, peers }: ClockWorld,
  request: 'verification' | 'post',
  index = 0,
): Promise<KeptDelivery> {
  const { id, submissionId } = await world.deliver({ origin: peers[index % peers.length]!.origin, held: true })
  const kept = platform.keep(request, submissionId)
  await world.release(id)
  await waitFor(`its ${request}`, patienceMs, () => kept.isThere() || undefined)
  return { id, submissionId, kept }
}

/** How many hours the timestamps of the worker's log are ahead, rounded. */
const aheadOf = (worker: ServiceProcess): number[] =>
  worker.logLines().map(({ time }) => Math.round((Date.parse(String(time)) - Date.now()) / 1000 / hourS))

const receivedOf = ({ ledger }: DeliveryWorld, submissionId: number): number =>
  ledger.posts.filter((post) => post.submissionId === submissionId).length
/** Deliveries that were not delivered by exactly one send. Sends that were `unsent` because a slow machine started them too late do not count. */
const notSentOnce = (rows: readonly DeliveryRow[]): DeliveryRow[] =>
  rows.filter(
    ({ state, sends }) =>
      state !== 'delivered' ||
      !sends.at(-1)?.endsWith(' delivered accepted write_begun') ||
      sends.slice(0, -1).some((send) => !/^\d+ unsent /.test(send)),
  )

describe.skipIf(clockLibrary === null)(`workers whose clocks are wrong${leftOut}`, { timeout: limitMs }, () => {
  let here: ClockWorld
  beforeAll(async () => {
    here = await clockWorld(await startDeliveryWorld())
  }, 60_000)
  afterAll(() => here.world.close())
  const proxies: DatabaseProxy[] = []
  afterEach(async () => {
    await here.world.killWorkers()
    for (const { clock, pids } of clocks.splice(0)) clock.remove(pids)
    await Promise.all(proxies.splice(0).map((proxy) => proxy.close()))
  })

  it('send each grade once, and take back a lost delivery when its lease ends, not sooner', async () => {
    const { world, peers } = here
    const lost = await startShifted(here, hourS)
    const verifying = await deliverKept(here, 'verification')
    const sending = await deliverKept(here, 'post', 2)
    lost.worker.signal('SIGKILL')
    await lost.worker.exited
    const others = await Promise.all(
      [hourS, -hourS, 0].map((aheadS) => startShifted(here, aheadS, { ...patientTimes, DELIVERY_REAPER_S: '1' })),
    )
    const backwards = others[2]!
    const ids: string[] = []
    for (let hours = 1; hours <= count.steps; hours += 1) {
      for (const { origin } of [...peers, ...peers]) ids.push((await world.deliver({ origin })).id)
      backwards.clock.set(-hours * hourS)
      await world.until('the grades to arrive', ids, ({ state }) => state === 'delivered', limitMs)
    }
    expect(notSentOnce(await world.find(ids))).toEqual([])

    sending.kept.sendReply()
    await world.until(
      'what was lost before the send start to arrive',
      [verifying.id],
      ({ state }) => state === 'delivered',
      patienceMs,
    )
    await waitFor('what was lost after the send start to be found', patienceMs, async () => {
      await makeVerificationsDue(world)
      return (await world.find([sending.id]))[0]?.state === 'delivered' || undefined
    })
    await Promise.all(others.map(({ worker }) => worker.stop()))
    expect(others.map(({ worker }) => aheadOf(worker).at(-1))).toEqual([1, -1, -count.steps])
    const expiries = await world.query<{ held: number; state: string }>(`
      SELECT extract(epoch FROM expired.at - began.at)::float8 AS held, expired.to_state AS state FROM delivery_event AS expired
      JOIN delivery_event AS began ON began.delivery_id = expired.delivery_id AND began.epoch = expired.epoch
        AND began.event = CASE expired.to_state WHEN 'pending' THEN 'leased' ELSE 'send_started' END
      WHERE expired.event = 'lease_expired'`)
    const leaseS: Record<string, number> = {
      pending: Number(shortTimes.DELIVERY_LEASE_S),
      ambiguous: Number(shortTimes.DELIVERY_OPEN_LEASE_S),
    }
    expect(expiries.filter(({ held, state }) => held < leaseS[state]!)).toEqual([])
    expect(judge(world.ledger, await world.find([...ids, verifying.id, sending.id]))).toEqual([])
  })

  /** A send start whose reply has reached the proxy but not the worker. */
  async function heldStart(): Promise<{ clock: ShiftedClock; id: string; release: () => void; sinceMs: () => number }> {
    const { world, peers } = here
    const proxy = await startDatabaseProxy(world.databaseUrl)
    proxies.push(proxy)
    const { clock } = await startShifted(here, 0, { ...patientTimes, DATABASE_URL: proxy.url })
    const { id } = await world.deliver({ origin: peers[0]!.origin, held: true })
    const { caught, release } = proxy.hold({ statement: 'startSend', part: 'answer', about: id, once: true })
    const releasedAt = performance.now()
    await world.release(id)
    await caught
    return { clock, id, release, sinceMs: () => performance.now() - releasedAt }
  }
  const decided = async (id: string): Promise<DeliveryRow> => {
    const [row] = await here.world.until(
      'the first send to be decided',
      [id],
      ({ sends }) => sends[0]?.startsWith('1 open') === false,
      patienceMs,
    )
    return row!
  }

  it('do not judge a send start late because the clock jumped ahead', async () => {
    const { clock, id, release, sinceMs } = await heldStart()
    clock.set(hourS)
    release()
    const { sends } = await decided(id)
    // On a slow machine it may really be late.
    if (sinceMs() < 2_000) expect(sends).toEqual(['1 delivered accepted write_begun'])
    const rows = await here.world.until('the grade to arrive', [id], ({ state }) => state === 'delivered', patienceMs)
    expect(judge(here.world.ledger, rows)).toEqual([])
  })

  it('notice that a send start is late although the clock was set back', async () => {
    const { clock, id, release } = await heldStart()
    clock.set(-hourS)
    await waitFor('the send start to be late', patienceMs, async () => {
      const [sendStart] = await here.world.query<{ late: boolean }>(
        "SELECT clock_timestamp() > started_at + interval '2.5 s' AS late FROM delivery WHERE id = $1",
        [id],
      )
      return sendStart?.late || undefined
    })
    release()
    expect((await decided(id)).sends[0]).toMatch(/^1 unsent (too_late|start_unknown) send_started$/)
    await makeRetriesDue(here.world)
    const rows = await here.world.until('the grade to arrive', [id], ({ state }) => state === 'delivered', patienceMs)
    expect([rows[0]?.sends.length, judge(here.world.ledger, rows)]).toEqual([2, []])
  })
})

describe.skipIf(clockLibrary === null)(`a database whose clock jumps${leftOut}`, { timeout: limitMs }, () => {
  let clock: ShiftedClock
  let postgres: PrivateDatabase
  let here: ClockWorld
  beforeAll(async () => {
    clock = createShiftedClock()
    postgres = await startPrivateDatabase({}, { env: clock.env })
    await postgres.migrate()
    here = await clockWorld(
      await startDeliveryWorld({ ownerUrl: postgres.ownerUrl, databaseUrl: postgres.urls.manualGrading }),
    )
  }, 120_000)
  afterAll(async () => {
    await here.world.close()
    await postgres.remove()
    clock.remove([])
  })
  afterEach(async () => {
    await here.world.killWorkers()
    clock.set(0)
  })

  it('ahead: leased deliveries are taken back too early, and none is sent twice', async () => {
    for (let round = 1; round <= count.rounds; round += 1) {
      const { world } = here
      const worker = await world.worker({ ...patientTimes, DELIVERY_REAPER_S: '1' })
      const verifying = await deliverKept(here, 'verification')
      const sending = await deliverKept(here, 'post', 1)
      clock.set(hourS)
      await world.until(
        'the one before the send start to be delivered',
        [verifying.id],
        ({ state }) => state === 'delivered',
        patienceMs,
      )
      await world.until(
        'the one after the send start to be ambiguous',
        [sending.id],
        ({ state }) => state === 'ambiguous',
        patienceMs,
      )
      verifying.kept.sendReply()
      await waitFor('the worker of the first lease to notice', patienceMs, () =>
        worker
          .logLines()
          .find(({ event, deliveryId }) => event === 'delivery_send_not_started' && deliveryId === verifying.id),
      )
      sending.kept.sendReply()
      const [late] = await world.until(
        'the answer to be recorded',
        [sending.id],
        ({ state }) => state === 'delivered',
        patienceMs,
      )
      const rows = [late!, ...(await world.find([verifying.id]))]
      expect(notSentOnce(rows)).toEqual([])
      expect([
        receivedOf(world, verifying.submissionId),
        receivedOf(world, sending.submissionId),
        judge(world.ledger, rows),
      ]).toEqual([1, 1, []])
      await world.killWorkers()
      clock.set(0)
    }
  })

  it('back: sends in progress are recorded, new deliveries are sent, and those of a lost worker wait', async () => {
    for (let round = 1; round <= count.rounds; round += 1) {
      const { world, peers } = here
      const doomed = await world.worker(patientTimes)
      const lost = await deliverKept(here, 'verification')
      doomed.signal('SIGKILL')
      await doomed.exited
      await world.worker({ ...patientTimes, DELIVERY_REAPER_S: '1' })
      const verifying = await deliverKept(here, 'verification', 1)
      const sending = await deliverKept(here, 'post', 2)
      // Their registrations have to be long ago: a clock that is set back would let their settle time begin again.
      await world.query("UPDATE capability SET settle_until = settle_until - interval '2 hours'")
      clock.set(-hourS)
      for (const { kept } of [verifying, sending]) kept.sendReply()
      const fresh = await world.deliver({ origin: peers[3]!.origin })
      const rows = await world.until(
        'all but one to arrive',
        [verifying.id, sending.id, fresh.id],
        ({ state }) => state === 'delivered',
        patienceMs,
      )
      expect(notSentOnce(rows)).toEqual([])
      expect(await world.find([lost.id])).toMatchObject([{ state: 'sending', sends: [] }])
      clock.set(hourS)
      rows.push(
        ...(await world.until('the last one to arrive', [lost.id], ({ state }) => state === 'delivered', patienceMs)),
      )
      expect([rows.map(({ submissionId }) => receivedOf(world, submissionId)), judge(world.ledger, rows)]).toEqual([
        [1, 1, 1, 1],
        [],
      ])
      await world.killWorkers()
      clock.set(0)
    }
  })
})
