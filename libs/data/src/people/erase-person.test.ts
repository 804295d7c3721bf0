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

  it('keeps submissions that others handed in together with the person, and data of other courses', async () => {
    const [here, there] = [await makeCourse(), await makeCourse()]
    const students = [aStudent(7011), aStudent(7012)]
    await refresh(database, here.courseId, {
      students,
      submissions: [
        { exerciseId: here.exerciseId, heads: [aHead(1, [7011, 7012]), aHead(2, [7011]), aHead(3, [7012])] },
      ],
    })
    await refresh(database, there.courseId, { students })
    await erase(here.courseId, 7011)
    expect(await rosterOf(here.courseId)).toEqual([7012])
    expect(await rosterOf(there.courseId)).toEqual([7011, 7012])
    const left = await findStudent(database, here.courseId, 7012, {
      visibleTo: null,
      staff: true,
      seesAnonymous: true,
      documents: anyDocument,
    })
    expect(left?.submissions.map((row) => row.submissionId).toSorted()).toEqual([1, 3])
    const heads = await owner.query(
      'SELECT submission_id::int AS id FROM snapshot_submission WHERE course_id = $1 ORDER BY 1',
      [here.courseId],
    )
    expect(heads.rows).toEqual([{ id: 1 }, { id: 3 }])
  })

  it('lets no later refresh bring the person back', async () => {
    const { courseId, exerciseId } = await makeCourse()
    const reading = {
      students: [aStudent(7021), aStudent(7022)],
      submissions: [{ exerciseId, heads: [aHead(11, [7021, 7022]), aHead(12, [7021])] }],
    }
    await refresh(database, courseId, reading)
    await erase(courseId, 7021)
    const changes = await refresh(database, courseId, reading)
    expect(changes.students).toEqual({ added: 0, removed: 0 })
    expect(await rosterOf(courseId)).toEqual([7022])
    const submitters = await owner.query(
      'SELECT submission_id::int AS id, user_id::int AS by FROM snapshot_submitter WHERE course_id = $1',
      [courseId],
    )
    expect(submitters.rows).toEqual([{ id: 11, by: 7022 }])
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

  it('is recorded with ids only, and is part of a later export', async () => {
    const { courseId } = await makeCourse()
    await refresh(database, courseId, { students: [aStudent(7031)] })
    await erase(courseId, 7031)
    const actions = await owner.query(
      'SELECT action, user_id::int, by_user_id::int FROM person_action WHERE course_id = $1',
      [courseId],
    )
    expect(actions.rows).toEqual([{ action: 'erase', user_id: 7031, by_user_id: 101 }])
    const pieces = await Array.fromAsync(
      (await exportPerson(database, { courseId, userId: 7031, byUserId: 101 })) ?? [],
    )
    expect(JSON.parse(pieces.join(''))).toMatchObject({
      roster: [],
      submissions: [],
      erasure: [{ erasedAt: expect.any(String) }],
      actions: [{ action: 'erase' }, { action: 'export' }],
    })
  })

  it('does nothing the second time: later sessions of the person stay, and nothing is recorded', async () => {
    const { courseId } = await makeCourse()
    await refresh(database, courseId, { students: [aStudent(7041)] })
    expect(await erase(courseId, 7041)).toEqual({ outcome: 'erased' })
    await storeSession(database, { userId: 7041 })
    const held = () =>
      owner.query(`
      SELECT (SELECT count(*)::int FROM session WHERE user_id = 7041) AS sessions,
        (SELECT erased_at FROM course_erased_person WHERE user_id = 7041) AS at,
        (SELECT count(*)::int FROM person_action WHERE user_id = 7041) AS actions`)
    const before = (await held()).rows
    expect(before).toEqual([{ sessions: 1, at: expect.any(Date), actions: 1 }])
    expect(await erase(courseId, 7041)).toEqual({ outcome: 'already_erased' })
    expect((await held()).rows).toEqual(before)
  })

  it('changes nothing about a person whom the course does not know, not even sessions', async () => {
    const { courseId } = await makeCourse()
    await storeSession(database, { userId: 7051 })
    expect(await erase(courseId, 7051)).toEqual({ outcome: 'unknown' })
    const left = await owner.query(`
      SELECT (SELECT count(*)::int FROM session WHERE user_id = 7051) AS sessions,
        (SELECT count(*)::int FROM course_erased_person WHERE user_id = 7051) AS erased,
        (SELECT count(*)::int FROM person_action WHERE user_id = 7051) AS actions`)
    expect(left.rows).toEqual([{ sessions: 1, erased: 0, actions: 0 }])
  })
})
