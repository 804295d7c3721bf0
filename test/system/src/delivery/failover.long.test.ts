import { findInstalledPrograms } from '@course-grading/embedded-postgres'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fullRun } from '../full-run.ts'
import { patienceMs, type ServiceProcess, waitFor } from '../service-process.ts'
import { copyAtWork } from './base-backup.ts'
import type { DatabaseProxy } from './database-proxy.ts'
import type { DeliveryRow, DeliveryWorld } from './delivery-world.ts'
import { endPause, hurry, hurryVerifications } from './hurry.ts'
import { begunWithoutStart, judge } from './ledger.ts'
import { type PairWorld, type Placed, startPairWorld } from './pair-world.ts'
import { answer } from './peer.ts'
import { pgBasebackup } from './pg-basebackup.ts'
import { createPairOrigin, type PairMaker, type PairOptions, type PairOrigin } from './standby-pair.ts'
import { patientTimes } from './time-limits.ts'

/** A pause that can be waited for, and a verification that lasts until it is answered. */
const patientVerification = { CALLBACK_LOOK_TIMEOUT_MS: '60000', DELIVERY_LEASE_S: '120' }
const rounds = fullRun ? 5 : 1
const roundMs = 600_000

let origin: PairOrigin
let here: PairWorld | undefined
const startPair = async (options: PairOptions): Promise<PairWorld> => {
  here = await startPairWorld(origin, options)
  return here
}
afterEach(async () => {
  await here?.close()
  here = undefined
})

const idsOf = (placed: readonly Placed[]): string[] => placed.map(({ id }) => id)

/** Sets out, and comes to the request that is kept. */
async function setOut(world: DeliveryWorld, { id, kept }: Placed): Promise<void> {
  await world.release(id)
  await waitFor('the kept request', patienceMs, () => kept.isThere() || undefined)
}

/** Whatever is to be looked at or tried again later is so at once. */
async function untilDelivered({ world }: PairWorld, placed: readonly Placed[]): Promise<DeliveryRow[]> {
  return await waitFor('every grade to be known to have arrived', roundMs, async () => {
    await Promise.all([hurry(world), hurryVerifications(world)])
    const rows = await world.find(idsOf(placed))
    return rows.every(({ state }) => state === 'delivered') ? rows : undefined
  })
}

/** Whoever holds what was not sent will do nothing more about it. */
const lapseAll = (world: DeliveryWorld): Promise<unknown> =>
  world.query("UPDATE delivery SET lease_until = clock_timestamp() WHERE state = 'sending' AND started_at IS NULL")

const changesReported = (worker: ServiceProcess): number =>
  worker.logLines().filter(({ event }) => event === 'delivery_server_changed').length
const untilChangeReported = (worker: ServiceProcess): Promise<unknown> =>
  waitFor('the worker to tell of the other server', patienceMs, () => changesReported(worker) === 1 || undefined)

const receivedOf = ({ ledger }: DeliveryWorld, placed: readonly Placed[]): number[] =>
  placed.map(({ submissionId }) => ledger.posts.filter((post) => post.submissionId === submissionId).length)

/** The known server, and what the pause that its change began has let out before its end. */
async function pauseOf({ world }: PairWorld, lastEvent: string): Promise<unknown> {
  const [row] = await world.query(
    `
    SELECT control.timeline, count(event.id) FILTER (WHERE event.at < control.settle_until)::int AS early, count(event.id) > 0 AS later
    FROM delivery_control AS control LEFT JOIN delivery_event AS event ON event.id > $1 AND event.event IN ('leased', 'send_started')
    GROUP BY control.timeline`,
    [lastEvent],
  )
  return row
}
const wellPaused = { timeline: '00000002', early: 0, later: true }

/** What workers ask for while nothing may leave, they ask for in vain; so does whoever asks a second time. */
async function untilAskedInVain(way: DatabaseProxy): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    const asked = way.hold({ statement: 'leaseDelivery', part: 'answer', about: '', once: true })
    await asked.caught
    asked.release()
  }
}

