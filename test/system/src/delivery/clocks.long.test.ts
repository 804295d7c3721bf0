import { fullRun } from '@course-grading/data/testing/full-run'
import { describe, expect } from 'vitest'
import type { Fixture } from '../fixture.ts'
import { startPrivateDatabase } from '../private-database.ts'
import { type ServiceProcess, waitFor } from '../service-process.ts'
import { it as onDeliveries, withServer } from './delivery-test.ts'
import { type DeliveryRow, type DeliveryWorld, shortTimes } from './delivery-world.ts'
import { makeRetriesDue, makeVerificationsDue } from './make-due.ts'
import { judge } from './ledger.ts'
import { patientTimes } from './time-limits.ts'
import { createRememberingPlatform, type KeptRequest } from './remembering-platform.ts'
import { clockLibrary, createShiftedClock, type ShiftedClock } from '@course-grading/test-database/shifted-clock'
const limitMs = fullRun ? 6_000_000 : 600_000
const leftOut = clockLibrary === null ? ' (left out: there is no libfaketime)' : ''

describe.skipIf(clockLibrary === null)(`workers whose clocks are wrong${leftOut}`, { timeout: limitMs }, () => {
  it('send each grade once, and take back a lost delivery when its lease ends, not sooner', async ({
    world,
    here,
    startShifted,
  }) => {
    const { peers } = here
    const lost = await startShifted(hourS)
    const verifying = await deliverKept(here, 'verification')
    const sending = await deliverKept(here, 'post', 2)
    lost.worker.signal('SIGKILL')
    await lost.worker.exited
    const others = await Promise.all(
      [hourS, -hourS, 0].map((aheadS) => startShifted(aheadS, { ...patientTimes, DELIVERY_REAPER_S: '1' })),
    )
    const backwards = others[2]!
    const ids: string[] = []
    for (let hours = 1; hours <= steps; hours += 1) {
      for (const { origin } of [...peers, ...peers]) ids.push((await world.deliver({ origin })).id)
      backwards.clock.set(-hours * hourS)
      await world.until('the grades to arrive', ids, 'delivered', limitMs)
    }
    expect(notSentOnce(await world.find(ids))).toEqual([])

    sending.kept.sendReply()
    await world.until('what was lost before the send start to arrive', [verifying.id], 'delivered')
    await waitFor('what was lost after the send start to be found', async () => {
      await makeVerificationsDue(world)
      return (await world.find([sending.id]))[0]?.state === 'delivered'
    })
    await Promise.all(others.map(({ worker }) => worker.stop()))
    expect(others.map(({ worker }) => aheadOf(worker).at(-1))).toEqual([1, -1, -steps])
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

  it('do not judge a send start late because the clock jumped ahead', async ({ world, here, startShifted }) => {
    const { clock, id, release, sinceMs } = await heldStart(here, startShifted)
    clock.set(hourS)
    release()
    const { sends } = await decided(here, id)
    // On a slow machine it may really be late.
    if (sinceMs() < 2_000) expect(sends).toEqual(['1 delivered accepted write_begun'])
    const rows = await world.until('the grade to arrive', [id], 'delivered')
    expect(judge(world.ledger, rows)).toEqual([])
  })

  it('notice that a send start is late although the clock was set back', async ({ world, here, startShifted }) => {
    const { clock, id, release } = await heldStart(here, startShifted)
    clock.set(-hourS)
    await waitFor('the send start to be late', async () => {
      const [sendStart] = await world.query<{ late: boolean }>(
        "SELECT clock_timestamp() > started_at + interval '2.5 s' AS late FROM delivery WHERE id = $1",
        [id],
      )
      return sendStart?.late
    })
    release()
    expect((await decided(here, id)).sends[0]).toMatch(/^1 unsent (too_late|start_unknown) send_started$/)
    await makeRetriesDue(world)
    const rows = await world.until('the grade to arrive', [id], 'delivered')
    expect(rows[0]?.sends).toHaveLength(2)
    expect(judge(world.ledger, rows)).toEqual([])
  })
})

const onServer = withServer()
  .extend('clock', { scope: 'file' }, ({}, { onCleanup }) => {
    const clock = createShiftedClock()
    onCleanup(() => clock.remove([]))
    return clock
  })
  .extend('postgres', { scope: 'file' }, async ({ clock }, { onCleanup }) => {
    const postgres = await startPrivateDatabase({}, { env: clock.env })
    onCleanup(postgres.remove)
    await postgres.migrate()
    return postgres
  })
  .extend('here', { scope: 'file' }, clockWorld)

describe.skipIf(clockLibrary === null)(`a database whose clock jumps${leftOut}`, { timeout: limitMs }, () => {
  onServer(
    'ahead: leased deliveries are taken back too early, and none is sent twice',
    { repeats },
    async ({ world, clock, here }) => {
      const worker = await world.worker({ ...patientTimes, DELIVERY_REAPER_S: '1' })
      const verifying = await deliverKept(here, 'verification')
      const sending = await deliverKept(here, 'post', 1)
      clock.set(hourS)
      await world.until('the one before the send start to be delivered', [verifying.id], 'delivered')
      await world.until('the one after the send start to be ambiguous', [sending.id], 'ambiguous')
      verifying.kept.sendReply()
      await worker.untilLogged({ event: 'delivery_send_not_started', deliveryId: verifying.id })
      sending.kept.sendReply()
      const [late] = await world.until('the answer to be recorded', [sending.id], 'delivered')
      const rows = [late!, ...(await world.find([verifying.id]))]
      expect(notSentOnce(rows)).toEqual([])
      expect(receivedOf(world, verifying.submissionId)).toBe(1)
      expect(receivedOf(world, sending.submissionId)).toBe(1)
      expect(judge(world.ledger, rows)).toEqual([])
      await world.killWorkers()
      clock.set(0)
    },
  )

  onServer(
    'back: sends in progress are recorded, new deliveries are sent, and those of a lost worker wait',
    { repeats },
    async ({ world, clock, here }) => {
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
      const fresh = await world.deliver({ origin: here.peers[3]!.origin })
      const rows = await world.until('all but one to arrive', [verifying.id, sending.id, fresh.id], 'delivered')
      expect(notSentOnce(rows)).toEqual([])
      expect(await world.find([lost.id])).toMatchObject([{ state: 'sending', sends: [] }])
      clock.set(hourS)
      rows.push(...(await world.until('the last one to arrive', [lost.id], 'delivered')))
      expect(rows.map(({ submissionId }) => receivedOf(world, submissionId))).toEqual([1, 1, 1, 1])
      expect(judge(world.ledger, rows)).toEqual([])
      await world.killWorkers()
      clock.set(0)
    },
  )
})

const hourS = 3600

type ClockWorld = Awaited<ReturnType<typeof clockWorld>>

/** One platform behind as many peers as a test needs. */
async function clockWorld({ world }: { world: DeliveryWorld }) {
  const platform = createRememberingPlatform(world.ledger)
  const certificate = world.certificate()
  const peers = await Promise.all([undefined, undefined, certificate, certificate].map((each) => world.peer(each)))
  for (const peer of peers) peer.play(platform.play)
  return { world, platform, peers }
}

type StartShifted = (
  aheadS: number,
  env?: Record<string, string>,
) => Promise<{ worker: ServiceProcess; clock: ShiftedClock }>

/** Starts workers, each with a clock of its own. */
function startingShifted({ world }: { world: DeliveryWorld }, { onCleanup }: Fixture): StartShifted {
  const clocks: { readonly clock: ShiftedClock; readonly pid: number }[] = []
  onCleanup(async () => {
    await world.killWorkers()
    for (const { clock, pid } of clocks) clock.remove([pid])
  })
  return async (aheadS, env) => {
    const clock = createShiftedClock(aheadS)
    const worker = await world.worker({ ...env, ...clock.env })
    clocks.push({ clock, pid: worker.pid })
    return { worker, clock }
  }
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
  await waitFor(`its ${request}`, () => kept.isThere())
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

/** A send start whose reply has reached the proxy but not the worker. */
async function heldStart(
  { world, peers }: ClockWorld,
  startShifted: StartShifted,
): Promise<{ clock: ShiftedClock; id: string; release: () => void; sinceMs: () => number }> {
  const proxy = await world.proxy()
  const { clock } = await startShifted(0, { ...patientTimes, DATABASE_URL: proxy.url })
  const { id } = await world.deliver({ origin: peers[0]!.origin, held: true })
  const { caught, release } = proxy.hold({ statement: 'startSend', part: 'answer', about: id, once: true })
  const releasedAt = performance.now()
  await world.release(id)
  await caught
  return { clock, id, release, sinceMs: () => performance.now() - releasedAt }
}
const decided = async ({ world }: ClockWorld, id: string): Promise<DeliveryRow> => {
  const [row] = await world.until(
    'the first send to be decided',
    [id],
    ({ sends }) => sends[0]?.startsWith('1 open') === false,
  )
  return row!
}

const [steps, repeats] = fullRun ? [40, 9] : [3, 0]

const it = onDeliveries.extend('here', { scope: 'file' }, clockWorld).extend('startShifted', startingShifted)
