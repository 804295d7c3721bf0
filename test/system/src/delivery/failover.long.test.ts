import { fullRun } from '@course-grading/data/testing/full-run'
import { findInstalledPrograms } from '@course-grading/test-embedded-postgres'
import { describe, expect, test } from 'vitest'
import { type ServiceProcess, waitFor } from '../service-process.ts'
import { copyRunning } from './base-backup.ts'
import type { DatabaseProxy } from './database-proxy.ts'
import type { DeliveryRow, DeliveryWorld } from './delivery-world.ts'
import { endPause, makeRetriesDue, makeVerificationsDue } from './make-due.ts'
import { begunWithoutStart, judge } from './ledger.ts'
import { type KeptDelivery, type PairWorld, startPairWorld } from './pair-world.ts'
import { answer } from './peer.ts'
import { pgBasebackup } from './pg-basebackup.ts'
import { createPairOrigin, type PairMaker, type PairOptions } from './standby-pair.ts'
import { patientTimes } from './time-limits.ts'

const repeats = fullRun ? 4 : 0
const roundMs = 600_000

const programs = findInstalledPrograms()
const installed: PairMaker | null = programs === null ? null : { programs, takeBaseBackup: pgBasebackup(programs) }

const pairs: readonly { readonly title: string; readonly maker: PairMaker | null }[] = [
  { title: 'a standby of the embedded PostgreSQL', maker: { takeBaseBackup: copyRunning } },
  {
    title: `a standby made with pg_basebackup${installed === null ? ' (left out: Debian has installed none)' : ''}`,
    maker: installed,
  },
]

for (const { title, maker } of pairs) {
  const it = pairTest(maker)
  describe.skipIf(maker === null)(title, () => {
    describe.each(fullRun ? (['on', 'remote_apply'] as const) : (['on'] as const))(
      'that is synchronous (%s) and takes over',
      { timeout: roundMs },
      (synchronous) => {
        it(
          'knows every send start: deliveries pause and continue, and none is sent twice',
          { repeats },
          async ({ startPair }) => {
            const pairWorld = await startPair({ synchronous })
            const { pair, world } = pairWorld
            const proxies = [await pairWorld.proxy(), await pairWorld.proxy()] as const
            const ofDoomed = await pairWorld.deliver('post')
            const sent = await pairWorld.deliver('post')
            const verifying = await pairWorld.deliver('verification')
            const waiting = await pairWorld.deliver()
            const doomed = await world.worker({ ...patientVerification, DATABASE_URL: proxies[0].url })
            await releaseUntilKept(world, ofDoomed)
            doomed.signal('SIGSTOP')
            const survivor = await world.worker({ ...patientVerification, DATABASE_URL: proxies[1].url })
            await releaseUntilKept(world, verifying)
            await releaseUntilKept(world, sent)

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
            await pairWorld.redirectToStandby(...proxies)
            const everything = [ofDoomed, sent, verifying, waiting]
            for (const { kept } of everything) kept.sendReply()
            await world.release(waiting.id)
            await survivor.untilLogged({ event: 'delivery_server_changed' })
            await expireUnsentLeases(world)

            const rows = await untilDelivered(pairWorld, everything)
            expect(await pauseOf(pairWorld, last)).toEqual(expectedPause)
            expect(receivedOf(world, everything)).toEqual([1, 1, 1, 1])
            expect(judge(world.ledger, rows)).toEqual([])
            expect(changesReported(survivor)).toBe(1)
            expect(begunWithoutStart(world.ledger, rows)).toEqual([])
          },
        )

        it('allows no send start that it has not received, although the old primary still runs', async ({
          startPair,
        }) => {
          const pairWorld = await startPair({ synchronous })
          const { pair, world } = pairWorld
          const proxy = await pairWorld.proxy()
          const cutOff = await world.worker({ ...patientTimes, DATABASE_URL: proxy.url, DATABASE_TIMEOUT_MS: '3000' })
          const placed = await pairWorld.deliver('verification')
          await releaseUntilKept(world, placed)
          await pair.untilEqual()
          await pair.cutStream()
          placed.kept.sendReply()
          await cutOff.untilLogged({ message: 'send start unknown', deliveryId: placed.id })
          expect(world.ledger.begun).toEqual([])

          await pair.promote()
          await pairWorld.redirectToStandby()
          const successor = await world.worker(patientTimes)
          await successor.untilLogged({ event: 'delivery_server_changed' })
          await expireUnsentLeases(world)
          await endPause(world)
          const rows = await untilDelivered(pairWorld, [placed])
          expect(receivedOf(world, [placed])).toEqual([1])
          expect(judge(world.ledger, rows)).toEqual([])
          expect(cutOff.logLines().filter(({ event }) => event === 'delivery_send_started')).toEqual([])
        })
      },
    )

    describe.each(fullRun ? ['keeps running', 'is killed with the old primary'] : ['keeps running'])(
      'that had not received the send starts, and a worker that %s',
      { timeout: roundMs },
      (fate) => {
        it(
          'causes a pause until everything has arrived, and verifications find it: none is sent twice',
          { repeats },
          async ({ startPair }) => {
            const pairWorld = await startPair({ synchronous: null })
            const { pair, world, platform } = pairWorld
            const proxy = await pairWorld.proxy()
            const env = { ...patientTimes, DATABASE_URL: proxy.url, DELIVERY_REAPER_S: '1' }
            const [accepted, failed, late, unsent] = [
              await pairWorld.deliver(),
              await pairWorld.deliver(),
              await pairWorld.deliver(),
              await pairWorld.deliver(),
            ]
            const everything = [accepted, failed, late, unsent]
            let worker = await world.worker(env)
            for (const placed of everything) await releaseUntilKept(world, placed)
            await pair.untilEqual()
            await pair.cutStream()

            platform.replyWith(failed.submissionId, answer('500 Internal Server Error', ''))
            const arriving = platform.keep('post', late.submissionId)
            const sendStart = proxy.hold({ statement: 'startSend', part: 'statement', about: unsent.id })
            for (const { kept } of everything) kept.sendReply()
            await world.until('the first to arrive', [accepted.id], 'delivered')
            await world.until('the second to be ambiguous', [failed.id], 'ambiguous')
            await waitFor('the third to be held by the platform', () => arriving.isThere())
            await sendStart.caught

            await pair.primary.kill()
            proxy.cut()
            proxy.releaseAll()
            if (fate !== 'keeps running') await world.killWorkers()
            await pair.promote()
            const known = await pair.standby.ask<{ state: string; started_at: Date | null }>(
              'SELECT state, started_at FROM delivery',
            )
            expect(known).toEqual(everything.map(() => ({ state: 'sending', started_at: null })))
            const [{ last } = { last: '' }] = await pair.standby.ask<{ last: string }>(
              'SELECT max(id) AS last FROM delivery_event',
            )
            await pairWorld.redirectToStandby(proxy)
            if (fate !== 'keeps running') worker = await world.worker(env)
            await worker.untilLogged({ event: 'delivery_server_changed' })
            await expireUnsentLeases(world)
            await world.until('the leases to expire', everything, 'pending')
            await untilAskedTwice(proxy)
            if (fullRun) await untilPauseReported(worker)
            expect(receivedOf(world, everything)).toEqual([1, 1, 1, 0])
            arriving.sendReply()
            await endPause(world)

            const rows = await untilDelivered(pairWorld, everything)
            expect(await pauseOf(pairWorld, last)).toEqual(expectedPause)
            expect(receivedOf(world, everything)).toEqual([1, 1, 1, 1])
            expect(judge(world.ledger, rows)).toEqual([])
            const proofs = await world.query('SELECT confirmed_by FROM delivery ORDER BY ordinal')
            expect(proofs.map(({ confirmed_by: by }) => by)).toEqual(['read_back', 'read_back', 'read_back', 'answer'])
          },
        )
      },
    )
  })
}

