import { describe, expect } from 'vitest'
import { aSnippet, aSnippetWrite } from '../testing/a-snippet.ts'
import { it } from '../testing/open-data.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { markSnippetRetired, updateSnippet } from './update-snippet.ts'

describe('updateSnippet and markSnippetRetired', () => {
  it('succeed for only one of twelve writers with the same revision', async ({ world: { database, elsewhere } }) => {
    const { snippetId } = await aSnippet(database, { courseId: await configureCourse(database) })
    const writers = Array.from({ length: 12 }, (_, writer) => (writer % 2 === 0 ? database : elsewhere))
    const written = await Promise.all(
      writers.map((pool) => updateSnippet(pool, { snippetId, expectedRevision: 1 }, aSnippetWrite)),
    )
    expect(written.filter((revision) => revision !== null)).toEqual([2])
    const retired = await Promise.all(
      writers.map((pool) => markSnippetRetired(pool, { snippetId, expectedRevision: 2 })),
    )
    expect(retired.filter((revision) => revision !== null)).toEqual([3])
  })

  it.for([1, 3])('change nothing at revision %i if it is at 2', async (expectedRevision, { world: { database } }) => {
    const { snippetId } = await aSnippet(database, { courseId: await configureCourse(database) })
    await updateSnippet(database, { snippetId, expectedRevision: 1 }, aSnippetWrite)
    expect(await updateSnippet(database, { snippetId, expectedRevision }, aSnippetWrite)).toBeNull()
    expect(await markSnippetRetired(database, { snippetId, expectedRevision })).toBeNull()
  })

  it('change nothing that is retired', async ({ world: { database } }) => {
    const { snippetId } = await aSnippet(database, { courseId: await configureCourse(database) })
    await markSnippetRetired(database, { snippetId, expectedRevision: 1 })
    expect(await updateSnippet(database, { snippetId, expectedRevision: 2 }, aSnippetWrite)).toBeNull()
    expect(await markSnippetRetired(database, { snippetId, expectedRevision: 2 })).toBeNull()
  })
})
