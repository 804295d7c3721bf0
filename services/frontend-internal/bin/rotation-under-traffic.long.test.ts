import { createDatabase, type Database } from '@course-grading/data/database'
import { insertSession } from '@course-grading/data/sessions/insert-session'
import { deleteSession, updateSessionIdentity } from '@course-grading/data/sessions/session-queries'
import { createUseSession } from '@course-grading/data/sessions/use-session'
import { sessionTokenContext } from '@course-grading/sealing'
import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, describe, expect, inject, it, vi } from 'vitest'
import { runToEnd, startCommand } from './command.fixture.ts'
import {
  knownSession,
  newKey,
  oldKey,
  ringText,
  sealerOf,
  storeSessions,
  type KnownSession,
} from './stored-sessions.fixture.ts'

const testDatabase = await createTestDatabase()
const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
await owner.connect()
const database = await createDatabase({
  url: testDatabase.urls.frontendInternal,
  applicationName: 'traffic',
  poolMax: 4,
})
afterAll(async () => {
  await Promise.all([owner.end(), database.end()])
  await testDatabase.drop()
})

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this is the long run. */
    readonly fullRun: boolean
  }
}
const count = inject('fullRun') ? 10_000 : 3_000
const idleS = 7_200
const useSession = createUseSession(database, { idleS })
const env = { DATABASE_URL: testDatabase.urls.frontendInternal, SESSION_KEYS: ringText(newKey, oldKey) }
const sealer = sealerOf(newKey, oldKey)

interface Traffic {
  /** Everything that went wrong for a person. */
  readonly failures: string[]
  readonly done: { opened: number; created: number; deleted: number; updated: number }
  stop(): Promise<void>
}

/**
 * The work of replicas meanwhile, all with the new key first in their rings: they use, begin and end sessions, and read
 * identities again.
 */
function startTraffic(alive: KnownSession[]): Traffic {
  const failures: string[] = []
  const done = { opened: 0, created: 0, deleted: 0, updated: 0 }
  let over = false
  let turn = 0
  const work = async (): Promise<void> => {
    while (!over) {
      turn += 1
      const session = alive[(turn * 7_919) % alive.length]
      if (session === undefined) throw new Error('no session left')
      await useOne(session).catch((error: unknown) => failures.push(error instanceof Error ? error.name : 'thrown'))
      if (turn % 10 === 0) await begin().catch(() => failures.push('begin'))
      if (turn % 15 === 0) await end().catch(() => failures.push('end'))
    }
  }
  const useOne = async (session: KnownSession): Promise<void> => {
    const used = await useSession(session.idHash)
    if (used?.state !== 'live') {
      if (alive.includes(session)) failures.push('a session was not found')
      return
    }
    const opened = sealer.open(used.session.sealedToken, sessionTokenContext(used.session))
    if (!opened.ok || opened.plaintext !== session.token) failures.push('a token did not open')
    done.opened += 1
    if (turn % 5 !== 0) return
    const { sessionId, identityAt } = used.session
    const updated = await updateSessionIdentity(database, { sessionId, identityAt, identity: '{"read":"again"}' })
    if (updated !== null) done.updated += 1
  }
  const begin = async (): Promise<void> => {
    done.created += 1
    const session = knownSession(1_000_000 + done.created)
    await insert(database, session)
    alive.push(session)
  }
  const end = async (): Promise<void> => {
    const [session] = alive.splice((turn * 31) % alive.length, 1)
    if (session !== undefined && (await deleteSession(database, session.sessionId))) done.deleted += 1
  }
  const workers = [work(), work(), work()]
  return {
    failures,
    done,
    stop: async () => {
      over = true
      await Promise.all(workers)
    },
  }
}

async function insert(db: Database, session: KnownSession): Promise<void> {
  const { sealed, keyId } = sealer.seal(session.token, sessionTokenContext(session))
  const { sessionId, idHash, userId } = session
  await db.transaction((tx) =>
    insertSession(tx, {
      sessionId,
      idHash,
      userId,
      identity: '{}',
      sealedToken: sealed,
      keyId,
      idleS,
      maxS: 43_200,
    }),
  )
}

async function countUnderOldKey(): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM session WHERE key_id = 'k-1'`,
  )
  return rows[0]?.count ?? 0
}

/** Makes each batch slow, so that the command does not end before it is killed. */
const slowDown = () =>
  owner.query(`
  CREATE FUNCTION take_time() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF current_setting('application_name') = 'rotate-session-keys' THEN PERFORM pg_sleep(0.2); END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER take_time AFTER UPDATE ON session FOR EACH STATEMENT EXECUTE FUNCTION take_time()`)

/** Kills the command as soon as it has re-sealed something; returns how many sessions are left for the next run. */
async function killOnTheWay(): Promise<number> {
  const running = startCommand('rotate-session-keys', ['run'], env)
  await running.sawLine(/ re-sealed/)
  running.kill()
  expect((await running.ended).code).toBeNull()
  return await countUnderOldKey()
}

describe('a rotation of session keys under traffic', () => {
  it(
    'survives two kills of the command, fails no request, and makes the old key unnecessary',
    { timeout: 600_000 },
    async () => {
      const alive = Array.from({ length: count }, (_, index) => knownSession(1 + index))
      await storeSessions(owner, sealerOf(oldKey), alive)
      const traffic = startTraffic(alive)
      expect((await runToEnd('rotate-session-keys', ['verify'], env)).code).toBe(1)

      await slowDown()
      const [afterFirst, afterSecond] = [await killOnTheWay(), await killOnTheWay()]
      await owner.query('DROP FUNCTION take_time CASCADE')
      expect(afterFirst).toBeLessThan(count)
      expect(afterSecond).toBeLessThan(afterFirst)
      expect(afterSecond).toBeGreaterThan(0)
      expect((await runToEnd('rotate-session-keys', ['verify'], env)).code).toBe(1)

      expect((await runToEnd('rotate-session-keys', ['run'], env)).code).toBe(0)
      const minDone = () => Math.min(...Object.values(traffic.done))
      await vi.waitFor(() => expect(minDone()).toBeGreaterThan(10), 60_000)
      await traffic.stop()
      expect((await runToEnd('rotate-session-keys', ['verify'], env)).code).toBe(0)

      expect(traffic.failures).toEqual([])
      const alone = sealerOf(newKey)
      const { rows } = await owner.query<{ id: string; sealed: Buffer }>(
        'SELECT session_id AS id, sealed_token AS sealed FROM session',
      )
      const sealed = new Map(rows.map((row) => [row.id, row.sealed]))
      const opened = alive.map((session) =>
        alone.open(sealed.get(session.sessionId) ?? Buffer.alloc(0), sessionTokenContext(session)),
      )
      expect(opened).toEqual(alive.map(({ token }) => ({ ok: true, plaintext: token })))
    },
  )
})
