import { describe, expect } from 'vitest'
import { aSnippet, aSnippetWrite } from '../testing/a-snippet.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { insertSnippet } from './insert-snippet.ts'
import { markSnippetRetired, updateSnippet } from './update-snippet.ts'
import { openData, testIn } from '../testing/open-data.ts'

type SnippetBank = Parameters<typeof insertSnippet>[1]

const it = testIn(openWorld)

describe('insertSnippet', () => {
  it.for([
    ['2,000 of a course', 2_000, null],
    ['500 of a person', 500, 700],
  ] as const)('makes at most %s, however many requests come at once', async ([_what, limit, ownerId], { world }) => {
    const courseId = await configureCourse(world.database)
    await world.fill({ courseId, ownerId }, limit - 3)
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, writer) =>
        world.insert({ courseId, ownerId }, writer % 2 === 0 ? world.database : world.elsewhere),
      ),
    )
    expect(made.filter((snippet) => snippet !== null)).toHaveLength(3)
    expect(await world.insert({ courseId, ownerId })).toBeNull()
  })

  it('counts the personal snippets of one person in all courses, and no others', async ({ world }) => {
    const [one, other] = [await configureCourse(world.database), await configureCourse(world.database)]
    await world.fill({ courseId: one, ownerId: 701 }, 300)
    await world.fill({ courseId: other, ownerId: 701 }, 200)
    expect(await world.insert({ courseId: other, ownerId: 701 })).toBeNull()
    expect(await world.insert({ courseId: other, ownerId: 702 })).not.toBeNull()
    expect(await world.insert({ courseId: other, ownerId: null })).not.toBeNull()
  })

  it('does not count retired snippets', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    const first = await aSnippet(world.database, { courseId, ownerId: 703 })
    await world.fill({ courseId, ownerId: 703 }, 499)
    expect(await world.insert({ courseId, ownerId: 703 })).toBeNull()
    await markSnippetRetired(world.database, { snippetId: first.snippetId, expectedRevision: 1 })
    expect(await world.insert({ courseId, ownerId: 703 })).not.toBeNull()
  })
})

describe('updateSnippet and markSnippetRetired', () => {
  it('change nothing that is retired', async ({ world: { database } }) => {
    const { snippetId } = await aSnippet(database, { courseId: await configureCourse(database), ownerId: 704 })
    await markSnippetRetired(database, { snippetId, expectedRevision: 1 })
    expect(await updateSnippet(database, { snippetId, expectedRevision: 2 }, aSnippetWrite)).toBeNull()
    expect(await markSnippetRetired(database, { snippetId, expectedRevision: 2 })).toBeNull()
  })
})

async function openWorld() {
  const data = await openData()
  const { owner, database } = data
  /** As many snippets as given, in one statement. */
  async function fill({ courseId, ownerId }: SnippetBank, count: number): Promise<void> {
    await owner.query(
      `INSERT INTO snippet (snippet_id, course_id, owner_id, label, text, search_text, revision, created_at)
    SELECT gen_random_uuid(), $1, $2, 'filled', '{"en":"x"}', 'filled', 1, now() FROM generate_series(1, $3)`,
      [courseId, ownerId, count],
    )
  }
  const insert = (bank: SnippetBank, db = database) => db.transaction((tx) => insertSnippet(tx, bank, aSnippetWrite))
  return { ...data, fill, insert }
}
