import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fullRun } from '@course-grading/data/testing/full-run'
import { createDatabase, type Database } from '@course-grading/data/db/database'
import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { type FakeUpstream, startFakeUpstream } from '@course-grading/test-fake-upstream'
import { aSettingsChange } from '@course-grading/test-kit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from './pgbouncer.ts'
import { type PrivateDatabase, startPrivateDatabase } from '../private-database.ts'
import { patienceMs, type ServiceName, type ServiceProcess, startServiceProcess, waitFor } from '../service-process.ts'
import { readSettings, writeSettings } from '../world.ts'

describe.skipIf(!hasPgbouncer)(
  hasPgbouncer ? 'through pgbouncer' : 'through pgbouncer (left out: there is no pgbouncer that starts)',
  () => {
    beforeAll(async () => {
      ;[database, upstream] = await Promise.all([startPrivateDatabase(), startFakeUpstream()])
      await database.migrate()
      owner = new pg.Client({ connectionString: database.ownerUrl })
      await owner.connect()
      for (const role of Object.values(urlOf)) direct.set(role, await sessionSettings(database.urls[role]))
      await owner.query(roleSettings)
      pgbouncer = await startPgbouncer(database.urls)
    })
    afterAll(async () => {
      await Promise.all(processes.map((process) => process.stop()))
      await pgbouncer.stop()
      await Promise.all([owner.end(), upstream.close()])
      await database.remove()
    })

    it.each(Object.values(urlOf))(
      'a session of %s has the same limits as without it, but for locks, where no session knows the server',
      async (role) => {
        expect(direct.get(role)).toMatchObject({ lock: '1s', isolation: 'read committed' })
        // The second session gets the connection that the first one returned.
        for (const whose of ['the first', 'the second'])
          expect([whose, await sessionSettings(pgbouncer.urls[role])]).toEqual([
            whose,
            Object.assign({}, direct.get(role), { lock: '1500ms' }),
          ])
      },
    )

    it('a worker listens', async () => {
      await start('manual-grading')
      await waitFor('a session that listens', async () => {
        const { rows } = await owner.query(
          "SELECT FROM pg_stat_activity WHERE usename = 'course_grading_manual_grading' AND query = 'LISTEN delivery_pending'",
        )
        return rows.length === 1
      })
    })

    it(
      `exactly one of ${writers} writers of a revision wins, on three replicas, ${rounds} times`,
      { timeout: 600_000 },
      async () => {
        const replicas = await Promise.all([start('public-api'), start('public-api'), start('public-api')])
        const settingsNow = async (): Promise<CourseSettings> =>
          (await (await readSettings(replicas[0])).json()) as CourseSettings
        const writeAtOnce = (
          revision: number,
          round: string,
        ): Promise<{ status: number; name: string; body: CourseSettings }[]> =>
          Promise.all(
            Array.from({ length: writers }, async (_, writer) => {
              const name = `${round}, writer ${writer}`
              const reply = await writeSettings(replicas[writer % replicas.length]!, {
                ifMatch: `"${revision}"`,
                body: JSON.stringify(aSettingsChange({ name, graders: [] })),
              })
              return { status: reply.status, name, body: (await reply.json()) as CourseSettings }
            }),
          )

        const before = await settingsNow()
        // No writer can win this one. It opens the connections, which may take long.
        await writeAtOnce(before.revision - 1, 'too late')
        expect(await settingsNow()).toEqual(before)

        let successes = 0
        for (let round = 1; round <= rounds; round += 1) {
          const { revision } = await settingsNow()
          const answers = await writeAtOnce(revision, `round ${round}`)
          expect(answers.map(({ status }) => status).toSorted()).toEqual([
            200,
            ...Array.from({ length: writers - 1 }, () => 412),
          ])
          const winners = answers.filter(({ status }) => status === 200)
          successes += winners.length
          const { name, body } = winners[0]!
          expect(body).toMatchObject({ revision: revision + 1, name })
          expect(await settingsNow()).toMatchObject({ revision: revision + 1, name })
        }
        expect((await settingsNow()).revision).toBe(before.revision + successes)
      },
    )
  },
)

const roleSettings = readFileSync(join(import.meta.dirname, '../../../../infra/deploy/postgres/pgbouncer.sql'), 'utf8')
let database: PrivateDatabase
let owner: pg.Client
let upstream: FakeUpstream
let pgbouncer: Pgbouncer
/** The defaults of each role before pgbouncer.sql sets others. */
const direct = new Map<string, unknown>()
const processes: ServiceProcess[] = []

async function start(service: ServiceName): Promise<ServiceProcess> {
  const started = await startServiceProcess(service, {
    DATABASE_URL: pgbouncer.urls[urlOf[service]],
    UPSTREAM_BASE_URL: upstream.url,
  })
  processes.push(started)
  return started
}

/** The limits and formats that hold in a session of the services' pool. */
async function sessionSettings(url: string): Promise<unknown> {
  const session = await createDatabase({
    url,
    applicationName: 'session settings',
    poolMax: 1,
    limits: { dialTimeoutMs: patienceMs },
  })
  const query = {
    type: 'SLONIK_TOKEN_QUERY',
    name: 'sessionSettings',
    values: [],
    parser: { '~standard': { version: 1, vendor: 'course-grading', validate: (value: unknown) => ({ value }) } },
    sql: `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
        current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('TimeZone') AS zone, current_setting('DateStyle') AS dates,
        current_setting('transaction_isolation') AS isolation`,
  }
  try {
    // An object literal, because only that package can create statements.
    return await session.maybeOne(query as unknown as Parameters<Database['maybeOne']>[0])
  } finally {
    await session.end()
  }
}

const writers = 32
const rounds = fullRun ? 100 : 12
const urlOf = {
  'public-api': 'publicApi',
  'frontend-internal': 'frontendInternal',
  'manual-grading': 'manualGrading',
} as const
