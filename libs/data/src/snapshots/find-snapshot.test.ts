import { createTestDatabase } from '@course-grading/test-database'
import { afterAll, describe, expect, it } from 'vitest'
import { aModule, refresh } from '../testing/a-reading.ts'
import { configureCourse, nextCourseId, openObserved } from '../testing/open-settings.ts'
import { aTag } from '../testing/settings-document.ts'
import { findSnapshot } from './find-snapshot.ts'

const testDatabase = await createTestDatabase()
const { database } = await openObserved(testDatabase.urls.frontendInternal)
afterAll(async () => {
  await database.end()
  await testDatabase.drop()
})

describe('findSnapshot', () => {
  it('is null before the first snapshot', async () => {
    expect(await findSnapshot(database, nextCourseId(), { staff: true })).toBeNull()
  })

  it('returns the whole snapshot in the order of the course', async () => {
    const courseId = await configureCourse(database, { manualGradingExercises: [502] })
    const { takenAt } = await refresh(database, courseId, {
      modules: [aModule(7, [502, 501], { name: '1. |en:A|fi:B|', open: false }), aModule(3, [], { hidden: true })],
      tags: [aTag('x')],
    })
    expect(await findSnapshot(database, courseId, { staff: true })).toEqual({
      revision: 1,
      takenAt,
      modules: [
        {
          id: 7,
          name: '1. |en:A|fi:B|',
          open: false,
          exercises: [
            { exerciseId: 502, name: 'Exercise 502', maxPoints: 10, manual: true },
            { exerciseId: 501, name: 'Exercise 501', maxPoints: 10, manual: false },
          ],
        },
        { id: 3, name: 'Module 3', open: true, exercises: [] },
      ],
      tags: [aTag('x')],
    })
  })

  it('shows students neither hidden modules nor tags', async () => {
    const courseId = await configureCourse(database)
    await refresh(database, courseId, {
      modules: [aModule(1, [601]), aModule(2, [602], { hidden: true })],
      tags: [aTag('x')],
    })
    const snapshot = await findSnapshot(database, courseId, { staff: false })
    expect(snapshot?.modules.map(({ id }) => id)).toEqual([1])
    expect(snapshot).not.toHaveProperty('tags')
  })

  it('has the tags of the settings until a teacher has read them', async () => {
    const courseId = await configureCourse(database)
    await refresh(database, courseId, { seenBy: 'assistant', tags: null })
    expect((await findSnapshot(database, courseId, { staff: true }))?.tags).toEqual([aTag('a'), aTag('b')])
  })
})
