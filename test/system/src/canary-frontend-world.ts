import { randomBytes } from 'node:crypto'
import type { User } from '@course-grading/fake-upstream'
import type { Canary } from './canary-encodings.ts'
import { openWire, type Wire } from './canary-wire.ts'
import type { ServiceProcess } from './service-process.ts'
import { startWorld, type SystemWorld } from './world.ts'

/** The demo world with frontend-internal, in which every credential and every person is a canary. */
export interface FrontendCanaryWorld {
  readonly world: SystemWorld
  readonly wire: Wire
  readonly processes: Readonly<Record<'development' | 'production', ServiceProcess>>
  readonly secrets: Readonly<Record<'current' | 'previous' | 'wrong', string>>
  readonly tokenOf: (userId: number) => string
  /** Texts that upstream adds to its replies, that are in rejected bodies, and that are in rows which the database rejects. */
  readonly texts: Readonly<Record<'upstream' | 'body' | 'row', string>>
  /** Ends everything, and returns the logs of the processes. */
  readonly stop: () => Promise<ReadonlyMap<string, string>>
  /** Credentials. Only session ids may be returned, by the reply that creates the session. */
  readonly credentials: () => readonly Canary[]
  /** Personal data and texts of people: allowed in replies to those who may see them, and in two tables. */
  readonly people: readonly Canary[]
  /** Adds a session id that createSession returned. */
  readonly learnSession: (sessionId: string) => Promise<void>
}

const anyText = (): string => randomBytes(18).toString('base64url')
const peopleIds = [101, 102, 103, 104, 105, ...Array.from({ length: 30 }, (_, index) => 201 + index)]

export async function startFrontendCanaryWorld(): Promise<FrontendCanaryWorld> {
  const world = await startWorld()
  const simulated = world.upstream.world
  const users = peopleIds.map((userId): User => {
    simulated.regenerateToken(userId)
    return Object.assign(simulated.user(userId), {
      username: `user-${anyText()}`,
      firstName: anyText(),
      lastName: `${anyText()} Ångström`,
      studentId: anyText(),
      email: `${anyText()}@${anyText()}.test`,
    })
  })
  const tokenOf = (userId: number): string => simulated.tokenOf(userId)
  const tokens = users.map(({ id }) => ({ name: `the token of ${id}`, secret: tokenOf(id) }))
  const secrets = { current: anyText() + anyText(), previous: anyText() + anyText(), wrong: anyText() + anyText() }
  const key = randomBytes(32)
  const texts = { upstream: anyText(), body: anyText(), row: anyText() }
  const wire = await openWire(world.database.ownerUrl)
  const env = {
    LOG_LEVEL: 'debug',
    DATABASE_URL: wire.through(world.database.urls.frontendInternal),
    SESSION_KEYS: `k1:${key.toString('base64')}`,
    FRONTEND_SECRET: secrets.current,
    FRONTEND_SECRET_PREVIOUS: secrets.previous,
  }
  const [development, production] = await Promise.all([
    world.start('frontend-internal', env),
    world.start('frontend-internal', { ...env, NODE_ENV: 'production', OPS_PORT: '0', UPSTREAM_ALLOW_HTTP: '1' }),
  ])
  const processes = { development, production }
  const sessions = new Map<string, Canary>()
  return {
    world,
    wire,
    processes,
    secrets,
    tokenOf,
    texts,
    people: [
      ...users.flatMap(({ id, username, firstName, lastName, studentId, email }) =>
        Object.entries({ username, firstName, lastName, studentId: studentId ?? '', email }).map(([fact, secret]) => ({
          name: `the ${fact} of ${id}`,
          secret,
        })),
      ),
      ...Object.entries(texts).map(([name, secret]) => ({ name: `the text of ${name}`, secret })),
    ],
    credentials: () => [
      ...tokens,
      ...sessions.values(),
      ...Object.entries(secrets).map(([name, secret]) => ({ name: `the ${name} secret`, secret })),
      { name: 'the session key', secret: key },
      {
        name: 'the password of the database',
        secret: decodeURIComponent(new URL(world.database.urls.frontendInternal).password),
      },
    ],
    async learnSession(sessionId) {
      sessions.set(sessionId, { name: `session id ${sessions.size}`, secret: sessionId })
      sessions.set(`${sessionId} decoded`, {
        name: `bytes of session id ${sessions.size}`,
        secret: Uint8Array.from(Buffer.from(sessionId.slice('cgs_'.length), 'base64url')),
      })
      const { rows } = await world.query<{ id: string; sealed: Buffer }>(
        'SELECT session_id AS id, sealed_token AS sealed FROM session',
      )
      for (const { id, sealed } of rows)
        sessions.set(id, { name: `the sealed token of ${id}`, secret: Uint8Array.from(sealed) })
    },
    async stop() {
      await Promise.all(Object.values(processes).map((process) => process.stop()))
      const logs = new Map(Object.entries(processes).map(([name, process]) => [`the log of ${name}`, process.output()]))
      await world.stop()
      wire.close()
      return logs
    },
  }
}
