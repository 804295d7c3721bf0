import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '@course-grading/data/db/database'
import { leaseDelivery } from '@course-grading/data/delivery/lease-delivery'
import { startFakeUpstream } from '@course-grading/test-fake-upstream'
import { cloneTemplate, createTestDatabase, type TestDatabase } from '@course-grading/test-database'
import { insertGradedSubmission, seedDemoWorld, startCommand } from '@course-grading/test-kit'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { Fixture } from '../fixture.ts'
import { askFrontend, signIn } from '../frontend-client.ts'
import { type ServiceProcess, startServiceProcess } from '../service-process.ts'
import { tokenOf } from '../world.ts'

describe('a restore of a backup that is older than an erasure', { timeout: 180_000 }, () => {
  it('restores neither the person nor a session, and sends nothing, when the procedure was followed', async ({
    backup,
  }) => {
    const { folder, before, copy, sessions, studentsName, startFrontend } = backup
    const frontend = await startFrontend(before)
    const session = await signIn(frontend, tokenOf(teacher))
    expect((await askFrontend(frontend, 'DELETE', `/courses/11/students/${erased}/data`, { session })).status).toBe(204)
    const list = join(folder, 'erasures')
    const { code, output } = await command('frontend-internal', 'erasures', before.urls.frontendInternal, 'export')
    writeFileSync(list, output)
    expect(code).toBe(0)
    expect(output).toMatch(/^\{"courseId":11,"userId":202,"erasedAt":"[^"]*","byUserId":101\}$/)
    expect(output).not.toContain(studentsName)

    // The backup contains all of it.
    expect(await tablesWithThem(copy, studentsName)).toEqual([
      'roster_student',
      'session',
      'snapshot_submitter',
      'submission_submitter',
    ])

    expect(
      await command('manual-grading', 'deliveries', copy.urls.manualGrading, 'hold', '--reason', 'restored'),
    ).toMatchObject({ code: 0 })
    expect(await command('frontend-internal', 'revoke-sessions', copy.urls.frontendInternal, '--all')).toMatchObject({
      code: 0,
    })
    expect(await command('frontend-internal', 'erasures', copy.urls.frontendInternal, 'apply', list)).toEqual({
      code: 0,
      output: 'erasures: 1 erased, 0 were so already, 0 left',
    })

    expect(await tablesWithThem(copy, studentsName)).toEqual(['course_erased_person', 'person_action'])
    expect(
      await rowsOf(copy, 'SELECT submission_id::int AS id FROM completed_result WHERE strpos(feedback_html, $1) > 0', [
        written,
      ]),
    ).toEqual([{ id: 9_002 }])
    const restored = await startFrontend(copy)
    for (const ended of sessions)
      expect((await askFrontend(restored, 'GET', '/session', { session: ended })).status).toBe(401)
    const again = await signIn(restored, tokenOf(teacher))
    expect((await askFrontend(restored, 'POST', '/courses/11/snapshot/refresh', { session: again })).status).toBe(200)
    expect((await askFrontend(restored, 'GET', `/courses/11/students/${erased}`, { session: again })).status).toBe(404)

    const worker = await createDatabase({ url: copy.urls.manualGrading, applicationName: 'worker', poolMax: 1 })
    expect(await leaseDelivery(worker, { workerId: randomUUID(), leaseS: 60 })).toBeNull()
    expect(await command('manual-grading', 'deliveries', copy.urls.manualGrading, 'resume')).toMatchObject({ code: 0 })
    expect(await leaseDelivery(worker, { workerId: randomUUID(), leaseS: 60 })).toMatchObject({ submissionId: 9_002 })
    await worker.end()
  })
})

/** The database before the loss, a copy of it as its backup, and what they hold. */
async function openBackup({}: object, { onCleanup }: Fixture) {
  const folder = mkdtempSync(join(tmpdir(), 'restore-'))
  // The database from which the others are created and dropped. A database with connections cannot be copied.
  const [upstream, elsewhere, before] = await Promise.all([
    startFakeUpstream(),
    createTestDatabase(),
    createTestDatabase(),
  ])
  await seedDemoWorld(before.ownerUrl)
  const running: ServiceProcess[] = []
  const startFrontend = async ({ urls }: TestDatabase): Promise<ServiceProcess> => {
    const env = { DATABASE_URL: urls.frontendInternal, UPSTREAM_BASE_URL: upstream.url }
    running.push(await startServiceProcess('frontend-internal', env))
    return running.at(-1)!
  }
  const frontend = await startFrontend(before)
  const session = await signIn(frontend, tokenOf(teacher))
  const sessions = [session, await signIn(frontend, tokenOf(erased))]
  expect((await askFrontend(frontend, 'POST', '/courses/11/snapshot/refresh', { session })).status).toBe(200)
  const student = await askFrontend(frontend, 'GET', `/courses/11/students/${erased}`, { session })
  const { fullName: studentsName } = (await student.json()) as { fullName: string }
  await frontend.stop()
  await grade(before, erased, 9_001, 'held')
  await grade(before, other, 9_002, 'pending')
  const copy = await cloneTemplate({ serverUrl: elsewhere.ownerUrl, template: before.name, urls: before.urls })
  onCleanup(async () => {
    await Promise.all(running.map((process) => process.stop()))
    await Promise.all([before.drop(), copy.drop(), upstream.close()])
    await elsewhere.drop()
    rmSync(folder, { recursive: true })
  })
  return { folder, before, copy, sessions, studentsName, startFrontend }
}

const command = (service: string, name: string, url: string, ...args: string[]) =>
  startCommand(new URL(`../../../../services/${service}/bin/${name}.ts`, import.meta.url), args, {
    DATABASE_URL: url,
    DELIVERY_SETTLE_S: '180',
  }).ended
const rowsOf = async <Row extends pg.QueryResultRow>(
  database: TestDatabase,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** A grade for a person's submission, held or pending. */
async function grade(
  before: TestDatabase,
  userId: number,
  submissionId: number,
  state: 'held' | 'pending',
): Promise<void> {
  const database = await createDatabase({ url: before.ownerUrl, applicationName: 'grader', poolMax: 1 })
  await insertGradedSubmission(database, { submissionId, submitterId: userId, feedbackHtml: written, state })
  await database.end()
}

/** Tables that still contain data of the erased person: the name, texts about the work, or the user id. */
async function tablesWithThem(database: TestDatabase, studentsName: string): Promise<string[]> {
  const columns = await rowsOf<{ table: string; isId: boolean }>(
    database,
    `
    SELECT table_name AS table, bool_or(column_name = 'user_id') AS "isId"
    FROM information_schema.columns JOIN information_schema.tables USING (table_catalog, table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' GROUP BY 1 ORDER BY 1`,
  )
  const found: string[] = []
  for (const { table, isId } of columns) {
    const hits = await rowsOf(
      database,
      `SELECT FROM ${table} AS row WHERE strpos(row::text, $1) > 0 ${isId ? `OR user_id = ${erased}` : ''} LIMIT 1`,
      [studentsName],
    )
    if (hits.length > 0) found.push(table)
  }
  return found
}

const [teacher, erased, other] = [101, 202, 203]
const written = 'words about canary5d1c'
const it = test.extend('backup', openBackup)
