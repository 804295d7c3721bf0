import { beforeEach, describe, expect, it } from 'vitest'
import { databaseOfFile, runToEnd, startCommand } from './command.fixture.ts'
import { knownSessions, lostKey, newKey, oldKey, ringText, sealerOf, storeSessions } from './stored-sessions.fixture.ts'

const { owner, url } = await databaseOfFile()
beforeEach(() => owner.query('DELETE FROM session'))

describe('rotate-session-keys', () => {
  it('`plan` shows how many sessions each key sealed and what `run` would do, and changes nothing', async () => {
    await storeSessions(owner, sealerOf(lostKey), knownSessions(1))
    await storeSessions(owner, sealerOf(oldKey), knownSessions(3))
    await storeSessions(owner, sealerOf(newKey), knownSessions(2))
    const before = await storedRows()
    expect(await rotate('plan', newKey, oldKey)).toEqual({
      code: 0,
      output: [
        'rotate-session-keys: k-0: 1, the ring does not have this key',
        'rotate-session-keys: k-1: 3, to be re-sealed',
        'rotate-session-keys: k-2: 2, stay as they are',
      ].join('\n'),
    })
    expect(await storedRows()).toEqual(before)
  })

  it('`verify` exits 1 while a session needs another key than the first, and 0 after `run`', async () => {
    await storeSessions(owner, sealerOf(oldKey), knownSessions(3))
    await storeSessions(owner, sealerOf(newKey), knownSessions(2))
    expect(await rotate('verify', newKey, oldKey)).toEqual({
      code: 1,
      output: 'rotate-session-keys: k-2 opens 2; 3 need another key; 0 cannot be opened',
    })
    const run = startCommand('rotate-session-keys', ['run'], env(newKey, oldKey))
    expect(await run.ended).toEqual({
      code: 0,
      output: 'rotate-session-keys: 3 re-sealed\nrotate-session-keys: all under k-2',
    })
    expect(run.logged).toEqual([
      expect.objectContaining({
        service: 'rotate-session-keys',
        event: 'keys_rotated',
        kind: 'session-token',
        count: 3,
        outcome: 'all',
      }),
    ])
    expect(await rotate('verify', newKey)).toEqual({
      code: 0,
      output: 'rotate-session-keys: k-2 opens 5; 0 need another key; 0 cannot be opened',
    })
    expect((await storedRows()).map(({ keyId }) => keyId)).toEqual(['k-2', 'k-2', 'k-2', 'k-2', 'k-2'])
  })

  it('`verify` exits 1 if the first key differs from the key that sealed under its id', async () => {
    await storeSessions(owner, sealerOf(newKey), knownSessions(3))
    expect(await rotate('verify', { id: newKey.id, key: lostKey.key })).toEqual({
      code: 1,
      output: 'rotate-session-keys: k-2 opens 0; 0 need another key; 3 cannot be opened',
    })
  })

  it('`run` exits 1 if some sessions are left, and prints how many', async () => {
    await storeSessions(owner, sealerOf(lostKey), knownSessions(2))
    expect(await rotate('run', newKey, oldKey)).toEqual({
      code: 1,
      output: 'rotate-session-keys: 2 still under another key',
    })
  })

  it('shows the usage for unknown arguments', async () => {
    expect(await runToEnd('rotate-session-keys', ['run', 'again'], env(newKey))).toEqual({
      code: 64,
      output: 'usage: rotate-session-keys plan|run|verify',
    })
  })
})

const env = (...keys: readonly (typeof oldKey)[]) => ({
  DATABASE_URL: url,
  SESSION_KEYS: ringText(...keys),
})
const rotate = (word: string, ...keys: readonly (typeof oldKey)[]) =>
  runToEnd('rotate-session-keys', [word], env(...keys))
const storedRows = async () =>
  (
    await owner.query<{ keyId: string; version: string }>(
      'SELECT key_id AS "keyId", xmin::text AS version FROM session ORDER BY session_id',
    )
  ).rows
