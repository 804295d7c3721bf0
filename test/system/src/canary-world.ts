import { randomBytes } from 'node:crypto'
import type { User } from '@course-grading/fake-upstream'
import pg from 'pg'
import type { Canary } from './canary-encodings.ts'
import { openWire, type Wire } from './canary-wire.ts'
import type { ServiceProcess } from './service-process.ts'
import { startWorld, type SystemWorld } from './world.ts'

/** A world whose every secret and every person is a canary. */
export interface CanaryWorld {
  readonly world: SystemWorld
  readonly owner: pg.Client
  readonly wire: Wire
  /** public-api as in development, as in production, and with a low rate limit; and the two others. */
  readonly processes: Readonly<
    Record<'development' | 'production' | 'limited' | 'frontend' | 'grading', ServiceProcess>
  >
  readonly people: Readonly<Record<'teacher' | 'assistant' | 'outsider' | 'revoked' | 'grader', User>>
  readonly tokens: Readonly<Record<'teacher' | 'assistant' | 'outsider' | 'revoked' | 'unknown', string>>
  readonly serviceSecrets: Readonly<Record<'frontend' | 'grading', string>>
  /** Texts that upstream adds to its replies, that are in rejected bodies, and that are in a body which only the database rejects. */
  readonly texts: Readonly<Record<'upstream' | 'body' | 'row', string>>
  readonly canaries: readonly Canary[]
  readonly stop: () => Promise<void>
}

const anyText = (): string => randomBytes(18).toString('base64url')
const anyToken = (): string => randomBytes(20).toString('hex')
const passwordOf = (url: string): string => decodeURIComponent(new URL(url).password)

export async function startCanaryWorld(): Promise<CanaryWorld> {
  const world = await startWorld()
  const person = (id: number): User =>
    world.upstream.world.addUser({
      id,
      token: anyToken(),
      username: `user-${anyText()}`,
      firstName: anyText(),
      lastName: anyText(),
      studentId: anyText(),
      email: `${anyText()}@${anyText()}.test`,
    })
  const people = {
    teacher: person(9001),
    assistant: person(9002),
    outsider: person(9003),
    revoked: person(9004),
    grader: person(9005),
  }
  for (const [role, { id }] of [
    ['teacher', people.teacher],
    ['teacher', people.revoked],
    ['assistant', people.assistant],
    ['assistant', people.grader],
  ] as const) {
    world.upstream.world.setRole(11, id, role)
  }
  const tokenOf = ({ token }: User): string => token ?? ''
  const tokens = {
    teacher: tokenOf(people.teacher),
    assistant: tokenOf(people.assistant),
    outsider: tokenOf(people.outsider),
    revoked: tokenOf(people.revoked),
    unknown: anyToken(),
  }
  const graderToken = tokenOf(people.grader)
  world.upstream.world.revokeToken(people.revoked.id)

  const serviceSecrets = { frontend: anyText() + anyText(), grading: anyText() + anyText() }
  const keys = { session: randomBytes(32), capability: randomBytes(32) }
  const texts = { upstream: anyText(), body: anyText(), row: anyText() }
  const owner = new pg.Client({ connectionString: world.database.ownerUrl })
  await owner.connect()
  const wire = await openWire(world.database.ownerUrl)
  const urls = {
    publicApi: wire.through(world.database.urls.publicApi),
    frontend: wire.through(world.database.urls.frontendInternal),
    grading: wire.through(world.database.urls.manualGrading),
  }

  const production = { NODE_ENV: 'production', OPS_PORT: '0', UPSTREAM_ALLOW_HTTP: '1' }
  const env = { LOG_LEVEL: 'debug', DATABASE_URL: urls.publicApi }
  const [development, inProduction, limited, frontend, grading] = await Promise.all([
    world.start('public-api', env),
    world.start('public-api', { ...env, ...production, TOKEN_CACHE_TTL_S: '0' }),
    world.start('public-api', { ...env, RATE_LIMIT_PER_MINUTE: '2' }),
    world.start('frontend-internal', {
      ...env,
      ...production,
      DATABASE_URL: urls.frontend,
      FRONTEND_SECRET: serviceSecrets.frontend,
      SESSION_KEYS: `k1:${keys.session.toString('base64')}`,
    }),
    world.start('manual-grading', {
      // A worker in production rejects the tests' database, whose commits are not durable.
      ...env,
      ...production,
      ROLE: 'api',
      DATABASE_URL: urls.grading,
      MANUAL_GRADING_SECRET: serviceSecrets.grading,
      CAPABILITY_KEYS: `k1:${keys.capability.toString('base64')}`,
      CALLBACK_ALLOWED: 'https://plus.example.org/api/v2/submissions/*/grader',
    }),
  ])
  return {
    world,
    owner,
    wire,
    people,
    tokens,
    serviceSecrets,
    texts,
    processes: { development, production: inProduction, limited, frontend, grading },
    canaries: [
      ...Object.entries(tokens).map(([name, secret]) => ({ name: `the token of the ${name}`, secret })),
      { name: 'the token of the grader', secret: graderToken },
      ...Object.entries(people).flatMap(([name, { username, firstName, lastName, studentId, email }]) =>
        Object.entries({ username, firstName, lastName, studentId: studentId ?? '', email }).map(([fact, secret]) => ({
          name: `the ${fact} of the ${name}`,
          secret,
        })),
      ),
      { name: 'the secret of the frontend', secret: serviceSecrets.frontend },
      { name: 'the secret of the grader', secret: serviceSecrets.grading },
      { name: 'the session key', secret: keys.session },
      { name: 'the capability key', secret: keys.capability },
      ...Object.entries(world.database.urls).map(([role, url]) => ({
        name: `the password of ${role}`,
        secret: passwordOf(url),
      })),
      { name: 'what upstream said', secret: texts.upstream },
      { name: 'a refused body', secret: texts.body },
      { name: 'a refused row', secret: texts.row },
    ],
    stop: async () => {
      await owner.end()
      await world.stop()
      wire.close()
    },
  }
}
