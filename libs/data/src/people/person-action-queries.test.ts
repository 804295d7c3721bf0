import { describe, expect } from 'vitest'
import { it } from '../testing/open-data.ts'
import { listRecordedErasures } from './person-action-queries.ts'

describe('listRecordedErasures', () => {
  it('lists the last erasure of each person in each course, in pages', async ({ world: { database, owner } }) => {
    const erase = (courseId: number, userId: number, byUserId: number, at: string) =>
      owner.query(
        `INSERT INTO person_action (id, course_id, user_id, by_user_id, action, at) VALUES (gen_random_uuid(), $1, $2, $3, 'erase', $4)`,
        [courseId, userId, byUserId, at],
      )
    await erase(71, 9, 101, '2026-11-01T00:00:00Z')
    await erase(71, 9, 102, '2026-11-02T00:00:00Z')
    await erase(72, 8, 103, '2026-11-01T00:00:00Z')
    const first = await listRecordedErasures(database, null, 1)
    expect(first).toEqual([{ courseId: 71, userId: 9, erasedAt: '2026-11-02T00:00:00.000000Z', byUserId: 102 }])
    expect(await listRecordedErasures(database, first[0] ?? null, 5)).toMatchObject([{ courseId: 72, userId: 8 }])
  })
})
