import { startCommand } from '@course-grading/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fullRun } from '../full-run.ts'
import { type ServiceProcess, waitFor } from '../service-process.ts'
import { ok, says } from './behaviour.ts'
import {
  type DeliveryRow,
  type DeliveryWorld,
  firstKey,
  ringText,
  secondKey,
  startDeliveryWorld,
} from './delivery-world.ts'
import { judge } from './ledger.ts'
import { answer, type Peer, type PeerPlay, ungraded } from './peer.ts'
import { boundedTimes } from './time-limits.ts'

/** `each`: deliveries for each ambiguous reply. `found`: those found in the end. `lost`: sends whose worker was killed, four for each origin. */
const count = fullRun ? { each: 39, found: 20, lost: 24, restarts: 20 } : { each: 3, found: 4, lost: 4, restarts: 3 }
const rows = 4 * count.each + count.found + count.lost
const limitMs = fullRun ? 900_000 : 240_000

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
const rotate = new URL('../../../../services/manual-grading/bin/rotate-capabilities.ts', import.meta.url)

let world: DeliveryWorld
let healthy: Peer
let forgetful: Peer
const ambiguous: { readonly id: string; readonly submissionId: number }[] = []
const found: typeof ambiguous = []
const traffic: string[] = []

beforeAll(async () => {
  world = await startDeliveryWorld()
  const plays = ambiguousPlays.flatMap((play) => Array.from({ length: count.each }, () => play))
  const peers = new Map<PeerPlay, Peer>()
  for (const play of ambiguousPlays) peers.set(play, await played(play))
  healthy = await played({})
  forgetful = await played(ambiguousPlays[0]!)
  const silentPeers = await Promise.all(Array.from({ length: count.lost / 4 }, () => played(silent)))
  const worker = await world.worker(boundedTimes)
  for (const play of plays) ambiguous.push(await world.deliver({ origin: peers.get(play)!.origin }))
  for (let left = count.found; left > 0; left -= 1) found.push(await world.deliver({ origin: forgetful.origin }))
  const first = [...ambiguous, ...found]
  await world.until(
    'the first to be ambiguous',
    first.map(({ id }) => id),
    ({ state }) => state === 'ambiguous',
    limitMs,
  )
  for (const { origin } of silentPeers)
    for (let left = 4; left > 0; left -= 1) ambiguous.push(await world.deliver({ origin }))
  await waitFor('every grade to be received', limitMs, () => world.ledger.posts.length >= rows || undefined)
  worker.signal('SIGKILL')
  await worker.exited
  // Ends its leases at once, as if their time had passed.
  await world.query("UPDATE delivery SET lease_until = clock_timestamp() WHERE state = 'sending'")
}, limitMs)
afterAll(() => world.close())

async function played(play: PeerPlay): Promise<Peer> {
  const peer = await world.peer()
  peer.play(play)
  return peer
}

const all = (): string[] => [...ambiguous, ...found].map(({ id }) => id)
const unfinished = ({ state }: DeliveryRow): boolean => state === 'pending' || state === 'sending'

/** Makes all read-backs due, and resets their number, as if hours had passed. */
const makeVerificationsDue = () =>
  world.query(
    "UPDATE delivery SET verifications = 0, next_verification_at = clock_timestamp() WHERE state = 'ambiguous' AND id = ANY ($1)",
    [all()],
  )

async function untilVerified(): Promise<void> {
  await waitFor('every verification', limitMs, async () => {
    const [left] = await world.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM delivery WHERE state = 'ambiguous' AND verifications = 0 AND id = ANY ($1)",
      [all()],
    )
    return left?.count === 0 || undefined
  })
}

/** Delivers other grades, while the same worker verifies the ambiguous ones. */
async function someTraffic(key: typeof firstKey): Promise<void> {
  const ids: string[] = []
  for (let left = 4; left > 0; left -= 1) ids.push((await world.deliver({ origin: healthy.origin, key })).id)
  await world.until('other grades to arrive', ids, ({ state }) => state === 'delivered', limitMs)
  traffic.push(...ids)
}

async function rotateKeys(): Promise<void> {
  const env = { DATABASE_URL: world.databaseUrl, CAPABILITY_KEYS: ringText(...rings[1]) }
  const { code, output } = await startCommand(rotate, ['run'], env).ended
  expect([code, output]).toEqual([0, expect.stringMatching(new RegExp(`all under ${secondKey.id}$`))])
}

/** Stops every other worker in an orderly way, and kills the rest. */
async function end(worker: ServiceProcess, restart: number): Promise<void> {
  if (restart % 2 === 0) return await worker.stop()
  worker.signal('SIGKILL')
  await worker.exited
}

describe('grades that may have arrived', { timeout: limitMs }, () => {
  it('are not sent again across restarts, a key rotation and other traffic, and stay ambiguous unless they are found', async () => {
    let stage = -1
    for (let restart = 1; restart <= count.restarts; restart += 1) {
      const next = Math.floor(((restart - 1) * rings.length) / count.restarts)
      const ring = rings[next]!
      const worker = await world.worker({ ...boundedTimes, CAPABILITY_KEYS: ringText(...ring) })
      if (restart === 1)
        await world.until('those of a lost worker to be ambiguous', all(), (row) => !unfinished(row), limitMs)
      await makeVerificationsDue()
      await someTraffic(ring[0])
      // A worker that is killed may leave verifications unfinished.
      if (restart % 2 === 0 || restart === count.restarts) await untilVerified()
      if (next === 1 && stage !== 1) await rotateKeys()
      stage = next
      await end(worker, restart)
      const moved = (await world.find(all())).filter(({ state }) => state !== 'ambiguous')
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
    await makeVerificationsDue()
    await world.until(
      'those that are shown to be found',
      found.map(({ id }) => id),
      ({ state }) => state === 'delivered',
      limitMs,
    )
    await untilVerified()
    await worker.stop()

    const after = await world.find(all())
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
    expect([...ambiguous, ...found].filter(({ submissionId }) => begun.get(submissionId) !== 1)).toEqual([])
    expect(judge(world.ledger, [...after, ...(await world.find(traffic))])).toEqual([])
    expect([after.length, traffic.length]).toEqual([rows, 4 * count.restarts])
    process.stdout.write(
      `restarts: ${ambiguous.length} grades still ambiguous, ${found.length} found, after ${count.restarts} restarts\n`,
    )
  })
})
