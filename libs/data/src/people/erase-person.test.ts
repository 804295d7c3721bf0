import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { findStudent } from '../students/find-student.ts'
import { listStudents } from '../students/list-students.ts'
import { aHead, aStudent, refresh } from '../testing/a-reading.ts'
import { storeSession } from '../testing/a-session.ts'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { erasePerson } from './erase-person.ts'
import { exportPerson } from './export-person.ts'
import { anyDocument } from '../feedback/documents-of-student.ts'

const testDatabase = await createTestDatabase()
const { database } = await openObserved(testDatabase.urls.frontendInternal)
const { database: other } = await openObserved(testDatabase.urls.frontendInternal)
const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
await owner.connect()
afterAll(async () => {
  await Promise.all([database.end(), other.end(), owner.end()])
  await testDatabase.drop()
})

let lastExerciseId = 0

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
  (await listStudents(database, courseId, { q: null, tag: null, visibleTo: null, after: null, limit: 200 })).map(
    (row) => row.userId,
  )

/** Tables that contain a text in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await owner.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  )
  const found: string[] = []
  for (const { name } of tables.rows) {
    const hits = await owner.query(`SELECT FROM ${name} AS row WHERE row::text ILIKE $1 LIMIT 1`, [`%${text}%`])
    if (hits.rowCount === 1) found.push(name)
  }
  return found
}

describe('erasePerson', () => {
  it('leaves nothing of the person in any table', async () => {
    const { courseId, exerciseId } = await makeCourse()
    const canary = 'canary7f3a'
    const student = aStudent(7001, {
      fullName: `${canary} Ö`,
      email: `${canary}@example.org`,
      username: canary,
      studentId: canary,
      tagSlugs: [`tag-${canary}`],
    })
    await refresh(database, courseId, { students: [student], submissions: [{ exerciseId, heads: [aHead(1, [7001])] }] })
    await storeSession(database, { userId: 7001, identity: JSON.stringify({ user: { fullName: canary } }) })
    expect(await tablesWith(canary)).toEqual(['roster_student', 'session'])
    expect(await erase(courseId, 7001)).toEqual({ outcome: 'erased' })
    expect(await tablesWith(canary)).toEqual([])
  })

  it('is not undone by a refresh at the same time, in thirty rounds', async () => {
    const { courseId } = await makeCourse()
    for (let round = 0; round < 30; round += 1) {
      const students = Array.from({ length: 50 }, (_, index) => aStudent(8_000 + 50 * round + index))
      await refresh(database, courseId, { students })
      const userId = students[round]?.userId ?? 0
      await Promise.all([refresh(other, courseId, { students }), erase(courseId, userId)])
      expect(await rosterOf(courseId)).not.toContain(userId)
      expect(await rosterOf(courseId)).toHaveLength(49)
    }
  })
})
