import { readManifest, readZip } from '@course-grading/test-kit'
import { statementsOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { refresh, register, slimWork, startWithSnapshot } from './submissions.fixture.ts'
import { itOn, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared)
it.beforeEach(({ service }) => service.upstream.journal.clear())
it.afterEach(({ service }) => service.upstream.faults.clear())
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('getExerciseArchive', () => {
  it('has a folder for each submission, the oldest first, and the manifest at the end', async ({ service }) => {
    const reply = await get(service, 1104)
    expect(reply).toHaveHeaders({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="exercise-1104.zip"',
    })
    const zip = Buffer.from(await reply.arrayBuffer())
    expect(idsIn(zip)).toEqual(range(3101, 3120))
    const paths = readZip(zip).map(({ path }) => path)
    expect(paths[0]).toMatch(/^3101-\S+ \S+ 11\/$/)
    expect(paths.slice(1, 3)).toEqual([`${paths[0]}answers.json`, `${paths[0]}Solution.scala`])
    expect(paths.length).toEqual(20 * 3 + 1)
    expect(paths.at(-1)).toBe('manifest.csv')
  })

  it.for([
    // 3009 and 3010 are by groups. For all other submissions of students 1 to 10 there are newer ones.
    ['', range(3009, 3040)],
    ['?attempts=latest', range(3009, 3040)],
    ['?attempts=all', range(3001, 3040)],
    ['?attempts=all&state=waiting', [3001, 3009]],
    ['?state=waiting', [3009]],
    ['?attempts=all&state=completed', []],
  ] as const)('has the requested submissions: %s', async ([query, expected], { service }) => {
    expect(idsIn(await zipOf(service, 1103, query))).toEqual(expected)
  })

  it("has only, and reads only, the submissions that the grader's restriction admits", async ({ service }) => {
    const session = await service.signIn(102)
    service.upstream.journal.clear()
    const ids = idsIn(await zipOf(service, 1103, '?attempts=all', session))
    expect(ids).toEqual(range(3002, 3040))
    expect(service.upstream.journal.count({ path: '/api/v2/submissions/3001' })).toBe(0)
  })

  it('has the same bytes each time', async ({ service }) => {
    const first = await zipOf(service, 1104)
    expect((await zipOf(service, 1104)).equals(first)).toBe(true)
  })

  it('reads its list in pages', async ({ service }) => {
    const session = await service.signIn(104)
    await refresh(service, 13, session)
    const reply = await service.get('/courses/13/exercises/1301/archive', session)
    const count = await statementsOf(service, async () => {
      expect(idsIn(Buffer.from(await reply.arrayBuffer()))).toHaveLength(205)
    })
    expect(count).toBeLessThanOrEqual(2)
  })

  it('reads at most two submissions before it is their turn', async ({ service }) => {
    service.upstream.faults.add({ path: '/api/v2/submissions/3101/files/*', action: { kind: 'delay', delayMs: 1_000 } })
    const zip = zipOf(service, 1104)
    await service.upstream.journal.waitForCount({ operation: 'readSubmission' }, 4, 60_000)
    const files = service.upstream.journal.find({ path: '/api/v2/submissions/3101/files/*' })
    expect(new Set(files.map(({ outcome }) => outcome))).toEqual(new Set(['answered']))
    expect(idsIn(await zip)).toHaveLength(20)
  })

  it.for(['403', '404', '500', 'silence'] as const)('lacks only one submission: %s', async (fault, { service }) => {
    const action =
      fault === 'silence' ? ({ kind: 'never_answer' } as const) : ({ kind: 'status', status: Number(fault) } as const)
    service.upstream.faults.add({ path: '/api/v2/submissions/3102', action })
    const zip = await zipOf(service, 1104)
    expect(idsIn(zip)).toEqual(range(3101, 3120))
    expect(readManifest(zip).filter(({ status }) => status !== 'ok')).toMatchObject([
      {
        submission: '3102',
        originalName: 'answers.json',
        path: '',
        status: { '403': 'forbidden', '404': 'missing', '500': 'failed', silence: 'failed' }[fault],
      },
    ])
  })

  it('begins even if nothing can be read, and yields bytes while it waits', async ({ service }) => {
    service.upstream.faults.add({ path: '/api/v2/submissions/*', action: { kind: 'never_answer' } })
    const leaving = new AbortController()
    const reply = await service.send('GET', '/courses/11/exercises/1104/archive', {
      signal: leaving.signal,
    })
    const reader = reply.body!.getReader()
    for (let pieces = 0; pieces < 3; pieces += 1) expect((await reader.read()).value).toHaveLength(1)
    leaving.abort()
  })
})

async function prepared() {
  const service = await startWithSnapshot({
    settings: { graders: [{ userId: 102, languages: ['fi'] }] },
    limits: { archiveSilenceMs: 200 },
    world: (world) => {
      slimWork(world)
      // Enough for two pages.
      world.submissionsOf.set(1301, world.submissionsOf.get(1301)!.slice(0, 205))
    },
  })
  await register(service, 3001, { language: 'en' })
  await register(service, 3009, { language: 'fi' })
  return service
}

/** The submissions of an archive in its order. */
const idsIn = (zip: Buffer) => [...new Set(readManifest(zip).map(({ submission }) => Number(submission)))]

const get = (service: TestService, exerciseId: number, query = '', session?: string) =>
  service.get(`/courses/11/exercises/${exerciseId}/archive${query}`, session)

async function zipOf(...where: Parameters<typeof get>): Promise<Buffer> {
  const reply = await get(...where)
  expect(reply.status).toBe(200)
  return Buffer.from(await reply.arrayBuffer())
}
