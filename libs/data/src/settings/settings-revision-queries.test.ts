import { createTestDatabase } from '@course-grading/test-database'
import { afterAll, describe, expect, it } from 'vitest'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { byTeacher, settingsText } from '../testing/settings-document.ts'
import { findSettingsRevision, listSettingsRevisions } from './settings-revision-queries.ts'
import { updateCourseSettings } from './update-course-settings.ts'

const testDatabase = await createTestDatabase()
const { database } = await openObserved(testDatabase.urls.frontendInternal)
afterAll(async () => {
  await database.end()
  await testDatabase.drop()
})

const write = (courseId: number, revision: number) =>
  database.transaction((tx) =>
    updateCourseSettings(tx, {
      courseId,
      expectedRevision: revision - 1,
      document: settingsText(courseId, { revision, name: `Name ${revision}` }),
      userId: 100 + revision,
      boundary: 'public',
      operation: 'putCourseSettings',
    }),
  )
const courseAt = async (revision: number) => {
  const courseId = await configureCourse(database)
  for (let next = 2; next <= revision; next += 1) await write(courseId, next)
  return courseId
}
const page = async (courseId: number, before: number | null, limit = 3) =>
  (await listSettingsRevisions(database, courseId, { before, limit })).map(({ revision }) => revision)

describe('listSettingsRevisions', () => {
  it('lists who wrote which revision when, newest first', async () => {
    const courseId = await courseAt(2)
    expect(await listSettingsRevisions(database, courseId, { before: null, limit: 10 })).toEqual([
      {
        revision: 2,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        userId: 102,
        boundary: 'public',
        operation: 'putCourseSettings',
      },
      { revision: 1, at: expect.any(String), ...byTeacher },
    ])
  })

  it('continues after the last revision of the page before, even if more were written meanwhile', async () => {
    const courseId = await courseAt(7)
    expect(await page(courseId, null)).toEqual([7, 6, 5])
    await write(courseId, 8)
    expect(await page(courseId, 5)).toEqual([4, 3, 2])
    expect(await page(courseId, 2)).toEqual([1])
    expect(await page(courseId, 1)).toEqual([])
  })

  it('accepts any client id as the position', async () => {
    const courseId = await courseAt(1)
    expect(await page(courseId, Number.MAX_SAFE_INTEGER)).toEqual([1])
  })

  it('lists one course only', async () => {
    const [first, second] = [await courseAt(3), await courseAt(1)]
    expect([await page(first, null), await page(second, null)]).toEqual([[3, 2, 1], [1]])
  })
})

describe('findSettingsRevision', () => {
  it('returns the documents before and after, as they were written', async () => {
    const courseId = await courseAt(2)
    expect(await findSettingsRevision(database, courseId, 2)).toMatchObject({
      revision: 2,
      userId: 102,
      before: settingsText(courseId),
      after: settingsText(courseId, { revision: 2, name: 'Name 2' }),
    })
    expect(await findSettingsRevision(database, courseId, 1)).toMatchObject({ revision: 1, before: null })
  })

  it.each([0, 3, Number.MAX_SAFE_INTEGER])('finds no revision %d of a course with revision 2', async (revision) => {
    expect(await findSettingsRevision(database, await courseAt(2), revision)).toBeNull()
  })
})
