import { fullRun } from '@course-grading/data/testing/full-run'
import { startCommand } from '@course-grading/test-kit'
import { describe, expect } from 'vitest'
import { type ServiceProcess, waitFor } from '../service-process.ts'
import { ok, says } from './behaviour.ts'
import { it } from './delivery-test.ts'
import { type DeliveryWorld, firstKey, isFinal, ringText, secondKey } from './delivery-world.ts'
import { judge } from './ledger.ts'
import { answer, type Peer, type PeerPlay, ungraded } from './peer.ts'
import { boundedTimes } from './time-limits.ts'

const limitMs = fullRun ? 900_000 : 240_000

describe('grades that may have arrived', { timeout: limitMs }, () => {
  it('are not sent again across restarts, a key rotation and other traffic, and stay ambiguous unless they are found', async ({
    world,
  }) => {
    const { ambiguous, found, forgetful, healthy } = await makeAmbiguous(world)
    const all = [...ambiguous, ...found]
    const traffic: string[] = []
    let stage = -1
    for (let restart = 1; restart <= count.restarts; restart += 1) {
      const next = Math.floor(((restart - 1) * rings.length) / count.restarts)
      const ring = rings[next]!
      const worker = await world.worker({ ...boundedTimes, CAPABILITY_KEYS: ringText(...ring) })
      if (restart === 1) await world.until('those of a lost worker to be ambiguous', all, isFinal, limitMs)
      await makeVerificationsDue(world, all)
      traffic.push(...(await deliverOthers(world, healthy, ring[0])))
      // A worker that is killed may leave verifications unfinished.
      if (restart % 2 === 0 || restart === count.restarts) await untilVerified(world, all)
      if (next === 1 && stage !== 1) await rotateKeys(world)
      stage = next
      await end(worker, restart)
      const moved = (await world.find(all)).filter(({ state }) => state !== 'ambiguous')
      expect(
        moved.map(({ events }) => events.join(' ')),
        `restart ${restart}`,
      ).toEqual([])
    }

    forgetful.play({
      verification: async ({ socket, submissionId, whole }) => {
        await whole
        const mark = world.ledger.posts.find((post) => post.submissionId === submissionId)?.mark
        socket.write(
          answer(
            '200 OK',
            ungraded(submissionId, {
              status: 'ready',
              grade: 12,
              grading_time: '2026-11-01T10:00:00Z',
              grading_data: { delivery_id: mark },
            }),
          ),
        )
      },
    })
    const worker = await world.worker({ ...boundedTimes, CAPABILITY_KEYS: ringText(secondKey) })
    await makeVerificationsDue(world, all)
    await world.until('those that are shown to be found', found, 'delivered', limitMs)
    await untilVerified(world, all)
    await worker.stop()

    const after = await world.find(all)
    const isFound = new Set(found.map(({ id }) => id))
    expect(after.map(({ id, state }) => [isFound.has(id), state])).toEqual(
      after.map(({ id }) => [isFound.has(id), isFound.has(id) ? 'delivered' : 'ambiguous']),
    )
    expect(after.filter(({ id, events }) => isFound.has(id) && events.at(-1) !== 'read_back')).toEqual([])
    // No second request has even begun.
    const begun = new Map(
      Array.from(
        Map.groupBy(world.ledger.begun, (submissionId) => submissionId),
        ([submissionId, { length }]) => [submissionId, length],
      ),
    )
    expect(all.filter(({ submissionId }) => begun.get(submissionId) !== 1)).toEqual([])
    expect(judge(world.ledger, [...after, ...(await world.find(traffic))])).toEqual([])
    expect(after).toHaveLength(rows)
    expect(traffic).toHaveLength(4 * count.restarts)
    process.stdout.write(
      `restarts: ${ambiguous.length} grades still ambiguous, ${found.length} found, after ${count.restarts} restarts\n`,
    )
  })
})

