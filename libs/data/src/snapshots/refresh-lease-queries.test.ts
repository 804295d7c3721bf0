import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { nextCourseId } from '../testing/open-settings.ts'
import { aReading } from '../testing/a-reading.ts'
import { releaseRefreshLease, takeRefreshLease } from './refresh-lease-queries.ts'
import { replaceSnapshot } from './replace-snapshot.ts'
import { findSnapshotHead } from './snapshot-head-queries.ts'
import { openData, testIn } from '../testing/open-data.ts'
import { raceRounds } from '../testing/full-run.ts'

const it = testIn(openWorld)

describe('takeRefreshLease', () => {
  it('gives the lease to one of many refreshes on two replicas', async ({ world }) => {
    const courseId = nextCourseId()
    for (let round = 0; round < raceRounds; round += 1) {
      const leases = Array.from({ length: 12 }, () => aLease(courseId))
      const taken = await Promise.all(
        leases.map((lease, index) => takeRefreshLease(index % 2 === 0 ? world.database : world.elsewhere, lease)),
      )
      expect(taken.filter(Boolean)).toHaveLength(1)
      const holder = leases[taken.indexOf(true)]
      if (holder !== undefined) await releaseRefreshLease(world.database, holder)
    }
  })

  it('gives the lease to the next refresh after it has expired', async ({ world }) => {
    const courseId = nextCourseId()
    expect(await takeRefreshLease(world.database, aLease(courseId))).toBe(true)
    expect(await takeRefreshLease(world.database, aLease(courseId))).toBe(false)
    await world.runOut(courseId)
    expect(await takeRefreshLease(world.database, aLease(courseId))).toBe(true)
  })

  it('returns false at once while the holder writes', async ({ world }) => {
    const lease = aLease(nextCourseId())
    await takeRefreshLease(world.database, lease)
    await world.owner.query('BEGIN')
    try {
      await world.owner.query('SELECT FROM course_snapshot_refresh WHERE course_id = $1 FOR UPDATE', [lease.courseId])
      // If the call waited for the row's lock, it would end with an error.
      expect(await takeRefreshLease(world.database, aLease(lease.courseId))).toBe(false)
    } finally {
      await world.owner.query('ROLLBACK')
    }
  })
})

describe('releaseRefreshLease', () => {
  it('does not end the lease of another refresh', async ({ world }) => {
    const courseId = nextCourseId()
    await takeRefreshLease(world.database, aLease(courseId))
    await releaseRefreshLease(world.database, aLease(courseId))
    expect(await takeRefreshLease(world.database, aLease(courseId))).toBe(false)
  })
})

describe('replaceSnapshot', () => {
  it.for<[string, (world: World, courseId: number) => Promise<unknown>]>([
    ['has expired', (world, courseId) => world.runOut(courseId)],
    [
      'was released',
      async (world, courseId) => {
        await world.owner.query(
          'UPDATE course_snapshot_refresh SET holder = NULL, leased_at = NULL, leased_until = NULL WHERE course_id = $1',
          [courseId],
        )
      },
    ],
    [
      'was taken by another refresh',
      async (world, courseId) => {
        await world.runOut(courseId)
        await takeRefreshLease(world.elsewhere, aLease(courseId))
      },
    ],
  ])('writes nothing if the lease %s', async ([_what, lose], { world }) => {
    const lease = aLease(nextCourseId())
    await takeRefreshLease(world.database, lease)
    await lose(world, lease.courseId)
    const replaced = world.database.transaction((tx) => replaceSnapshot(tx, lease, aReading()))
    await expect(replaced).rejects.toMatchObject({ code: 'upstream_unavailable' })
    expect(await findSnapshotHead(world.database, lease.courseId)).toBeNull()
  })
})

async function openWorld() {
  const data = await openData()
  const { owner } = data
  const runOut = (courseId: number) =>
    owner.query('UPDATE course_snapshot_refresh SET leased_until = clock_timestamp() WHERE course_id = $1', [courseId])
  return { ...data, runOut }
}

type World = Awaited<ReturnType<typeof openWorld>>
const aLease = (courseId: number) => ({ courseId, holder: randomUUID(), leaseS: 120 })
