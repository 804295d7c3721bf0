import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { settingsText } from '../testing/settings-document.ts'
import { lockCourseSettingsDocument, updateCourseTags } from './course-tag-queries.ts'

const testDatabase = await createTestDatabase()
const { database } = await openObserved(testDatabase.urls.frontendInternal)
const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
await owner.connect()
afterAll(async () => {
  await database.end()
  await owner.end()
  await testDatabase.drop()
})

const tagsOf = async (courseId: number) =>
  (
    await owner.query('SELECT slug, upstream_tag_id, gone FROM course_tag WHERE course_id = $1 ORDER BY slug', [
      courseId,
    ])
  ).rows

describe('lockCourseSettingsDocument', () => {
  it('makes the next caller wait until the transaction ends', async () => {
    const courseId = await configureCourse(database)
    const order: string[] = []
    const waiter = Promise.withResolvers<void>()
    let second: Promise<void> | undefined
    await database.transaction(async (tx) => {
      await lockCourseSettingsDocument(tx, courseId)
      second = database.transaction(async (other) => {
        waiter.resolve()
        await lockCourseSettingsDocument(other, courseId)
        order.push('second')
      })
      await waiter.promise
      await expect
        .poll(
          async () =>
            (
              await owner.query(
                "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
              )
            ).rowCount,
        )
        .toBe(1)
      order.push('first')
    })
    await second
    expect(order).toEqual(['first', 'second'])
  })
})
