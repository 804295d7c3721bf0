import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { createDatabase } from '@course-grading/data/db/database'
import { completeSubmission } from '@course-grading/data/testing/complete-submission'
import { findOwnerUrl } from '@course-grading/test-embedded-postgres'
import { type FakeUpstream, startFakeUpstream } from '@course-grading/test-fake-upstream'
import { createTestDatabase } from '@course-grading/test-database'
import { seedDemoWorld } from '@course-grading/test-kit'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runDemo } from './demo/run-demo.ts'
import { freePortBase, type StandIn, spawnStandIn, stateRootForTest, untilReady } from './stand-in/spawn-stand-in.ts'

describe('npm start against a real A+', { timeout: 600_000 }, () => {
  it('does what the README promises, holds nothing of the demo world, and delivers a grade', async () => {
    const portBase = await freePortBase()
    const upstream = await startOtherUpstream(portBase)
    const { start, tryOut } = commandsOf(upstream, portBase)
    const [, given = ''] = /^UPSTREAM_BASE_URL=(\S+) npm start$/m.exec(start) ?? []
    expect(given).toBe(upstream.url)
    const stateRoot = stateRootForTest()
    const starter = spawnStandIn({ stateRoot, portBase, entry: 'product.ts', env: { UPSTREAM_BASE_URL: given } })
    await untilReady(starter)

    expect(starter.output()).toContain(upstream.url)
    expect(starter.output()).toContain('profile page')
    expect(starter.output()).not.toMatch(/simulator +http|0065|[Dd]emo token/)
    expect(readdirSync(join(stateRoot, '.local/logs'))).not.toContain('simulator.log')
    await expect(fetch(`http://127.0.0.1:${portBase + 9}/`)).rejects.toThrow()
    const ownerUrl = ownerUrlOf(stateRoot, databaseOf(stateRoot))
    for (const table of ['course_settings', 'manual_grading_exercise', 'capability', 'session'])
      expect(await rowsOf(ownerUrl, `SELECT FROM ${table}`)).toEqual([])

    const promised = [...tryOut.matchAll(/# (\d{3})$/gm)].map(([, status]) => status)
    const printed = await paste(tryOut)
    expect(promised).toEqual(['200', '201', '200'])
    expect(printed.match(/^\d{3}$/gm)).toEqual(promised)
    expect(await rowsOf(ownerUrl, 'SELECT course_id FROM course_settings')).toEqual([{ course_id: '11' }])

    await deliverOneGrade({ upstream, portBase, ownerUrl })
    expect(await demoOf(stateRoot)).toEqual({ code: 1, output: expect.stringMatching(/simulator.*UPSTREAM_BASE_URL/s) })
    await end(starter)
  })

  it('keeps a database for each A+, so that none has the demo world of another start', async () => {
    const portBase = await freePortBase()
    const upstream = await startOtherUpstream(portBase)
    const stateRoot = stateRootForTest()
    const coursesOf = async (env: Record<string, string>): Promise<unknown[]> => {
      const starter = spawnStandIn({ stateRoot, portBase, env })
      await untilReady(starter)
      const url = (database: string): string => ownerUrlOf(stateRoot, database)
      const databases = await rowsOf(
        url('postgres'),
        "SELECT datname FROM pg_database WHERE datname LIKE 'course\\_grading%' ORDER BY datname",
      )
      const found = await Promise.all(
        databases.map(async ({ datname }) => [
          datname,
          (await rowsOf(url(String(datname)), 'SELECT FROM course_settings')).length,
        ]),
      )
      await end(starter)
      return found
    }
    expect(await coursesOf({})).toEqual([['course_grading', 2]])
    const beside = await coursesOf({ UPSTREAM_BASE_URL: upstream.url })
    expect(beside).toEqual([
      ['course_grading', 2],
      [expect.stringMatching(/^course_grading_[0-9a-f]{12}$/), 0],
    ])
  })

  it('refuses a given database that has the demo world', async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.drop())
    await seedDemoWorld(database.ownerUrl)
    const starter = spawnStandIn({
      stateRoot: stateRootForTest(),
      portBase: await freePortBase(),
      env: { DATABASE_URL: database.ownerUrl, UPSTREAM_BASE_URL: 'https://plus.example.org' },
    })
    expect(await starter.exited).toBe(1)
    expect(starter.output()).toContain('DATABASE_URL has the demo courses 11, 13')
    expect(starter.output()).not.toContain('    at ')
  })

  it('reports that UPSTREAM_BASE_URL is no address', async () => {
    const starter = spawnStandIn({
      stateRoot: stateRootForTest(),
      portBase: await freePortBase(),
      env: { UPSTREAM_BASE_URL: 'plus.example.org' },
    })
    expect(await starter.exited).toBe(1)
    expect(starter.output()).toContain('UPSTREAM_BASE_URL must be')
  })
})

