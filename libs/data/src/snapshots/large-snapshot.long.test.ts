import { describe, expect } from 'vitest'
import { createDatabase } from '../db/database.ts'
import { aHead, aModule, aStudent, refresh } from '../testing/a-reading.ts'
import { it } from '../testing/open-data.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { findSnapshotHead } from './snapshot-head-queries.ts'

describe('replaceSnapshot', () => {
  it('is fast when a course is read for the second time, before the database has statistics about it', async ({
    world,
    onTestFinished,
  }) => {
    // A statement that compares each of the submissions with each takes far longer than this.
    const url = world.testDatabase.urls.frontendInternal
    const database = await createDatabase({ url, applicationName: 'size test', statementTimeoutMs: 8_000 })
    onTestFinished(() => database.end())
    const courseId = await configureCourse(database, { manualGradingExercises: [1] })
    const students = Array.from({ length: 1_200 }, (_, index) => aStudent(index + 1, { tagSlugs: ['a', 'b'] }))
    const heads = Array.from({ length: 15_000 }, (_, index) => aHead(index + 1, [(index % 1_200) + 1]))
    const reading = { modules: [aModule(1, [1])], students, submissions: [{ exerciseId: 1, heads }] }
    await refresh(database, courseId, reading)
    await refresh(database, courseId, reading)
    expect(await findSnapshotHead(database, courseId)).toMatchObject({ revision: 2, students: 1_200 })
  })
})
