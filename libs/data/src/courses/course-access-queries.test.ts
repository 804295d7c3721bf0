import { describe, expect } from 'vitest'
import { aStudent, refresh } from '../testing/a-reading.ts'
import { configureCourse, nextCourseId } from '../testing/open-settings.ts'
import { createFindCourseAccess, createListCourseHeads } from './course-access-queries.ts'
import { openData, testIn } from '../testing/open-data.ts'

const it = testIn(openWorld)

describe('createFindCourseAccess', () => {
  it('never returns a negative age, even if the clock was set back', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    await refresh(world.database, courseId)
    await world.owner.query(`UPDATE course_snapshot SET taken_at = taken_at + interval '1 hour' WHERE course_id = $1`, [
      courseId,
    ])
    expect((await world.findCourseAccess({ courseId, userId: 1 }))?.snapshotAgeS).toBe(0)
  })

  it('runs one query for callers at the same time, and gives each caller the access of its own course and person', async ({
    world,
  }) => {
    const entry = { userId: 7, languages: ['en'] }
    const [one, two] = [
      await configureCourse(world.database, { languages: ['en'], graders: [entry] }),
      await configureCourse(world.database),
    ]
    await refresh(world.database, two, { students: [aStudent(8)] })
    world.statements.length = 0
    const people = [
      [one, 7],
      [two, 8],
      [one, 8],
      [two, 7],
      [nextCourseId(), 7],
      [one, 7],
    ] as const
    const replies = await Promise.all(people.map(([courseId, userId]) => world.findCourseAccess({ courseId, userId })))
    expect(replies.map((found) => found && [found.courseId, found.graderEntry !== null, found.onRoster])).toEqual([
      [one, true, false],
      [two, false, true],
      [one, false, false],
      [two, false, false],
      null,
      [one, true, false],
    ])
    expect(world.statements).toHaveLength(1)
  })
})

describe('createListCourseHeads', () => {
  it('runs one query for callers at the same time, and gives each caller its own courses', async ({ world }) => {
    const one = await configureCourse(world.database, {
      languages: ['en'],
      graders: [{ userId: 7, languages: ['en'] }],
    })
    const two = await configureCourse(world.database)
    world.statements.length = 0
    const asked = [
      { userId: 7, courseIds: [one, two] },
      { userId: 8, courseIds: [one] },
      { userId: 8, courseIds: [] },
      { userId: 7, courseIds: [nextCourseId()] },
    ]
    const replies = await Promise.all(asked.map(world.listCourseHeads))
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
    expect(world.statements).toHaveLength(1)
  })
})

async function openWorld() {
  const data = await openData()
  const { database } = data
  const findCourseAccess = createFindCourseAccess(database)
  const listCourseHeads = createListCourseHeads(database)
  return { ...data, findCourseAccess, listCourseHeads }
}
