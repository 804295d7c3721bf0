import { spawn } from 'node:child_process'
import { hash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { fullRun } from '@course-grading/data/testing/full-run'
import { createSealer, sessionTokenContext } from '@course-grading/sealing'
import { describe, expect } from 'vitest'
import { frontendSecret, signIn } from '../frontend-client.ts'
import { type Asking, Traffic } from './secret-rotation-traffic.ts'
import { type ServiceProcess, waitFor } from '../service-process.ts'
import { it } from '../system-test.ts'
import { type SystemWorld, tokenOf } from '../world.ts'

describe('the key that seals sessions', () => {
  it(
    'is changed under traffic, with the command killed twice, and no request fails',
    { timeout: 600_000 },
    async ({ world }) => {
      const first = await startTwo(world, ring(oldKey, newKey))
      const sessions = await Promise.all(people.map((userId, index) => signIn(first[index % 2]!, tokenOf(userId))))
      await storeIdleSessions(world)
      // The stored identities are always too old, so every request opens its token.
      await world.query(`
      CREATE FUNCTION stay_old() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.identity_at := now() - interval '10 minutes'; RETURN NEW; END $$;
      CREATE TRIGGER stay_old BEFORE UPDATE ON session FOR EACH ROW EXECUTE FUNCTION stay_old();
      UPDATE session SET last_used_at = last_used_at
    `)
      world.upstream.journal.clear()
      const traffic = new Traffic(first, sessions.map(askingAs))
      await traffic.more(100)

      const second = await startTwo(world, ring(newKey, oldKey))
      await traffic.moveTo([first[0]!, ...second])
      await traffic.more(100)
      await traffic.moveTo(second)
      await Promise.all(first.map((process) => process.stop()))
      expect(await underOldKey(world)).toBe(people.length + idleSessions)

      // One row stays locked and each batch is slow, so that the command does not end before it is killed.
      await world.query(`
      CREATE FUNCTION take_time() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF current_setting('application_name') = 'rotate-session-keys' THEN PERFORM pg_sleep(0.2); END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER take_time AFTER UPDATE ON session FOR EACH STATEMENT EXECUTE FUNCTION take_time()
    `)
      await world.query('BEGIN')
      await world.query('SELECT FROM session WHERE user_id = 100001 FOR UPDATE')
      let left = await underOldKey(world)
      for (const _ of [1, 2]) {
        const running = startCommand(world, 'run', ring(newKey, oldKey))
        await waitFor('the command to have re-sealed rows', () => running.output().includes('re-sealed'))
        running.kill()
        expect(await running.ended).toBeNull()
        expect(await underOldKey(world)).toBeLessThanOrEqual(left)
        left = await underOldKey(world)
        expect(left).toBeGreaterThan(0)
        await traffic.more(50)
      }
      await world.query('ROLLBACK')
      await world.query('DROP FUNCTION take_time CASCADE')
      const last = startCommand(world, 'run', ring(newKey, oldKey))
      expect(await last.ended, last.output()).toBe(0)

      const [verified, third] = await Promise.all([
        startCommand(world, 'verify', ring(newKey)).ended,
        startTwo(world, ring(newKey)),
      ])
      expect(verified).toBe(0)
      await traffic.moveTo(third)
      await Promise.all(second.map((process) => process.stop()))
      await traffic.more(200)
      expect([...(await traffic.end()).keys()]).toEqual(['200'])
      expect(world.upstream.journal.count({ path: '/api/v2/users/me' })).toBeGreaterThan(100)
      expect(await underOldKey(world)).toBe(0)
      for (const process of [...first, ...second, ...third]) expect(process.errors()).toEqual([])
    },
  )
})

const command = join(import.meta.dirname, '../../../../services/frontend-internal/bin/rotate-session-keys.ts')
const oldKey = { id: 'k-1', key: randomBytes(32) }
const newKey = { id: 'k-2', key: randomBytes(32) }
const ring = (...keys: readonly (typeof oldKey)[]): string =>
  keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',')
const people = Array.from({ length: 8 }, (_, index) => 201 + index)
/** Unused sessions, so that the command has enough rows to re-seal. */
const idleSessions = fullRun ? 10_000 : 1_500

const startTwo = (world: SystemWorld, keys: string): Promise<ServiceProcess[]> =>
  Promise.all([1, 2].map(() => world.start('frontend-internal', { SESSION_KEYS: keys })))

async function storeIdleSessions(world: SystemWorld): Promise<void> {
  const sealer = createSealer({ purpose: 'session-token', keys: [oldKey] })
  const sessions = Array.from({ length: idleSessions }, (_, index) => ({
    sessionId: randomUUIDv7(),
    userId: 100_000 + index,
  }))
  await world.query(
    `
    INSERT INTO session (session_id, id_hash, user_id, identity, identity_at, sealed_token, key_id, created_at, last_used_at, expires_at)
    SELECT given.id, given.hash, given.user_id, '{}', now(), given.sealed, 'k-1', now(), now(), now() + interval '1 hour'
    FROM unnest($1::uuid[], $2::bytea[], $3::bigint[], $4::bytea[]) AS given (id, hash, user_id, sealed)
  `,
    [
      sessions.map(({ sessionId }) => sessionId),
      sessions.map(({ sessionId }) => hash('sha256', sessionId, 'buffer')),
      sessions.map(({ userId }) => userId),
      sessions.map((session) => sealer.seal('a'.repeat(40), sessionTokenContext(session)).sealed),
    ],
  )
}

/** A request that the service can serve only with the user's token. */
const askingAs =
  (session: string): Asking =>
  () => ({
    path: '/internal/frontend/courses',
    headers: { 'X-Service-Frontend-Secret': frontendSecret, Authorization: `Bearer ${session}` },
  })

function startCommand({ database }: SystemWorld, step: string, keys: string) {
  const child = spawn(process.execPath, [command, step], {
    env: { PATH: process.env['PATH'], DATABASE_URL: database.urls.frontendInternal, SESSION_KEYS: keys },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { output: () => output, ended, kill: () => child.kill('SIGKILL') }
}

const underOldKey = async (world: SystemWorld): Promise<number> =>
  (await world.query<{ count: number }>(`SELECT count(*)::integer AS count FROM session WHERE key_id = 'k-1'`)).rows[0]!
    .count
