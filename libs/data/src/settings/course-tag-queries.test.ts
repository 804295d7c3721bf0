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
  it('returns the settings as they are stored, or null', async () => {
    const courseId = await configureCourse(database)
    const read = (id: number) => database.transaction((tx) => lockCourseSettingsDocument(tx, id))
    expect(await read(courseId)).toEqual({ courseId, revision: 1, document: settingsText(courseId) })
    expect(await read(987_654)).toBeNull()
  })

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

describe('updateCourseTags', () => {
  it('writes ids and marks of the tags that the course has, and keeps the revision', async () => {
    const courseId = await configureCourse(database)
    const other = await configureCourse(database)
    await database.transaction((tx) =>
      updateCourseTags(tx, {
        courseId,
        tags: [
          { slug: 'a', upstreamId: 7, gone: false },
          { slug: 'b', upstreamId: null, gone: true },
          { slug: 'unknown', upstreamId: 1, gone: true },
        ],
        staffNames: [],
      }),
    )
    expect(await tagsOf(courseId)).toEqual([
      { slug: 'a', upstream_tag_id: '7', gone: false },
      { slug: 'b', upstream_tag_id: null, gone: true },
    ])
    expect(await tagsOf(other)).toMatchObject([
      { slug: 'a', upstream_tag_id: null },
      { slug: 'b', gone: false },
    ])
    expect(await owner.query('SELECT revision FROM course_settings WHERE course_id = $1', [courseId])).toMatchObject({
      rows: [{ revision: 1 }],
    })
  })
})
