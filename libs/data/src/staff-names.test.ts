import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { sql } from 'slonik'
import Type from 'typebox'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { updateSessionIdentity } from './sessions/session-queries.ts'
import { insertCourseSettings } from './settings/insert-course-settings.ts'
import { updateCourseSettings } from './settings/update-course-settings.ts'
import { aStudent, refresh } from './testing/a-reading.ts'
import { storeSession } from './testing/a-session.ts'
import { configureCourse, nextCourseId, openObserved } from './testing/open-settings.ts'
import { byTeacher, settingsText } from './testing/settings-document.ts'
import { eraseEndedRoster } from './retention/erase-ended-roster.ts'
import { statement } from './row.ts'
import { erasePerson } from './people/erase-person.ts'
import { staffNameOf } from './staff-names.ts'

const testDatabase = await createTestDatabase()
const { database } = await openObserved(testDatabase.urls.frontendInternal)
const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
await owner.connect()
const [one, other] = [await configureCourse(database), await configureCourse(database)]
beforeEach(() => owner.query('DELETE FROM staff_name'))
afterAll(async () => {
  await Promise.all([database.end(), owner.end()])
  await testDatabase.drop()
})

const nameOfStaff = statement('nameOfStaff', Type.Object({ name: Type.Union([Type.String(), Type.Null()]) }))
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

describe('the names of staff', () => {
  it('are kept when somebody signs in, for courses that are configured', async () => {
    await signIn([one, other, 999_999], 'Eve')
    expect(await kept()).toEqual([`${one} 7 Eve`, `${other} 7 Eve`])
  })

  it('change in all courses with the identity of a session, and are never empty', async () => {
    const { sessionId } = await signIn([one, other], 'Eve')
    const told = (fullName: string) => ({
      sessionId,
      identityAt: null,
      identity: '{}',
      staffNames: [{ courseId: one, userId: 7, fullName }],
    })
    await updateSessionIdentity(database, told('Eva\0'))
    await updateSessionIdentity(database, told(''))
    expect(await kept()).toEqual([`${one} 7 Eva`, `${other} 7 Eva`])
  })

  it('are kept of the graders when settings are written, and not when the write is refused', async () => {
    const courseId = nextCourseId()
    const names = (userId: number) => [{ courseId, userId, fullName: `Grader ${userId}` }]
    const document = settingsText(courseId)
    await database.transaction((tx) =>
      insertCourseSettings(tx, { ...byTeacher, courseId, document, staffNames: names(8) }),
    )
    const write = (revision: number, userId: number) =>
      database.transaction((tx) =>
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
    expect(await kept()).toEqual([`${courseId} 8 Grader 8`, `${courseId} 9 Grader 9`])
  })

  it('change when the roster of a course has another name', async () => {
    await signIn([one], 'Eve')
    await refresh(database, other, { students: [aStudent(7, { fullName: 'Eva' })] })
    expect(await kept()).toEqual([`${one} 7 Eva`])
  })

  it('are those of any roster where nobody else has told one, of the own course first', async () => {
    await refresh(database, other, { students: [aStudent(31, { fullName: 'Of the other' })] })
    const nameIn = async (courseId: number) =>
      await database.maybeOne(
        nameOfStaff`SELECT ${staffNameOf(sql.fragment`31::bigint`, sql.fragment`${courseId}::bigint`)} AS name`,
      )
    expect(await nameIn(one)).toEqual({ name: 'Of the other' })
    await refresh(database, one, { students: [aStudent(31, { fullName: 'Of the one' })] })
    expect(await nameIn(one)).toEqual({ name: 'Of the one' })
  })

  it('go with the people of a course that ended, do not come back with sessions, and stay with other courses', async () => {
    const ended = await configureCourse(database)
    await signIn([one, ended], 'Eve')
    await endCourse(ended)
    await signIn([one, ended], 'Eve')
    expect(await kept()).toEqual([`${one} 7 Eve`])
  })

  it('go with the erasure of a person who is a student, too', async () => {
    await refresh(database, other, { students: [aStudent(7)] })
    await signIn([one], 'Eve')
    await database.transaction((tx) => erasePerson(tx, { courseId: other, userId: 7, byUserId: 901 }))
    expect(await kept()).toEqual([])
  })
})