/** `each`: deliveries for each ambiguous reply. `found`: those found in the end. `lost`: sends whose worker was killed, four for each origin. */
const count = fullRun ? { each: 39, found: 20, lost: 24, restarts: 20 } : { each: 3, found: 4, lost: 4, restarts: 3 }
const rows = 4 * count.each + count.found + count.lost
/** Each peer receives its grade, and the platform never shows it, so a verification proves nothing. */
const ambiguousPlays: readonly PeerPlay[] = [
  says(answer('502 Bad Gateway', '')),
  says('', 'close'),
  says(ok.slice(0, -5), 'close'),
  says(answer('200 OK', '{"success":false,"errors":["IntegrityError(1)"]}')),
]
const silent: PeerPlay = { post: async ({ whole }) => await whole }

/** The first key of a ring seals, and all of them open. The order is that of an operator's key rotation. */
const rings = [[firstKey, secondKey], [secondKey, firstKey], [secondKey]] as const

interface Grade {
  readonly id: string
  readonly submissionId: number
}

/** Sends grades that are then ambiguous: by what their peers replied, and because their worker was killed. */
async function makeAmbiguous(world: DeliveryWorld) {
  const [ambiguous, found]: [Grade[], Grade[]] = [[], []]
  const played = async (play: PeerPlay): Promise<Peer> => {
    const peer = await world.peer()
    peer.play(play)
    return peer
  }
  const peers = await Promise.all(ambiguousPlays.map(played))
  const [healthy, forgetful] = [await played({}), await played(ambiguousPlays[0]!)]
  const silentPeers = await Promise.all(Array.from({ length: count.lost / 4 }, () => played(silent)))
  const worker = await world.worker(boundedTimes)
  for (const { origin } of peers)
    for (let left = count.each; left > 0; left -= 1) ambiguous.push(await world.deliver({ origin }))
  for (let left = count.found; left > 0; left -= 1) found.push(await world.deliver({ origin: forgetful.origin }))
  await world.until('the first to be ambiguous', [...ambiguous, ...found], 'ambiguous', limitMs)
  for (const { origin } of silentPeers)
    for (let left = 4; left > 0; left -= 1) ambiguous.push(await world.deliver({ origin }))
  await waitFor('every grade to be received', () => world.ledger.posts.length >= rows, limitMs)
  worker.signal('SIGKILL')
  await worker.exited
  // Ends its leases at once, as if their time had passed.
  await world.query("UPDATE delivery SET lease_until = clock_timestamp() WHERE state = 'sending'")
  return { ambiguous, found, forgetful, healthy }
}

/** Makes all read-backs due, and resets their number, as if hours had passed. */
const makeVerificationsDue = ({ query }: DeliveryWorld, grades: readonly Grade[]) =>
  query(
    "UPDATE delivery SET verifications = 0, next_verification_at = clock_timestamp() WHERE state = 'ambiguous' AND id = ANY ($1)",
    [grades.map(({ id }) => id)],
  )

async function untilVerified({ query }: DeliveryWorld, grades: readonly Grade[]): Promise<void> {
  await waitFor(
    'every verification',
    async () => {
      const [left] = await query<{ count: number }>(
        "SELECT count(*)::int AS count FROM delivery WHERE state = 'ambiguous' AND verifications = 0 AND id = ANY ($1)",
        [grades.map(({ id }) => id)],
      )
      return left?.count === 0
    },
    limitMs,
  )
}

/** Delivers other grades, while the same worker verifies the ambiguous ones. */
async function deliverOthers(world: DeliveryWorld, { origin }: Peer, key: typeof firstKey): Promise<string[]> {
  const ids: string[] = []
  for (let left = 4; left > 0; left -= 1) ids.push((await world.deliver({ origin, key })).id)
  await world.until('other grades to arrive', ids, 'delivered', limitMs)
  return ids
}

const rotate = new URL('../../../../services/manual-grading/bin/rotate-capabilities.ts', import.meta.url)
async function rotateKeys(world: DeliveryWorld): Promise<void> {
  const env = { DATABASE_URL: world.databaseUrl, CAPABILITY_KEYS: ringText(...rings[1]) }
  const { code, output } = await startCommand(rotate, ['run'], env).ended
  expect(output).toMatch(new RegExp(`all under ${secondKey.id}$`))
  expect(code).toBe(0)
}

/** Stops every other worker in an orderly way, and kills the rest. */
async function end(worker: ServiceProcess, restart: number): Promise<void> {
  if (restart % 2 === 0) return await worker.stop()
  worker.signal('SIGKILL')
  await worker.exited
}
