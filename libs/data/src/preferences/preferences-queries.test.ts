import { createTestDatabase } from '@course-grading/test-database'
import { afterAll, describe, expect, it } from 'vitest'
import { nextUserId } from '../testing/a-session.ts'
import { openObserved } from '../testing/open-settings.ts'
import { findPreferences, writePreferences } from './preferences-queries.ts'

const testDatabase = await createTestDatabase()
const { database } = await openObserved(testDatabase.urls.frontendInternal)
const { database: elsewhere } = await openObserved(testDatabase.urls.frontendInternal)
afterAll(async () => {
  await Promise.all([database.end(), elsewhere.end()])
  await testDatabase.drop()
})

describe('findPreferences', () => {
  it('is null before the first write, and then the written text, byte for byte', async () => {
    const userId = nextUserId()
    expect(await findPreferences(database, userId)).toBeNull()
    await writePreferences(database, { userId, expectedRevision: 0, document: '{ "b": 1.0, "a":[] }' })
    expect(await findPreferences(database, userId)).toEqual({ revision: 1, document: '{ "b": 1.0, "a":[] }' })
  })
})

describe('writePreferences', () => {
  it('raises the revision with each write', async () => {
    const userId = nextUserId()
    for (const expectedRevision of [0, 1, 2]) {
      expect(await writePreferences(database, { userId, expectedRevision, document: '{}' })).toBe(expectedRevision + 1)
    }
  })

  it.each([
    [0, 'none yet'],
    [1, 'an older one'],
    [3, 'one that is not yet'],
    [Number.MAX_SAFE_INTEGER, 'the largest there can be'],
  ])('rejects revision %i, %s, if the stored revision is 2', async (stale) => {
    const userId = nextUserId()
    for (const expectedRevision of [0, 1]) {
      await writePreferences(database, { userId, expectedRevision, document: '{"kept":1}' })
    }
    expect(await writePreferences(database, { userId, expectedRevision: stale, document: '{}' })).toBeNull()
    expect(await findPreferences(database, userId)).toEqual({ revision: 2, document: '{"kept":1}' })
  })

  it('rejects any revision except 0 for somebody without preferences', async () => {
    const userId = nextUserId()
    expect(await writePreferences(database, { userId, expectedRevision: 1, document: '{}' })).toBeNull()
    expect(await findPreferences(database, userId)).toBeNull()
  })

  it('accepts exactly one of 24 writers with the same revision, in each round', async () => {
    const userId = nextUserId()
    for (let expectedRevision = 0; expectedRevision < 8; expectedRevision += 1) {
      const outcomes = await Promise.all(
        Array.from({ length: 24 }, (_, writer) =>
          writePreferences(writer % 2 === 0 ? database : elsewhere, {
            userId,
            expectedRevision,
            document: JSON.stringify({ writer }),
          }),
        ),
      )
      expect(outcomes.filter((revision) => revision !== null)).toEqual([expectedRevision + 1])
      const writer = outcomes.findIndex((revision) => revision !== null)
      const stored = { revision: expectedRevision + 1, document: JSON.stringify({ writer }) }
      expect(await findPreferences(database, userId)).toEqual(stored)
    }
  })
})
