import { describe, expect } from 'vitest'
import { nextUserId } from '../testing/a-session.ts'
import { it } from '../testing/open-data.ts'
import { findPreferences, writePreferences } from './preferences-queries.ts'

describe('writePreferences', () => {
  it('accepts exactly one of 24 writers with the same revision, in each round', async ({ world }) => {
    const userId = nextUserId()
    for (let expectedRevision = 0; expectedRevision < 8; expectedRevision += 1) {
      const outcomes = await Promise.all(
        Array.from({ length: 24 }, (_, writer) =>
          writePreferences(writer % 2 === 0 ? world.database : world.elsewhere, {
            userId,
            expectedRevision,
            document: JSON.stringify({ writer }),
          }),
        ),
      )
      const revision = expectedRevision + 1
      expect(outcomes.filter((each) => each !== null)).toEqual([revision])
      const document = JSON.stringify({ writer: outcomes.indexOf(revision) })
      expect(await findPreferences(world.database, userId)).toEqual({ revision, document })
    }
  })
})
