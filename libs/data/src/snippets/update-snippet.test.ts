import { createTestDatabase } from '@course-grading/test-database'
import { afterAll, describe, expect, it } from 'vitest'
import { aSnippet, aSnippetWrite } from '../testing/a-snippet.ts'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { findSnippet } from './find-snippet.ts'
import { listSnippets } from './list-snippets.ts'
import { retireSnippet, updateSnippet } from './update-snippet.ts'

const testDatabase = await createTestDatabase()
const { database } = await openObserved(testDatabase.urls.frontendInternal)
const courseId = await configureCourse(database)
afterAll(async () => {
  await database.end()
  await testDatabase.drop()
})

const offered = async (q: string) =>
  (
    await listSnippets(database, {
      courseId,
      userId: 1,
      q,
      exerciseId: null,
      criterionId: null,
      after: null,
      limit: 50,
    })
  ).map(({ snippetId }) => snippetId)

describe('updateSnippet', () => {
  it('replaces everything that a writer decides, and the text by which it is found', async () => {
    const { snippetId } = await aSnippet(database, { courseId }, { label: 'Before' })
    const write = { exerciseId: 5, criterionId: 'c', label: 'Àfter', text: { fi: 'jälkeen' }, points: 1.5 }
    expect(await updateSnippet(database, { snippetId, expectedRevision: 1 }, write)).toBe(2)
    expect(await findSnippet(database, snippetId)).toMatchObject({
      ...write,
      revision: 2,
      useCount: 0,
    })
    expect([await offered('before'), await offered('after'), await offered('JALKEEN')]).toEqual([
      [],
      [snippetId],
      [snippetId],
    ])
  })

  it('changes nothing by a revision that is not the present one', async () => {
    const { snippetId } = await aSnippet(database, { courseId })
    for (const expectedRevision of [0, 2, Number.MAX_SAFE_INTEGER])
      expect(await updateSnippet(database, { snippetId, expectedRevision }, aSnippetWrite)).toBeNull()
  })

  it('succeeds for only one of twelve writers with the same revision', async () => {
    const { snippetId } = await aSnippet(database, { courseId })
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, writer) =>
        updateSnippet(database, { snippetId, expectedRevision: 1 }, { ...aSnippetWrite, label: `by ${writer}` }),
      ),
    )
    expect(outcomes.filter((revision) => revision !== null)).toEqual([2])
  })
})

describe('retireSnippet', () => {
  it('takes a snippet out of the list, once, and keeps it', async () => {
    const { snippetId } = await aSnippet(database, { courseId }, { label: 'retiring' })
    expect(await retireSnippet(database, { snippetId, expectedRevision: 2 })).toBeNull()
    expect(await offered('retiring')).toEqual([snippetId])
    expect(await retireSnippet(database, { snippetId, expectedRevision: 1 })).toBe(2)
    expect(await offered('retiring')).toEqual([])
    expect(await findSnippet(database, snippetId)).toMatchObject({ revision: 2, retiredAt: expect.any(String) })
    expect(await retireSnippet(database, { snippetId, expectedRevision: 2 })).toBeNull()
    expect(await updateSnippet(database, { snippetId, expectedRevision: 2 }, aSnippetWrite)).toBeNull()
  })
})
