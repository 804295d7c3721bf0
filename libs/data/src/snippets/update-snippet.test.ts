import { describe, expect } from 'vitest'
import { aSnippet, aSnippetWrite } from '../testing/a-snippet.ts'
import { it } from '../testing/open-data.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { retireSnippet, updateSnippet } from './update-snippet.ts'

describe('updateSnippet', () => {
  it('succeeds for only one of twelve writers with the same revision', async ({ world }) => {
    const { snippetId } = await aSnippet(world.database, { courseId: await configureCourse(world.database) })
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, writer) =>
        updateSnippet(world.database, { snippetId, expectedRevision: 1 }, { ...aSnippetWrite, label: `by ${writer}` }),
      ),
    )
    expect(outcomes.filter((revision) => revision !== null)).toEqual([2])
  })
})

describe('retireSnippet', () => {
  it('changes nothing by another revision, or a second time', async ({ world }) => {
    const { snippetId } = await aSnippet(world.database, { courseId: await configureCourse(world.database) })
    expect(await retireSnippet(world.database, { snippetId, expectedRevision: 2 })).toBeNull()
    expect(await retireSnippet(world.database, { snippetId, expectedRevision: 1 })).toBe(2)
    expect(await retireSnippet(world.database, { snippetId, expectedRevision: 2 })).toBeNull()
    expect(await updateSnippet(world.database, { snippetId, expectedRevision: 2 }, aSnippetWrite)).toBeNull()
  })
})
