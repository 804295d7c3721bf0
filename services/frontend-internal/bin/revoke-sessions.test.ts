import { beforeEach, describe, expect, it } from 'vitest'
import { databaseOfFile, runToEnd, startCommand } from './command.fixture.ts'
import { knownSession, oldKey, sealerOf, storeSessions } from './stored-sessions.fixture.ts'

const { owner, url, foreignUrl } = await databaseOfFile()
beforeEach(async () => {
  await owner.query('DELETE FROM session')
  await storeSessions(owner, sealerOf(oldKey), [101, 101, 102].map(knownSession))
})

describe('revoke-sessions', () => {
  it('revokes all sessions of one person, and logs the user id', async () => {
    expect(await revoke('--user', '101')).toEqual({
      code: 0,
      output: 'revoke-sessions: 2 revoked',
      logged: [logLine({ kind: 'user', userId: 101, count: 2 })],
    })
    expect(await whoseAreLeft()).toEqual(['102'])
  })

  it('revokes the sessions of everybody', async () => {
    expect(await revoke('--all')).toEqual({
      code: 0,
      output: 'revoke-sessions: 3 revoked',
      logged: [logLine({ kind: 'all', count: 3 })],
    })
    expect(await whoseAreLeft()).toEqual([])
  })

  it('succeeds if there is no session', async () => {
    expect(await revoke('--user', '7')).toEqual({
      code: 0,
      output: 'revoke-sessions: 0 revoked',
      logged: [logLine({ kind: 'user', userId: 7, count: 0 })],
    })
  })

  it('changes nothing and shows the usage without an argument', async () => {
    expect(await revoke('--user', '101', '--all')).toEqual({
      code: 64,
      output: 'usage: revoke-sessions --user <upstream user id> | --all',
      logged: [],
    })
    expect(await whoseAreLeft()).toHaveLength(3)
  })

  it('reports which variable is wrong, without its value', async () => {
    const { code, output } = await runToEnd('revoke-sessions', ['--all'], { DATABASE_URL: 'mysql://secret-word' })
    expect(code).toBe(78)
    expect(output).toContain('DATABASE_URL')
    expect(output).not.toContain('secret-word')
  })

  it('reports that DATABASE_URL has the role of another service, and exits as for any wrong variable', async () => {
    const { code, output } = await runToEnd('revoke-sessions', ['--all'], { DATABASE_URL: foreignUrl })
    expect([code, output]).toEqual([
      78,
      expect.stringMatching(/^revoke-sessions: DATABASE_URL: its role may not do that/),
    ])
  })

  it('reports that the database is not available, without a stack', async () => {
    const url = 'postgres://me:hidden@127.0.0.1:1/x'
    const { code, output } = await runToEnd('revoke-sessions', ['--all'], { DATABASE_URL: url })
    expect(code).toBe(1)
    expect(output).toMatch(/^revoke-sessions: the database is not available;[^\n]*$/)
    expect(output).not.toContain('hidden')
  })
})

const revoke = async (...args: string[]) => {
  const command = startCommand('revoke-sessions', args, { DATABASE_URL: url })
  return { ...(await command.ended), logged: command.logged }
}
const logLine = (fields: object) => ({
  level: 'warn',
  time: expect.any(String),
  service: 'revoke-sessions',
  version: expect.any(String),
  message: 'sessions revoked',
  event: 'sessions_revoked',
  ...fields,
})
const whoseAreLeft = async () => {
  const { rows } = await owner.query<{ user: string }>('SELECT user_id AS user FROM session')
  return rows.map(({ user }) => user)
}
