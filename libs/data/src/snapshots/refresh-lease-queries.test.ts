import { randomUUID } from 'node:crypto'
import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { nextCourseId, openObserved } from '../testing/open-settings.ts'
import { aReading } from '../testing/a-reading.ts'
import { releaseRefreshLease, takeRefreshLease } from './refresh-lease-queries.ts'
import { replaceSnapshot } from './replace-snapshot.ts'
import { findSnapshotHead } from './snapshot-head-queries.ts'

const testDatabase = await createTestDatabase()
// Two replicas.
const { database } = await openObserved(testDatabase.urls.frontendInternal)
const { database: other } = await openObserved(testDatabase.urls.frontendInternal)
const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
await owner.connect()
afterAll(async () => {
  await Promise.all([database.end(), other.end(), owner.end()])
  await testDatabase.drop()
})

const aLease = (courseId: number) => ({ courseId, holder: randomUUID(), leaseS: 120 })
const runOut = (courseId: number) =>
  owner.query('UPDATE course_snapshot_refresh SET leased_until = clock_timestamp() WHERE course_id = $1', [courseId])

describe('takeRefreshLease', () => {
  it('gives the lease to one of many refreshes on two replicas, in twenty rounds', async () => {
    const courseId = nextCourseId()
    for (let round = 0; round < 20; round += 1) {
      const leases = Array.from({ length: 12 }, () => aLease(courseId))
      const taken = await Promise.all(
        leases.map((lease, index) => takeRefreshLease(index % 2 === 0 ? database : other, lease)),
      )
      expect(taken.filter(Boolean)).toHaveLength(1)
      const holder = leases[taken.indexOf(true)]
      if (holder !== undefined) await releaseRefreshLease(database, holder)
    }
  })

  it('gives the lease to the next refresh after it has expired', async () => {
    const courseId = nextCourseId()
    expect(await takeRefreshLease(database, aLease(courseId))).toBe(true)
    expect(await takeRefreshLease(database, aLease(courseId))).toBe(false)
    await runOut(courseId)
    expect(await takeRefreshLease(database, aLease(courseId))).toBe(true)
  })

  it('returns false at once while the holder writes', async () => {
    const lease = aLease(nextCourseId())
    await takeRefreshLease(database, lease)
    await owner.query('BEGIN')
    try {
      await owner.query('SELECT FROM course_snapshot_refresh WHERE course_id = $1 FOR UPDATE', [lease.courseId])
      // If the call waited for the row's lock, it would end with an error.
      expect(await takeRefreshLease(database, aLease(lease.courseId))).toBe(false)
    } finally {
      await owner.query('ROLLBACK')
    }
  })
})

describe('releaseRefreshLease', () => {
  it('does not end the lease of another refresh', async () => {
    const courseId = nextCourseId()
    await takeRefreshLease(database, aLease(courseId))
    await releaseRefreshLease(database, aLease(courseId))
    expect(await takeRefreshLease(database, aLease(courseId))).toBe(false)
  })
})

describe('replaceSnapshot', () => {
  it.each([
    ['has expired', runOut],
    [
      'was released',
      async (courseId: number) => {
        await owner.query(
          'UPDATE course_snapshot_refresh SET holder = NULL, leased_at = NULL, leased_until = NULL WHERE course_id = $1',
          [courseId],
        )
      },
    ],
    [
      'was taken by another refresh',
      async (courseId: number) => {
        await runOut(courseId)
        await takeRefreshLease(other, aLease(courseId))
      },
    ],
  ])('writes nothing if the lease %s', async (_what, lose) => {
    const lease = aLease(nextCourseId())
    await takeRefreshLease(database, lease)
    await lose(lease.courseId)
    const replaced = database.transaction((tx) => replaceSnapshot(tx, lease, aReading()))
    await expect(replaced).rejects.toMatchObject({ code: 'upstream_unavailable' })
    expect(await findSnapshotHead(database, lease.courseId)).toBeNull()
  })
})
