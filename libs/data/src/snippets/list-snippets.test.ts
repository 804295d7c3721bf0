import { describe, expect } from 'vitest'
import { aSnippet } from '../testing/a-snippet.ts'
import { it } from '../testing/open-data.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { selectSnippets } from './list-snippets.ts'

type SnippetQuery = Parameters<typeof selectSnippets>[1]

describe('selectSnippets', () => {
  it.for([null, 'page'])('pages through all, the most used first (q: %s)', async (q, { world }) => {
    const courseId = await configureCourse(world.database)
    for (let index = 0; index < 12; index += 1)
      await aSnippet(world.database, { courseId, ownerId: index % 3 === 0 ? 7 : null }, { label: `page ${index}` })
    await world.owner.query(
      `UPDATE snippet SET use_count = 1 + length(label) * right(label, 1)::int % 4, last_used_at = now() - interval '1 minute' WHERE course_id = $1`,
      [courseId],
    )
    const list = (limit: number, after: SnippetQuery['after'] = null) =>
      selectSnippets(world.database, { courseId, userId: 7, q, exerciseId: null, criterionId: null, after, limit })
    const whole = await list(50)
    const counts = whole.map(({ useCount }) => useCount)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    const first = await list(5)
    const second = await list(5, first.at(-1))
    const third = await list(5, second.at(-1))
    expect(third).toHaveLength(2)
    expect([...first, ...second, ...third].map(({ snippetId }) => snippetId)).toEqual(
      whole.map(({ snippetId }) => snippetId),
    )
  })

  it('shows once more what was used since the first page, however many pages ago that was', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    const { database, owner } = world
    for (const label of ['oldest', 'middle', 'newest']) await aSnippet(database, { courseId, ownerId: null }, { label })
    const list = (after: SnippetQuery['after']) =>
      selectSnippets(database, { courseId, userId: 7, q: null, exerciseId: null, criterionId: null, after, limit: 1 })
    const [first] = await list(null)
    await owner.query(
      `UPDATE snippet SET use_count = 1, last_used_at = now() - interval '1 hour' WHERE course_id = $1 AND label = 'oldest'`,
      [courseId],
    )
    const firstPageAt = new Date(Date.now() - 2 * 3_600_000).toISOString()
    const [second] = await list({ ...first!, firstPageAt })
    expect(await list(second!)).toMatchObject([{ label: 'oldest' }])
  })
})
