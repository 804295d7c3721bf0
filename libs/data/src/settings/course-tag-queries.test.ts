import { describe, expect } from 'vitest'
import { configureCourse } from '../testing/open-settings.ts'
import { lockCourseSettingsDocument } from './course-tag-queries.ts'
import { it } from '../testing/open-data.ts'

describe('lockCourseSettingsDocument', () => {
  it('makes the next caller wait until the transaction ends', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    const order: string[] = []
    const waiter = Promise.withResolvers<void>()
    let second: Promise<void> | undefined
    await world.database.transaction(async (tx) => {
      await lockCourseSettingsDocument(tx, courseId)
      second = world.database.transaction(async (other) => {
        waiter.resolve()
        await lockCourseSettingsDocument(other, courseId)
        order.push('second')
      })
      await waiter.promise
      await expect.poll(world.waiting).toBe(1)
      order.push('first')
    })
    await second
    expect(order).toEqual(['first', 'second'])
  })
})