interface World {
  readonly upstream: FakeUpstream
  readonly portBase: number
  readonly ownerUrl: string
}

/** Writes what a course, its student and the isolated grader would bring about. */
async function deliverOneGrade({ upstream, portBase, ownerUrl }: World): Promise<void> {
  const settings = `http://127.0.0.1:${portBase}/api/v1/courses/11/settings`
  const authorization = { Authorization: `Token ${upstream.world.tokenOf(teacherId)}` }
  const read = await fetch(settings, { headers: authorization })
  const { revision, courseId, tags, ltiLoginUrl, ...change } = (await read.json()) as Record<string, unknown>
  expect([revision, courseId, tags, ltiLoginUrl]).toEqual([1, 11, expect.any(Array), null])
  const written = await fetch(settings, {
    method: 'PUT',
    headers: { ...authorization, 'Content-Type': 'application/json', 'If-Match': '"1"' },
    body: JSON.stringify({ ...change, manualGradingExercises: [exerciseId] }),
  })
  expect(written.status).toBe(200)

  const handedIn = await fetch(`${upstream.url}/api/v2/exercises/${exerciseId}/submissions/submit`, {
    method: 'POST',
    headers: {
      Authorization: `Token ${upstream.world.tokenOf(205)}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: 'answer=done',
  })
  const submissionId = Number(/(\d+)\/?$/.exec(handedIn.headers.get('location') ?? '')?.[1])
  await expect
    .poll(() => rowsOf(ownerUrl, `SELECT FROM capability WHERE submission_id = ${submissionId}`))
    .toHaveLength(1)

  const database = await createDatabase({ url: ownerUrl, applicationName: 'test', poolMax: 1 })
  onTestFinished(() => database.end())
  await completeSubmission(database, {
    submissionId,
    points: '87',
    maxPoints: '100',
    feedbackHtml: '<p>Well done.</p>',
    payload: '{}',
    graderId: teacherId,
    state: 'pending',
  })
  await expect
    .poll(() => rowsOf(ownerUrl, 'SELECT state FROM delivery'), { timeout: 300_000 })
    .toEqual([{ state: 'delivered' }])
  expect(upstream.world.submission(submissionId)).toMatchObject({ status: 'ready', grade: 87 })
}

const readme = readFileSync(resolve(import.meta.dirname, '../../../../README.md'), 'utf8')
const secret = 'dev-manual-grading-secret-0000000000'
const teacherId = 101
const exerciseId = 1104

/** The simulator in the role of a real A+, at an address that the starter does not know. */
async function startOtherUpstream(portBase: number): Promise<FakeUpstream> {
  const upstream = await startFakeUpstream({
    manualGrader: { url: `http://127.0.0.1:${portBase + 2}`, secret, exerciseIds: [exerciseId] },
  })
  onTestFinished(() => upstream.close())
  return upstream
}

/** The commands of the README's section in their order, for this A+ and these ports. */
function commandsOf(upstream: FakeUpstream, portBase: number): { start: string; tryOut: string } {
  const [, section = ''] = /^## Against a real A\+\n([^]*)/m.exec(readme) ?? []
  const [start = '', tryOut = ''] = [...section.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, commands = '']) =>
    commands
      .replaceAll('https://plus.example.org', upstream.url)
      .replaceAll(':8081/', `:${portBase}/`)
      .replaceAll(':8082/', `:${portBase + 1}/`),
  )
  return {
    start,
    tryOut: tryOut
      .replace(/^TOKEN=\S+/m, `TOKEN=${upstream.world.tokenOf(teacherId)}`)
      .replace(/^COURSE=\S+/m, 'COURSE=11'),
  }
}

const paste = async (lines: string): Promise<string> => (await promisify(execFile)('bash', ['-c', lines])).stdout

async function rowsOf(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query<Record<string, unknown>>(statement).finally(() => client.end())).rows
}

/** The owner's URL of a database of the embedded server that runs. */
function ownerUrlOf(stateRoot: string, database: string): string {
  const url = new URL(findOwnerUrl(join(stateRoot, '.local/postgres')) ?? '')
  url.pathname = `/${database}`
  return url.href
}

/** The variables that the services were given. */
function databaseOf(stateRoot: string): string {
  const { DATABASE_URL = '' } = parseEnv(readFileSync(join(stateRoot, '.local/environment/public-api.env'), 'utf8'))
  return new URL(DATABASE_URL).pathname.slice(1)
}

async function demoOf(stateRoot: string): Promise<{ code: number; output: string }> {
  let output = ''
  const collect = (line: string): void => {
    output += `${line}\n`
  }
  return { code: await runDemo({ stateRoot, argv: [], env: {}, say: collect, complain: collect }), output }
}

async function end(starter: StandIn): Promise<void> {
  starter.child.kill('SIGINT')
  expect(await starter.exited).toBe(0)
}