/** A verification may last until the test replies to it. The settle time is short enough to wait for. */
const patientVerification = { CALLBACK_VERIFICATION_TIMEOUT_MS: '60000', DELIVERY_LEASE_S: '120' }

function pairTest(maker: PairMaker | null) {
  return test
    .extend('origin', { scope: 'file' }, async ({}, { onCleanup }) => {
      const origin = await createPairOrigin(maker!)
      onCleanup(origin.remove)
      return origin
    })
    .extend('startPair', ({ origin }, { onCleanup }) => {
      let opened: PairWorld | undefined
      onCleanup(async () => await opened?.close())
      return async (options: PairOptions) => (opened = await startPairWorld(origin, options))
    })
}

/** Releases a delivery, and waits until the platform holds its request. */
async function releaseUntilKept(world: DeliveryWorld, { id, kept }: KeptDelivery): Promise<void> {
  await world.release(id)
  await waitFor('the kept request', () => kept.isThere())
}

/** Waits until every grade is recorded as delivered. Retries and read-backs are made due at once. */
async function untilDelivered({ world }: PairWorld, placed: readonly KeptDelivery[]): Promise<DeliveryRow[]> {
  return await waitFor(
    'every grade to be known to have arrived',
    async () => {
      await Promise.all([makeRetriesDue(world), makeVerificationsDue(world)])
      const rows = await world.find(placed)
      return rows.every(({ state }) => state === 'delivered') ? rows : undefined
    },
    roundMs,
  )
}

/** Ends the leases of deliveries whose send has not started. */
const expireUnsentLeases = (world: DeliveryWorld): Promise<unknown> =>
  world.query("UPDATE delivery SET lease_until = clock_timestamp() WHERE state = 'sending' AND started_at IS NULL")

const changesReported = (worker: ServiceProcess): number =>
  worker.logLines().filter(({ event }) => event === 'delivery_server_changed').length

const receivedOf = ({ ledger }: DeliveryWorld, placed: readonly KeptDelivery[]): number[] =>
  placed.map(({ submissionId }) => ledger.posts.filter((post) => post.submissionId === submissionId).length)

/** The known server's timeline, how many leases and send starts happened during the pause, and whether any happened later. */
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
const expectedPause = { timeline: '00000002', early: 0, later: true }

/** Waits until workers have tried to lease a delivery twice. During the pause they get none. */
async function untilAskedTwice(proxy: DatabaseProxy): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    const asked = proxy.hold({ statement: 'leaseDelivery', part: 'answer', about: '', once: true })
    await asked.caught
    asked.release()
  }
}

/** Waits for the metric that an alert uses. It is updated a few times a minute. */
const untilPauseReported = ({ opsPort }: ServiceProcess): Promise<unknown> =>
  waitFor(
    'the pause to be reported',
    async () =>
      (await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()).includes('\ndelivery_settling 1\n') ||
      undefined,
  )
