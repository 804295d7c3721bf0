import { createHash, randomBytes } from 'node:crypto'
import { createDatabase } from '@course-grading/data/db/database'
import { createLogger } from '@course-grading/http-kit'
import { aSettingsChange } from '@course-grading/test-kit'
import { tokenOf, useStoppedClock } from '@course-grading/test-service'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { settingsClient, openServices, teacher, type TestService } from '../service.fixture.ts'
import { createKnownTokens } from './known-tokens.ts'

describe('known tokens', () => {
  it('are served at once after a restart, while the same network sends made-up ones', async () => {
    expect([(await client.get()).status, (await client.get({ token: tokenOf(102) })).status]).toEqual([200, 403])
    await storedTokens(2)
    const restarted = await startAgain()
    for (const status of [401, 429]) expect((await restarted.get({ token: madeUp() })).status).toBe(status)
    expect([
      (await restarted.get()).status,
      (await restarted.put({ body: aSettingsChange() })).status,
      (await restarted.get({ token: tokenOf(102) })).status,
    ]).toEqual([200, 200, 403])
  })

  it('are stored as their SHA-256 for twelve hours, and never as themselves', async () => {
    await client.get()
    await storedTokens(1)
    const rows = await service.database.query(
      'SELECT digest, round(extract(epoch FROM known_until - now()) / 60) AS minutes FROM known_api_token',
    )
    expect(rows).toEqual([{ digest: createHash('sha256').update(teacher).digest(), minutes: '720' }])
  })

  it('are stored again a minute after they were, and not with each request', async () => {
    await client.get()
    await storedTokens(1)
    await service.database.query("UPDATE known_api_token SET known_until = now() + interval '1 minute'")
    await clock.forward(59_000)
    await client.get()
    await service.deps.knownTokens.close()
    expect(await minutesLeft()).toBe(1)
    await clock.forward(2_000)
    await client.get()
    await service.deps.knownTokens.close()
    expect(await minutesLeft()).toBe(720)
  })

  it('are those of other replicas, too, ten seconds later', async () => {
    const other = await startAgain()
    await other.get({ token: madeUp() })
    await client.get()
    await storedTokens(1)
    expect((await other.get()).status).toBe(429)
    await clock.forward(10_000)
    await other.get({ token: madeUp() })
    expect((await other.get()).status).toBe(200)
  })

  it('are unknown again twelve hours after they were confirmed, also if a restart came between', async () => {
    await service.database.query(
      "INSERT INTO known_api_token VALUES (sha256('the token'), now() + interval '1 minute')",
    )
    const { knownTokens } = await openKnownTokens()
    expect(await knownTokens.has('the token')).toBe(true)
    await service.database.query('DELETE FROM known_api_token')
    await clock.forward(59_000)
    expect(await knownTokens.has('the token')).toBe(true)
    await clock.forward(2_000)
    expect(await knownTokens.has('the token')).toBe(false)
  })

  it('are no longer stored once the platform refuses them', async () => {
    for (const user of [101, 102]) await client.get({ token: tokenOf(user) })
    await storedTokens(2)
    service.upstream.world.revokeToken(101)
    expect((await client.get()).status).toBe(401)
    await service.deps.knownTokens.close()
    expect(await service.database.query('SELECT encode(digest, $1) AS digest FROM known_api_token', ['hex'])).toEqual([
      { digest: createHash('sha256').update(tokenOf(102)).digest('hex') },
    ])
  })

  it('are not stored if the platform refuses them before that', async () => {
    const { knownTokens, statements } = await openKnownTokens()
    for (const token of ['one', 'other']) knownTokens.remember(token)
    knownTokens.forget('other')
    await knownTokens.close()
    expect(statements).toEqual(['upsertKnownApiToken', 'deleteKnownApiToken'])
    expect(await service.database.query('SELECT digest FROM known_api_token')).toEqual([
      { digest: createHash('sha256').update('one').digest() },
    ])
  })

  it('are all stored before the process ends', async () => {
    const ending = await service.replica()
    for (let index = 0; index < 50; index += 1) ending.deps.knownTokens.remember(madeUp())
    await ending.stop()
    expect(await service.database.query('SELECT FROM known_api_token')).toHaveLength(50)
  })
})

describe('known tokens, while their table is away,', () => {
  beforeEach(() => service.database.query('ALTER TABLE known_api_token RENAME TO away'))
  const restore = () => service.database.query('ALTER TABLE away RENAME TO known_api_token')

  it('are served all the same, and are stored with the next request after it is back', async () => {
    expect([(await client.get()).status, (await client.get()).status]).toEqual([200, 200])
    await expect
      .poll(() => service.logLines.filter((line) => line.includes('"job":"known_tokens"')).length)
      .toBeGreaterThan(1)
    await restore()
    await client.get()
    await storedTokens(1)
  })
})

describe('made-up tokens', () => {
  it('write no row, and read the table once in ten seconds, however many they are', async () => {
    const { knownTokens, statements } = await openKnownTokens()
    for (let index = 0; index < 20_000; index += 1) {
      const token = `${index}`.padStart(40, 'f')
      if (await knownTokens.has(token)) throw new Error('nobody has confirmed it')
      knownTokens.forget(token)
    }
    await knownTokens.close()
    expect(statements).toEqual(['listKnownApiTokens'])
    await clock.forward(10_000)
    await Promise.all([knownTokens.has('e'.repeat(40)), knownTokens.has('d'.repeat(40))])
    expect(statements).toEqual(['listKnownApiTokens', 'listKnownApiTokens'])
  })
})

const clock = useStoppedClock()
const startService = await openServices()
let service: TestService
let client: ReturnType<typeof settingsClient>
beforeEach(async () => {
  service = await startService({ REFUSED_TOKENS_PER_MINUTE: '1', TOKEN_CACHE_TTL_S: '0' })
  client = settingsClient(service)
})
afterEach(() => service.stop())

const madeUp = (): string => randomBytes(20).toString('hex')

/** The service after a restart: another one on the same database. */
async function startAgain() {
  const replica = await service.replica()
  onTestFinished(() => replica.stop())
  return settingsClient(replica)
}

async function storedTokens(count: number): Promise<void> {
  await expect.poll(() => service.database.query('SELECT FROM known_api_token')).toHaveLength(count)
}

async function minutesLeft(): Promise<number> {
  const [row] = await service.database.query(
    'SELECT round(extract(epoch FROM known_until - now()) / 60) AS minutes FROM known_api_token',
  )
  return Number(row?.['minutes'])
}

/** Known tokens with the rights of the service, and the statements that they make. */
async function openKnownTokens() {
  const statements: string[] = []
  const database = await createDatabase({
    url: service.database.urls.publicApi,
    applicationName: 'known tokens test',
    observe: { query: (name) => void statements.push(name), acquire: () => {} },
  })
  onTestFinished(() => database.end())
  const logger = createLogger({ service: 'test', version: 'test', level: 'error' })
  return { knownTokens: createKnownTokens(database, logger), statements }
}
