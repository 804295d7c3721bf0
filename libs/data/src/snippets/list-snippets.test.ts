import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { aSnippet } from '../testing/a-snippet.ts'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { listSnippets, type SnippetQuery } from './list-snippets.ts'

const testDatabase = await createTestDatabase()
const { database } = await openObserved(testDatabase.urls.frontendInternal)
const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
await owner.connect()
afterAll(async () => {
  await Promise.all([database.end(), owner.end()])
  await testDatabase.drop()
})

const courseId = await configureCourse(database)
const elsewhere = await configureCourse(database)
await aSnippet(database, { courseId: elsewhere }, { label: 'elsewhere' })
await aSnippet(database, { courseId: elsewhere, ownerId: 7 }, { label: 'mine elsewhere' })
const made = [
  [null, { label: 'Indéntation', text: { en: 'Use four spaces 100%_sure\\.' } }],
  [null, { label: 'only 5', exerciseId: 5, text: { en: 'x' } }],
  [null, { label: 'only style', criterionId: 'style', text: { fi: 'Sisennä Näin' } }],
  [7, { label: 'mine', text: { en: 'indent this' } }],
  [8, { label: 'of somebody else', text: { en: 'indent that' } }],
] as const
for (const [ownerId, write] of made) {
  await aSnippet(database, { courseId, ownerId }, write)
  // Ids that were made in the same millisecond have no order.
  await sleep(2)
}

const list = (query: Partial<SnippetQuery> = {}) =>
  listSnippets(database, {
    courseId,
    userId: 7,
    q: null,
    exerciseId: null,
    criterionId: null,
    after: null,
    limit: 50,
    ...query,
  })
const labelsOf = async (query: Partial<SnippetQuery> = {}) => (await list(query)).map(({ label }) => label)

describe('listSnippets', () => {
  it("gives the course's and one's own, of those used alike the newest first", async () => {
    expect(await labelsOf()).toEqual(['mine', 'only style', 'only 5', 'Indéntation'])
    expect(await labelsOf({ userId: 8 })).toEqual(['of somebody else', 'only style', 'only 5', 'Indéntation'])
    expect(await labelsOf({ userId: 9 })).toEqual(['only style', 'only 5', 'Indéntation'])
  })

  it('finds all words in labels and texts of any language, and ignores case and accents', async () => {
    expect(await labelsOf({ q: 'INDENT' })).toEqual(['mine', 'Indéntation'])
    expect(await labelsOf({ q: 'this índent' })).toEqual(['mine'])
    expect(await labelsOf({ q: 'nain SISENNA' })).toEqual(['only style'])
    expect(await labelsOf({ q: 'e' })).toEqual(['mine', 'only style', 'Indéntation'])
    expect(await labelsOf({ q: '100%_sure\\' })).toEqual(['Indéntation'])
    expect(await labelsOf({ q: '100__' })).toEqual([])
    expect(await labelsOf({ q: 'indent that' })).toEqual([])
  })

  it('ignores a search of only accents', async () => {
    expect(await labelsOf({ q: '´ ¨' })).toHaveLength(4)
  })

  it('leaves out snippets that are only offered with another exercise or criterion', async () => {
    expect(await labelsOf({ exerciseId: 5 })).toEqual(['mine', 'only style', 'only 5', 'Indéntation'])
    expect(await labelsOf({ exerciseId: 6 })).toEqual(['mine', 'only style', 'Indéntation'])
    expect(await labelsOf({ criterionId: 'tests' })).toEqual(['mine', 'only 5', 'Indéntation'])
    expect(await labelsOf({ q: 'only', exerciseId: 6, criterionId: 'style' })).toEqual(['only style'])
  })

  it.each([null, 'page'])('pages through all, the most used first (q: %s)', async (q) => {
    const course = await configureCourse(database)
    for (let index = 0; index < 12; index += 1)
      await aSnippet(database, { courseId: course, ownerId: index % 3 === 0 ? 7 : null }, { label: `page ${index}` })
    await owner.query(
      `UPDATE snippet SET use_count = c, last_used_at = now()
      FROM (SELECT snippet_id AS id, 1 + length(label) * right(label, 1)::int % 4 AS c FROM snippet WHERE course_id = $1) AS used
      WHERE snippet_id = id`,
      [course],
    )
    const whole = await list({ courseId: course, q })
    expect(whole).toHaveLength(12)
    const counts = whole.map(({ useCount }) => useCount)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    const paged: (typeof whole)[number][] = []
    for (;;) {
      const page = await list({ courseId: course, q, limit: 5, after: paged.at(-1) ?? null })
      paged.push(...page)
      if (page.length < 5) break
    }
    expect(paged).toEqual(whole)
  })
})
