import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { aSnippet, aSnippetWrite } from '../testing/a-snippet.ts'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { insertSnippet, type SnippetBank } from './insert-snippet.ts'
import { retireSnippet } from './update-snippet.ts'

const testDatabase = await createTestDatabase()
const { database } = await openObserved(testDatabase.urls.frontendInternal)
const { database: elsewhere } = await openObserved(testDatabase.urls.frontendInternal)
const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
await owner.connect()
afterAll(async () => {
  await Promise.all([database.end(), elsewhere.end(), owner.end()])
  await testDatabase.drop()
})

/** As many snippets as given, in one statement. */
async function fill({ courseId, ownerId }: SnippetBank, count: number): Promise<void> {
  await owner.query(
    `INSERT INTO snippet (snippet_id, course_id, owner_id, label, text, search_text, revision, created_at)
    SELECT gen_random_uuid(), $1, $2, 'filled', '{"en":"x"}', 'filled', 1, now() FROM generate_series(1, $3)`,
    [courseId, ownerId, count],
  )
}

const insert = (bank: SnippetBank, db = database) => db.transaction((tx) => insertSnippet(tx, bank, aSnippetWrite))

describe('insertSnippet', () => {
  it.each([
    ['2,000 of a course', 2_000, null],
    ['500 of a person', 500, 700],
  ] as const)('makes at most %s, however many requests come at once', async (_what, limit, ownerId) => {
    const courseId = await configureCourse(database)
    await fill({ courseId, ownerId }, limit - 3)
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, writer) => insert({ courseId, ownerId }, writer % 2 === 0 ? database : elsewhere)),
    )
    expect(made.filter((snippet) => snippet !== null)).toHaveLength(3)
    expect(await insert({ courseId, ownerId })).toBeNull()
  })

  it('counts the personal snippets of one person in all courses, and no others', async () => {
    const [one, other] = [await configureCourse(database), await configureCourse(database)]
    await fill({ courseId: one, ownerId: 701 }, 300)
    await fill({ courseId: other, ownerId: 701 }, 200)
    expect(await insert({ courseId: other, ownerId: 701 })).toBeNull()
    expect(await insert({ courseId: other, ownerId: 702 })).not.toBeNull()
    expect(await insert({ courseId: other, ownerId: null })).not.toBeNull()
  })

  it('does not count retired snippets', async () => {
    const courseId = await configureCourse(database)
    const first = await aSnippet(database, { courseId, ownerId: 703 })
    await fill({ courseId, ownerId: 703 }, 499)
    expect(await insert({ courseId, ownerId: 703 })).toBeNull()
    await retireSnippet(database, { snippetId: first.snippetId, expectedRevision: 1 })
    expect(await insert({ courseId, ownerId: 703 })).not.toBeNull()
  })
})
