import { describe, expect } from 'vitest'
import { createFindCourseAccess } from '../courses/course-access-queries.ts'
import { aHead, aModule, aStudent, refresh } from '../testing/a-reading.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { eraseEndedRoster, listEndedRosters } from './erase-ended-roster.ts'
import { openData, testIn } from '../testing/open-data.ts'

const it = testIn(openWorld)

describe('the roster of a course that ended', () => {
  it('is due after the given days without a refresh, and is announced a week before', async ({ world }) => {
    const [due, soon] = [await world.course({ refreshedDaysAgo: 366 }), await world.course({ refreshedDaysAgo: 360 })]
    const others = [
      await world.course({ refreshedDaysAgo: 350 }),
      await world.course({ refreshedDaysAgo: 900, ended: false }),
    ]
    expect(await world.list()).toEqual([
      { courseId: due, due: true },
      { courseId: soon, due: false },
    ])
    for (const courseId of [soon, ...others]) {
      expect([await world.erase(courseId), await world.peopleIn(courseId)]).toEqual([null, 7])
    }
  })

  it('is erased once, with the heads of submissions, while modules and exercises stay', async ({ world }) => {
    const courseId = await world.course({ refreshedDaysAgo: 366 })
    expect([await world.erase(courseId), await world.peopleIn(courseId)]).toEqual([2, 0])
    expect((await world.owner.query('SELECT FROM snapshot_module WHERE course_id = $1', [courseId])).rowCount).toBe(1)
    expect([await world.list(), await world.erase(courseId)]).toEqual([[], null])
  })

  it('does not decide who is a student until a refresh reads it again', async ({ world }) => {
    const courseId = await world.course({ refreshedDaysAgo: 366 })
    const roster = async () => {
      const { hasRoster, onRoster } = (await createFindCourseAccess(world.database)({ courseId, userId: 1 })) ?? {}
      return [hasRoster, onRoster]
    }
    expect(await roster()).toEqual([true, true])
    await world.erase(courseId)
    expect(await roster()).toEqual([false, false])
    await world.read(courseId, -1)
    expect(await roster()).toEqual([true, true])
    expect(await world.peopleIn(courseId)).toBe(7)
    expect(await world.list()).toEqual([])
  })

  it('is erased with those who had left', async ({ world }) => {
    const courseId = await world.course({ refreshedDaysAgo: 366 })
    await world.owner.query('UPDATE roster_student SET left_at = now() WHERE course_id = $1 AND user_id = 2', [
      courseId,
    ])
    expect([await world.erase(courseId), await world.peopleIn(courseId)]).toEqual([2, 0])
  })

  it('is kept if the end of the course is unknown', async ({ world }) => {
    const courseId = await world.course({ refreshedDaysAgo: 900 })
    await world.owner.query('UPDATE course_snapshot SET ends_at = NULL WHERE course_id = $1', [courseId])
    expect(await world.list()).toEqual([])
    expect(await world.erase(courseId)).toBeNull()
    expect(await world.peopleIn(courseId)).toBe(7)
  })
})

it.beforeEach(({ world }) => world.owner.query("UPDATE course_snapshot SET ends_at = '2999-01-01'"))

async function openWorld() {
  const data = await openData()
  const { database, owner } = data
  /** A course with two students that ended yesterday, or will end, and was last refreshed the given number of days ago. */
  async function course({
    refreshedDaysAgo,
    ended = true,
  }: {
    refreshedDaysAgo: number
    ended?: boolean
  }): Promise<number> {
    lastExerciseId += 1
    const courseId = await configureCourse(database, { manualGradingExercises: [lastExerciseId] })
    await read(courseId, ended ? -1 : 1)
    await owner.query(
      'UPDATE course_snapshot SET taken_at = taken_at - make_interval(days => $2) WHERE course_id = $1',
      [courseId, refreshedDaysAgo],
    )
    return courseId
  }
  const read = (courseId: number, endsInDays: number) =>
    refresh(database, courseId, {
      endsAt: new Date(Date.now() + endsInDays * 86_400_000).toISOString(),
      modules: [aModule(1, [courseId])],
      students: [aStudent(1), aStudent(2)],
      submissions: [{ exerciseId: courseId, heads: [aHead(1, [1]), aHead(2, [1, 2])] }],
    })
  const erase = (courseId: number) => database.transaction((tx) => eraseEndedRoster(tx, { courseId, days }))
  const peopleIn = async (courseId: number) =>
    (
      await owner.query<{ count: number }>(
        `
  SELECT (SELECT count(*) FROM roster_student WHERE course_id = $1)::int + (SELECT count(*) FROM snapshot_submitter WHERE course_id = $1)::int
    + (SELECT count(*) FROM snapshot_submission WHERE course_id = $1)::int AS count`,
        [courseId],
      )
    ).rows[0]?.count
  const list = () => listEndedRosters(database, { days, soonDays: 7 })
  return { ...data, course, read, erase, peopleIn, list }
}

const days = 365
let lastExerciseId = 0
