import { describe, expect } from 'vitest'
import { aStudent, refresh } from '../testing/a-reading.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { openSnapshots } from '../testing/open-snapshots.ts'
import { testIn } from '../testing/test-in.ts'
import { findSnapshotHead } from './snapshot-head-queries.ts'

const it = testIn(openSnapshots)
const [stays, leaves] = [aStudent(1, { tagSlugs: ['a'] }), aStudent(2, { tagSlugs: ['a', 'b'] })]

describe('a student whom a refresh misses', () => {
  it('stays on the roster without tags, with the time when they were first missed', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    await refresh(world.database, courseId, { students: [stays, leaves] })
    const rows = async () =>
      (
        await world.owner.query(
          'SELECT user_id::int, full_name, tag_slugs, left_at FROM roster_student WHERE course_id = $1 ORDER BY 1',
          [courseId],
        )
      ).rows
    expect(await refresh(world.database, courseId, { students: [stays] })).toMatchObject({
      students: { added: 0, removed: 1 },
      taggings: { added: 0, removed: 2 },
    })
    const marked = await rows()
    expect(marked).toEqual([
      { user_id: 1, full_name: 'Student 1', tag_slugs: ['a'], left_at: null },
      { user_id: 2, full_name: 'Student 2', tag_slugs: [], left_at: expect.any(Date) },
    ])
    expect(await refresh(world.database, courseId, { students: [stays] })).toMatchObject({
      students: { added: 0, removed: 0 },
    })
    expect(await rows()).toEqual(marked)
    expect((await findSnapshotHead(world.database, courseId))?.students).toBe(1)
  })

  it('counts as added by one that has them again, with the tags and the name of then', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    for (const students of [[stays, leaves], [stays]]) await refresh(world.database, courseId, { students })
    const back = aStudent(2, { fullName: 'New Name', tagSlugs: ['b'] })
    expect(await refresh(world.database, courseId, { students: [stays, back] })).toMatchObject({
      students: { added: 1, removed: 0 },
      taggings: { added: 1, removed: 0 },
    })
    expect((await world.roster(courseId)).map((row) => [row.userId, row.fullName, row.tagSlugs])).toEqual([
      [1, 'Student 1', ['a']],
      [2, 'New Name', ['b']],
    ])
  })
})
