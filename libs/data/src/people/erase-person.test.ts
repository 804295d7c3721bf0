import { describe, expect } from 'vitest'
import { selectStudents } from '../students/list-students.ts'
import { aHead, aStudent, refresh } from '../testing/a-reading.ts'
import { storeSession } from '../testing/a-session.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { erasePerson } from './erase-person.ts'
import { openData, testIn } from '../testing/open-data.ts'
import { tablesWith } from '../testing/about-people.ts'
import { raceRounds } from '../testing/full-run.ts'

const it = testIn(openWorld)

describe('erasePerson', () => {
  it('leaves nothing of the person in any table', async ({ world }) => {
    const { courseId, exerciseId } = await world.makeCourse()
    const canary = 'canary7f3a'
    const student = aStudent(7001, {
      fullName: `${canary} Ö`,
      email: `${canary}@example.org`,
      username: canary,
      studentId: canary,
      tagSlugs: [`tag-${canary}`],
    })
    await refresh(world.database, courseId, {
      students: [student],
      submissions: [{ exerciseId, heads: [aHead(1, [7001])] }],
    })
    await storeSession(world.database, { userId: 7001, identity: JSON.stringify({ user: { fullName: canary } }) })
    expect(await tablesWith(world.owner, canary)).toEqual(['roster_student', 'session'])
    expect(await world.erase(courseId, 7001)).toEqual({ outcome: 'erased' })
    expect(await tablesWith(world.owner, canary)).toEqual([])
  })

  it('keeps submissions that others handed in together with the person, and data of other courses', async ({
    world,
  }) => {
    const [here, there] = [await world.makeCourse(), await world.makeCourse()]
    const students = [aStudent(7011), aStudent(7012)]
    const heads = [aHead(1, [7011, 7012]), aHead(2, [7011]), aHead(3, [7012])]
    await refresh(world.database, here.courseId, { students, submissions: [{ exerciseId: here.exerciseId, heads }] })
    await refresh(world.database, there.courseId, { students })
    await world.erase(here.courseId, 7011)
    expect(await world.rosterOf(here.courseId)).toEqual([7012])
    expect(await world.rosterOf(there.courseId)).toEqual([7011, 7012])
    const left =
      'SELECT submission_id::int AS id, user_id::int AS by FROM snapshot_submitter WHERE course_id = $1 ORDER BY 1'
    expect((await world.owner.query(left, [here.courseId])).rows).toEqual([
      { id: 1, by: 7012 },
      { id: 3, by: 7012 },
    ])
    const kept = 'SELECT submission_id::int AS id FROM snapshot_submission WHERE course_id = $1 ORDER BY 1'
    expect((await world.owner.query(kept, [here.courseId])).rows).toEqual([{ id: 1 }, { id: 3 }])
  })

  it('is not undone by a refresh at the same time', async ({ world }) => {
    const { courseId } = await world.makeCourse()
    for (let round = 0; round < raceRounds; round += 1) {
      const students = Array.from({ length: 50 }, (_, index) => aStudent(8_000 + 50 * round + index))
      await refresh(world.database, courseId, { students })
      const userId = students[round]?.userId ?? 0
      await Promise.all([refresh(world.elsewhere, courseId, { students }), world.erase(courseId, userId)])
      expect(await world.rosterOf(courseId)).not.toContain(userId)
      expect(await world.rosterOf(courseId)).toHaveLength(49)
    }
  })
})

async function openWorld() {
  const data = await openData()
  const { database } = data
  async function makeCourse() {
    lastExerciseId += 1
    return {
      courseId: await configureCourse(database, { manualGradingExercises: [lastExerciseId] }),
      exerciseId: lastExerciseId,
    }
  }
  const erase = (courseId: number, userId: number) =>
    database.transaction((tx) => erasePerson(tx, { courseId, userId, byUserId: 101 }))
  const rosterOf = async (courseId: number) =>
    (await selectStudents(database, courseId, { q: null, tag: null, visibleTo: null, after: null, limit: 200 })).map(
      (row) => row.userId,
    )
  return { ...data, makeCourse, erase, rosterOf }
}

let lastExerciseId = 0
