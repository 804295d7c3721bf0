import { describe, expect } from 'vitest'
import { it } from '../testing/open-data.ts'
import { findPreferences, writePreferences } from './preferences-queries.ts'

describe('writePreferences', () => {
  it('succeeds for only one of twelve writers with the same revision, on two pools', async ({ world }) => {
    const { database, elsewhere } = world
    for (const expectedRevision of [0, 1]) {
      const revisions = await Promise.all(
        Array.from({ length: 12 }, (_, writer) =>
          writePreferences(writer % 2 === 0 ? database : elsewhere, { userId: 1, expectedRevision, document: '{}' }),
        ),
      )
      expect(revisions.filter((revision) => revision !== null)).toEqual([expectedRevision + 1])
    }
    expect(await findPreferences(database, 1)).toMatchObject({ revision: 2 })
  })
})
