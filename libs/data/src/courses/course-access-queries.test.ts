import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { aStudent, refresh } from '../testing/a-reading.ts'
import { configureCourse, nextCourseId, openObserved } from '../testing/open-settings.ts'
import { createFindCourseAccess, createListCourseHeads, listListedCourses } from './course-access-queries.ts'

const testDatabase = await createTestDatabase()
const { database, statements } = await openObserved(testDatabase.urls.frontendInternal)
const findCourseAccess = createFindCourseAccess(database)
const listCourseHeads = createListCourseHeads(database)
const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
await owner.connect()
afterAll(async () => {
  await Promise.all([database.end(), owner.end()])
  await testDatabase.drop()
})

describe('createFindCourseAccess', () => {
  it('never returns a negative age, even if the clock was set back', async () => {
    const courseId = await configureCourse(database)
    await refresh(database, courseId)
    await owner.query(`UPDATE course_snapshot SET taken_at = taken_at + interval '1 hour' WHERE course_id = $1`, [
      courseId,
    ])
    expect((await findCourseAccess({ courseId, userId: 1 }))?.snapshotAgeS).toBe(0)
  })

  it('runs one query for callers at the same time, and gives each caller the access of its own course and person', async () => {
    const entry = { userId: 7, languages: ['en'] }
    const [one, two] = [
      await configureCourse(database, { languages: ['en'], graders: [entry] }),
      await configureCourse(database),
    ]
    await refresh(database, two, { students: [aStudent(8)] })
    statements.length = 0
    const people = [
      [one, 7],
      [two, 8],
      [one, 8],
      [two, 7],
      [nextCourseId(), 7],
      [one, 7],
    ] as const
    const replies = await Promise.all(people.map(([courseId, userId]) => findCourseAccess({ courseId, userId })))
    expect(replies.map((found) => found && [found.courseId, found.graderEntry !== null, found.onRoster])).toEqual([
      [one, true, false],
      [two, false, true],
      [one, false, false],
      [two, false, false],
      null,
      [one, true, false],
    ])
    expect(statements).toHaveLength(1)
  })
})

describe('createListCourseHeads', () => {
  it('runs one query for callers at the same time, and gives each caller its own courses', async () => {
    const one = await configureCourse(database, { languages: ['en'], graders: [{ userId: 7, languages: ['en'] }] })
    const two = await configureCourse(database)
    statements.length = 0
    const asked = [
      { userId: 7, courseIds: [one, two] },
      { userId: 8, courseIds: [one] },
      { userId: 8, courseIds: [] },
      { userId: 7, courseIds: [nextCourseId()] },
    ]
    const replies = await Promise.all(asked.map(listCourseHeads))
    const shown = replies.map((heads) =>
      heads.map(({ courseId, listedGrader }) => [courseId, listedGrader]).toSorted(([a], [b]) => Number(a) - Number(b)),
    )
    expect(shown).toEqual([
      [
        [one, true],
        [two, false],
      ],
      [[one, false]],
      [],
      [],
    ])
    expect(statements).toHaveLength(1)
  })
})
