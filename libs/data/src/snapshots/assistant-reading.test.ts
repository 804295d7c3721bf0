import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { findStudent } from '../students/find-student.ts'
import { aHead, aModule, aStudent, refresh } from '../testing/a-reading.ts'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { aTag } from '../testing/settings-document.ts'
import { findSnapshot } from './find-snapshot.ts'
import { anyDocument } from '../feedback/documents-of-student.ts'

const testDatabase = await createTestDatabase()
const { database } = await openObserved(testDatabase.urls.frontendInternal)
const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
await owner.connect()
afterAll(async () => {
  await Promise.all([database.end(), owner.end()])
  await testDatabase.drop()
})

const submissionsOf = async (courseId: number, userId: number) =>
  (
    await findStudent(database, courseId, userId, {
      visibleTo: null,
      staff: true,
      seesAnonymous: true,
      documents: anyDocument,
    })
  )?.submissions.map((row) => row.submissionId)
const exercisesSeen = async (courseId: number, staff: boolean) =>
  (await findSnapshot(database, courseId, { staff }))?.modules.map(({ id, exercises }) => [
    id,
    ...exercises.map((row) => row.exerciseId),
  ])

describe("replaceSnapshot with an assistant's reading", () => {
  it('keeps the tags and the hidden modules with their exercises', async () => {
    const courseId = await configureCourse(database)
    await refresh(database, courseId, {
      modules: [aModule(1, [11]), aModule(2, [21], { hidden: true })],
      tags: [aTag('x')],
    })
    const changes = await refresh(database, courseId, {
      seenBy: 'assistant',
      modules: [aModule(1, [11, 12])],
      tags: null,
    })
    expect(changes.exercises).toEqual({ added: 1, removed: 0, renamed: 0 })
    expect(await exercisesSeen(courseId, true)).toEqual([
      [1, 11, 12],
      [2, 21],
    ])
    expect(await exercisesSeen(courseId, false)).toEqual([[1, 11, 12]])
    expect((await findSnapshot(database, courseId, { staff: true }))?.tags).toEqual([aTag('x')])
  })

  it("hides a module that is no longer shown, until a teacher's reading shows that it is gone", async () => {
    const courseId = await configureCourse(database)
    await refresh(database, courseId, { modules: [aModule(1, [11]), aModule(2, [21])] })
    await refresh(database, courseId, { seenBy: 'assistant', modules: [aModule(1, [11])], tags: null })
    expect([await exercisesSeen(courseId, true), await exercisesSeen(courseId, false)]).toEqual([
      [
        [1, 11],
        [2, 21],
      ],
      [[1, 11]],
    ])
    const changes = await refresh(database, courseId, { modules: [aModule(1, [11])] })
    expect(changes.exercises).toEqual({ added: 0, removed: 1, renamed: 0 })
    expect(await exercisesSeen(courseId, true)).toEqual([[1, 11]])
  })

  it('moves an exercise out of a kept module, and removes an exercise that a shown module lacks', async () => {
    const courseId = await configureCourse(database)
    await refresh(database, courseId, { modules: [aModule(1, [11, 12]), aModule(2, [21, 22], { hidden: true })] })
    await refresh(database, courseId, { seenBy: 'assistant', modules: [aModule(1, [11, 21])], tags: null })
    expect(await exercisesSeen(courseId, true)).toEqual([
      [1, 11, 21],
      [2, 22],
    ])
  })

  it('keeps the submissions of an exercise if the reading has none of them', async () => {
    const courseId = await configureCourse(database, { manualGradingExercises: [9005] })
    const students = [aStudent(1)]
    await refresh(database, courseId, { students, submissions: [{ exerciseId: 9005, heads: [aHead(1, [1])] }] })
    const empty = [{ exerciseId: 9005, heads: [] }]
    await refresh(database, courseId, { seenBy: 'assistant', tags: null, students, submissions: empty })
    expect(await submissionsOf(courseId, 1)).toEqual([1])
    await refresh(database, courseId, { students, submissions: empty })
    expect(await submissionsOf(courseId, 1)).toEqual([])
  })

  it('has the tags of the settings until a teacher has read them', async () => {
    const courseId = await configureCourse(database)
    await refresh(database, courseId, { seenBy: 'assistant', tags: null })
    expect((await findSnapshot(database, courseId, { staff: true }))?.tags).toEqual([aTag('a'), aTag('b')])
  })
})
