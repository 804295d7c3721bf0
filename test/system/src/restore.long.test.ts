import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '@course-grading/data/database'
import { leaseDelivery } from '@course-grading/data/delivery/lease-delivery'
import { type FakeUpstream, startFakeUpstream } from '@course-grading/fake-upstream'
import { cloneTemplate, createTestDatabase, type TestDatabase } from '@course-grading/test-database'
import { insertGradedSubmission, seedDemoWorld, startCommand } from '@course-grading/test-kit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askFrontend, signIn } from './frontend-client.ts'
import { type ServiceProcess, startServiceProcess } from './service-process.ts'
import { tokenOf } from './world.ts'

const [teacher, erased, other] = [101, 202, 203]
const written = 'words about canary5d1c'
const folder = mkdtempSync(join(tmpdir(), 'restore-'))

let upstream: FakeUpstream
/** The database from which the others are created and dropped. A database with connections cannot be copied. */
let elsewhere: TestDatabase
let before: TestDatabase
let copy: TestDatabase
let studentsName: string
let sessions: Readonly<Record<'teacher' | 'student', string>>
const running: ServiceProcess[] = []

const command = (service: string, name: string, url: string, ...args: string[]) =>
  startCommand(new URL(`../../../services/${service}/bin/${name}.ts`, import.meta.url), args, {
    DATABASE_URL: url,
    DELIVERY_SETTLE_S: '180',
  }).ended
const startFrontend = async (database: TestDatabase): Promise<ServiceProcess> => {
  const process = await startServiceProcess('frontend-internal', {
    DATABASE_URL: database.urls.frontendInternal,
    UPSTREAM_BASE_URL: upstream.url,
  })
  running.push(process)
  return process
}
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
async function grade(userId: number, submissionId: number, state: 'held' | 'pending'): Promise<void> {
  const database = await createDatabase({ url: before.ownerUrl, applicationName: 'grader', poolMax: 1 })
  await insertGradedSubmission(database, { submissionId, submitterId: userId, feedbackHtml: written, state })
  await database.end()
}

/** Tables that still contain data of the erased person: the name, texts about the work, or the user id. */
async function tablesWithThem(database: TestDatabase): Promise<string[]> {
  const columns = await rowsOf<{ table: string; isId: boolean }>(
    database,
    `
    SELECT table_name AS table, bool_or(column_name = 'user_id') AS "isId" FROM information_schema.columns WHERE table_schema = 'public' GROUP BY 1 ORDER BY 1`,
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

beforeAll(async () => {
  ;[upstream, elsewhere, before] = await Promise.all([startFakeUpstream(), createTestDatabase(), createTestDatabase()])
  await seedDemoWorld(before.ownerUrl)
  const frontend = await startFrontend(before)
  sessions = { teacher: await signIn(frontend, tokenOf(teacher)), student: await signIn(frontend, tokenOf(erased)) }
  expect(
    (await askFrontend(frontend, 'POST', '/courses/11/snapshot/refresh', { session: sessions.teacher })).status,
  ).toBe(200)
  const { fullName } = (await (
    await askFrontend(frontend, 'GET', `/courses/11/students/${erased}`, { session: sessions.teacher })
  ).json()) as { fullName: string }
  studentsName = fullName
  await frontend.stop()
  await grade(erased, 9_001, 'held')
  await grade(other, 9_002, 'pending')
  copy = await cloneTemplate({ serverUrl: elsewhere.ownerUrl, template: before.name, urls: before.urls })
}, 180_000)
afterAll(async () => {
  await Promise.all(running.map((process) => process.stop()))
  await Promise.all([before.drop(), copy.drop(), upstream.close()])
  await elsewhere.drop()
  rmSync(folder, { recursive: true })
})

describe('a restore of a backup that is older than an erasure', { timeout: 180_000 }, () => {
  it('restores neither the person nor a session, and sends nothing, when the procedure was followed', async () => {
    const frontend = await startFrontend(before)
    const session = await signIn(frontend, tokenOf(teacher))
    expect((await askFrontend(frontend, 'DELETE', `/courses/11/students/${erased}/data`, { session })).status).toBe(204)
    const list = join(folder, 'erasures')
    const { code, output } = await command('frontend-internal', 'erasures', before.urls.frontendInternal, 'export')
    writeFileSync(list, output)
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^\{"courseId":11,"userId":202,"erasedAt":"[^"]*","byUserId":101\}$/),
    ])
    expect(output).not.toContain(studentsName)

    // The backup contains all of it.
    expect(await tablesWithThem(copy)).toEqual([
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

    expect(await tablesWithThem(copy)).toEqual(['course_erased_person', 'person_action'])
    expect(
      await rowsOf(copy, 'SELECT submission_id::int AS id FROM completed_result WHERE strpos(feedback_html, $1) > 0', [
        written,
      ]),
    ).toEqual([{ id: 9_002 }])
    const restored = await startFrontend(copy)
    for (const ended of Object.values(sessions))
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
