import { sql } from 'slonik'
import Type from 'typebox'
import { describe, expect } from 'vitest'
import { updateSessionIdentity } from '../sessions/session-queries.ts'
import { insertCourseSettings } from '../settings/insert-course-settings.ts'
import { updateCourseSettings } from '../settings/update-course-settings.ts'
import { aStudent, refresh } from '../testing/a-reading.ts'
import { storeSession } from '../testing/a-session.ts'
import { configureCourse, nextCourseId } from '../testing/open-settings.ts'
import { byTeacher, settingsText } from '../testing/settings-document.ts'
import { eraseEndedRoster } from '../retention/erase-ended-roster.ts'
import { read } from './row.ts'
import { erasePerson } from '../people/erase-person.ts'
import { staffNameOf } from './staff-names.ts'
import { openData, testIn } from '../testing/open-data.ts'

const it = testIn(openWorld)

describe('the names of staff', () => {
  it('are kept when somebody signs in, for courses that are configured', async ({ world }) => {
    await world.signIn([world.one, world.other, 999_999], 'Eve')
    expect(await world.kept()).toEqual([`${world.one} 7 Eve`, `${world.other} 7 Eve`])
  })

  it('change in all courses with the identity of a session, and are never empty', async ({ world }) => {
    const { sessionId } = await world.signIn([world.one, world.other], 'Eve')
    const told = (fullName: string) => ({
      sessionId,
      identityAt: null,
      identity: '{}',
      staffNames: [{ courseId: world.one, userId: 7, fullName }],
    })
    await updateSessionIdentity(world.database, told('Eva\0'))
    await updateSessionIdentity(world.database, told(''))
    expect(await world.kept()).toEqual([`${world.one} 7 Eva`, `${world.other} 7 Eva`])
  })

  it('are kept of the graders when settings are written, and not when the write is refused', async ({ world }) => {
    const courseId = nextCourseId()
    const names = (userId: number) => [{ courseId, userId, fullName: `Grader ${userId}` }]
    const document = settingsText(courseId)
    await world.database.transaction((tx) =>
      insertCourseSettings(tx, { ...byTeacher, courseId, document, staffNames: names(8) }),
    )
    const write = (revision: number, userId: number) =>
      world.database.transaction((tx) =>
        updateCourseSettings(tx, {
          ...byTeacher,
          courseId,
          document: settingsText(courseId, { revision: revision + 1 }),
          expectedRevision: revision,
          staffNames: names(userId),
        }),
      )
    await write(1, 9)
    await expect(write(1, 10)).rejects.toMatchObject({ code: 'revision_conflict' })
    expect(await world.kept()).toEqual([`${courseId} 8 Grader 8`, `${courseId} 9 Grader 9`])
  })

  it('change when the roster of a course has another name', async ({ world }) => {
    await world.signIn([world.one], 'Eve')
    await refresh(world.database, world.other, { students: [aStudent(7, { fullName: 'Eva' })] })
    expect(await world.kept()).toEqual([`${world.one} 7 Eva`])
  })

  it('are those of any roster where nobody else has told one, of the own course first', async ({ world }) => {
    await refresh(world.database, world.other, { students: [aStudent(31, { fullName: 'Of the other' })] })
    const nameIn = async (courseId: number) =>
      await world.database.maybeOne(
        nameOfStaff`SELECT ${staffNameOf(sql.fragment`31::bigint`, sql.fragment`${courseId}::bigint`)} AS name`,
      )
    expect(await nameIn(world.one)).toEqual({ name: 'Of the other' })
    await refresh(world.database, world.one, { students: [aStudent(31, { fullName: 'Of the one' })] })
    expect(await nameIn(world.one)).toEqual({ name: 'Of the one' })
  })

  it('go with the people of a course that ended, do not come back with sessions, and stay with other courses', async ({
    world,
  }) => {
    const ended = await configureCourse(world.database)
    await world.signIn([world.one, ended], 'Eve')
    await world.endCourse(ended)
    await world.signIn([world.one, ended], 'Eve')
    expect(await world.kept()).toEqual([`${world.one} 7 Eve`])
  })

  it('go with the erasure of a person who is a student, too', async ({ world }) => {
    await refresh(world.database, world.other, { students: [aStudent(7)] })
    await world.signIn([world.one], 'Eve')
    await world.database.transaction((tx) => erasePerson(tx, { courseId: world.other, userId: 7, byUserId: 901 }))
    expect(await world.kept()).toEqual([])
  })
})

it.beforeEach(({ world }) => world.owner.query('DELETE FROM staff_name'))

async function openWorld() {
  const data = await openData()
  const { database, owner } = data
  const [one, other] = [await configureCourse(database), await configureCourse(database)]
  const signIn = (courseIds: readonly number[], fullName: string, userId = 7) =>
    storeSession(database, { userId, staffNames: courseIds.map((courseId) => ({ courseId, userId, fullName })) })
  const kept = async () =>
    (
      await owner.query<{ kept: string }>(
        "SELECT concat_ws(' ', course_id, user_id, full_name) AS kept FROM staff_name ORDER BY course_id, user_id",
      )
    ).rows.map((row) => row.kept)
  const endCourse = async (courseId: number) => {
    await refresh(database, courseId, { endsAt: '2020-01-01T00:00:00.000Z' })
    await owner.query("UPDATE course_snapshot SET taken_at = taken_at - interval '2 days' WHERE course_id = $1", [
      courseId,
    ])
    await database.transaction((tx) => eraseEndedRoster(tx, { courseId, days: 1 }))
  }
  return { ...data, one, other, signIn, kept, endCourse }
}

const nameOfStaff = read('nameOfStaff', Type.Object({ name: Type.Union([Type.String(), Type.Null()]) }))
