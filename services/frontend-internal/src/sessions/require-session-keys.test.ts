import { randomBytes } from 'node:crypto'
import { StartError } from '@course-grading/http-kit'
import { describe, expect } from 'vitest'
import { createSealer } from '@course-grading/sealing'
import { requireSessionKeys } from './require-session-keys.ts'
import { itOn, startTestService, type TestService } from '../service-test.fixture.ts'

const it = itOn(startTestService)

describe('requireSessionKeys', () => {
  it('allows a start if the ring has the keys of all sessions', async ({ service }) => {
    const { database } = service.deps
    await requireSessionKeys({ database, sealer: sealerOf('new'), logger })
    await service.signIn(101)
    await requireSessionKeys({ database, sealer: sealerOf('new', 'dev'), logger })
  })

  it('prevents a start while the ring lacks the key of a session, and changes nothing', async ({ service }) => {
    const session = await service.signIn(102)
    await expect(
      requireSessionKeys({ database: service.deps.database, sealer: sealerOf('new', 'other'), logger }),
    ).rejects.toThrow(StartError)
    expect(errors).toEqual([[expect.any(String), { event: 'session_unopenable', reason: 'unknown_key' }]])
    await expect(service.get('/session', session)).toBeReply(200)
  })

  it('prevents a start while the ring lacks one of two keys', async ({ service }) => {
    await service.signIn(101)
    await service.signIn(103)
    await service.sql`UPDATE session SET sealed_token = overlay(sealed_token PLACING 'xyz'::bytea FROM 3 FOR 3), key_id = 'xyz' WHERE user_id = 103`
    const starting = (...ids: string[]) =>
      requireSessionKeys({ database: service.deps.database, sealer: sealerOf(...ids), logger })
    await expect(starting('new', 'dev')).rejects.toThrow(StartError)
    await expect(starting('new', 'xyz')).rejects.toThrow(StartError)
    await starting('new', 'xyz', 'dev')
    await service.sql`DELETE FROM session WHERE user_id = 103`
  })

  it('allows a start while the database is down; then the service is not ready, and later requests with such sessions report the key', async () => {
    const lost = await startTestService()
    await lost.database.drop()
    await requireSessionKeys({ database: lost.deps.database, sealer: sealerOf('new'), logger })
    await lost.stop()
  })

  it('runs at every start', async ({ service }) => {
    await service.signIn(101)
    const SESSION_KEYS = `other:${randomBytes(32).toString('base64')}`
    await expect(service.replica({ SESSION_KEYS })).rejects.toThrow('SESSION_KEYS')
  })
})

const errors: unknown[][] = []

const logger = {
  error: (...line: unknown[]) => void errors.push(line),
  warn: () => {},
  info: () => {},
} as unknown as TestService['deps']['logger']

const sealerOf = (...ids: string[]) =>
  createSealer({ purpose: 'session-token', keys: ids.map((id) => ({ id, key: randomBytes(32) })) })