/** By the number that an alert looks at, which is counted a few times a minute. */
const untilPauseReported = ({ opsPort }: ServiceProcess): Promise<unknown> =>
  waitFor(
    'the pause to be told',
    patienceMs,
    async () =>
      (await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()).includes('\ndelivery_settling 1\n') ||
      undefined,
  )

const programs = findInstalledPrograms()
const installed: PairMaker | null = programs === null ? null : { programs, takeBaseBackup: pgBasebackup(programs) }

const pairs: readonly { readonly title: string; readonly maker: PairMaker | null }[] = [
  { title: 'a standby of the embedded PostgreSQL', maker: { takeBaseBackup: copyAtWork } },
  {
    title: `a standby made with pg_basebackup${installed === null ? ' (left out: Debian has installed none)' : ''}`,
    maker: installed,
  },
]

for (const { title, maker } of pairs)
  describe.skipIf(maker === null)(title, () => {
    beforeAll(async () => {
      origin = await createPairOrigin(maker!)
    }, 120_000)
    afterAll(() => origin.remove())

    describe.each(fullRun ? (['on', 'remote_apply'] as const) : (['on'] as const))(
      'that is synchronous (%s) and takes over',
      { timeout: rounds * roundMs },
      (synchronous) => {
        it('knows every send start that was passed: deliveries pause, and go on, and none is sent twice', async () => {
          for (let round = 1; round <= rounds; round += 1) {
            const pairWorld = await startPair({ synchronous })
            const { pair, world } = pairWorld
            const ways = [await pairWorld.way(), await pairWorld.way()] as const
            const ofDoomed = await pairWorld.deliver('post')
            const sent = await pairWorld.deliver('post')
            const looking = await pairWorld.deliver('look')
            const waiting = await pairWorld.deliver()
            const doomed = await world.worker({ ...patientVerification, DATABASE_URL: ways[0].url })
            await setOut(world, ofDoomed)
            doomed.signal('SIGSTOP')
            const survivor = await world.worker({ ...patientVerification, DATABASE_URL: ways[1].url })
            await setOut(world, looking)
            await setOut(world, sent)

            await pair.primary.kill()
            doomed.signal('SIGKILL')
            await pair.promote()
            const starts = await pair.standby.ask<{ id: string }>(
              'SELECT id FROM delivery WHERE started_at IS NOT NULL',
            )
            expect(starts.map(({ id }) => id).sort()).toEqual([ofDoomed.id, sent.id].sort())
            const [{ last } = { last: '' }] = await pair.standby.ask<{ last: string }>(
              'SELECT max(id) AS last FROM delivery_event',
            )
            await pairWorld.leadToStandby(...ways)
            const everything = [ofDoomed, sent, looking, waiting]
            for (const { kept } of everything) kept.goOn()
            await world.release(waiting.id)
            await untilChangeReported(survivor)
            await lapseAll(world)

            const rows = await untilDelivered(pairWorld, everything)
            expect(await pauseOf(pairWorld, last)).toEqual(wellPaused)
            expect([receivedOf(world, everything), judge(world.ledger, rows), changesReported(survivor)]).toEqual([
              [1, 1, 1, 1],
              [],
              1,
            ])
            expect(begunWithoutStart(world.ledger, rows)).toEqual([])
            await pairWorld.close()
            here = undefined
          }
        })

        it('lets no send start be passed that it does not hear of, though the old primary lives on', async () => {
          const pairWorld = await startPair({ synchronous })
          const { pair, world } = pairWorld
          const way = await pairWorld.way()
          const cutOff = await world.worker({ ...patientTimes, DATABASE_URL: way.url, DATABASE_TIMEOUT_MS: '3000' })
          const placed = await pairWorld.deliver('look')
          await setOut(world, placed)
          await pair.untilEqual()
          await pair.cutStream()
          placed.kept.goOn()
          await waitFor('the send start to be unknown', patienceMs, () =>
            cutOff
              .logLines()
              .find(({ message, deliveryId }) => message === 'send start unknown' && deliveryId === placed.id),
          )
          expect(world.ledger.begun).toEqual([])

          await pair.promote()
          await pairWorld.leadToStandby()
          const successor = await world.worker(patientTimes)
          await untilChangeReported(successor)
          await lapseAll(world)
          await endPause(world)
          const rows = await untilDelivered(pairWorld, [placed])
          expect([receivedOf(world, [placed]), judge(world.ledger, rows)]).toEqual([[1], []])
          expect(cutOff.logLines().filter(({ event }) => event === 'delivery_send_started')).toEqual([])
        })
      },
    )

    describe.each(fullRun ? ['lives on', 'dies with the old primary'] : ['lives on'])(
      'that had not heard of the send starts, and a worker that %s',
      { timeout: rounds * roundMs },
      (fate) => {
        it('is paused for until everything has arrived, and the verification finds it: none is sent twice', async () => {
          for (let round = 1; round <= rounds; round += 1) {
            const pairWorld = await startPair({ synchronous: null })
            const { pair, world, platform } = pairWorld
            const way = await pairWorld.way()
            const env = { ...patientTimes, DATABASE_URL: way.url, DELIVERY_REAPER_S: '1' }
            const [accepted, failed, late, unsent] = [
              await pairWorld.deliver(),
              await pairWorld.deliver(),
              await pairWorld.deliver(),
              await pairWorld.deliver(),
            ]
            const everything = [accepted, failed, late, unsent]
            let worker = await world.worker(env)
            for (const placed of everything) await setOut(world, placed)
            await pair.untilEqual()
            await pair.cutStream()

            platform.replyWith(failed.submissionId, answer('500 Internal Server Error', ''))
            const arriving = platform.keep('post', late.submissionId)
            const sendStart = way.hold({ statement: 'startSend', part: 'statement', about: unsent.id })
            for (const { kept } of everything) kept.goOn()
            await world.until('the first to arrive', [accepted.id], ({ state }) => state === 'delivered', patienceMs)
            await world.until('the second to be unclear', [failed.id], ({ state }) => state === 'ambiguous', patienceMs)
            await waitFor('the third to be on its way', patienceMs, () => arriving.isThere() || undefined)
            await sendStart.caught

            await pair.primary.kill()
            way.cut()
            way.releaseAll()
            if (fate !== 'lives on') await world.killWorkers()
            await pair.promote()
            const known = await pair.standby.ask<{ state: string; started_at: Date | null }>(
              'SELECT state, started_at FROM delivery',
            )
            expect(known).toEqual(everything.map(() => ({ state: 'sending', started_at: null })))
            const [{ last } = { last: '' }] = await pair.standby.ask<{ last: string }>(
              'SELECT max(id) AS last FROM delivery_event',
            )
            await pairWorld.leadToStandby(way)
            if (fate !== 'lives on') worker = await world.worker(env)
            await untilChangeReported(worker)
            await lapseAll(world)
            await world.until('the leases to expire', idsOf(everything), ({ state }) => state === 'pending', patienceMs)
            await untilAskedInVain(way)
            if (fullRun) await untilPauseReported(worker)
            expect(receivedOf(world, everything)).toEqual([1, 1, 1, 0])
            arriving.goOn()
            await endPause(world)

            const rows = await untilDelivered(pairWorld, everything)
            expect(await pauseOf(pairWorld, last)).toEqual(wellPaused)
            expect([receivedOf(world, everything), judge(world.ledger, rows)]).toEqual([[1, 1, 1, 1], []])
            const proofs = await world.query('SELECT confirmed_by FROM delivery ORDER BY ordinal')
            expect(proofs.map(({ confirmed_by: by }) => by)).toEqual(['read_back', 'read_back', 'read_back', 'answer'])
            await pairWorld.close()
            here = undefined
          }
        })
      },
    )
  })
