import { createHash } from 'node:crypto'
import { readManifest, readZip } from '@course-grading/test-kit'
import { describe, expect } from 'vitest'
import { register, startWithSnapshot } from './submissions.fixture.ts'
import { itOn, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared)
it.beforeEach(({ service }) => service.upstream.journal.clear())
it.afterEach(({ service }) => service.upstream.faults.clear())

describe('getSubmissionArchive', () => {
  it('has the answers, the files and the manifest, and is an attachment', async ({ service }) => {
    const reply = await get(service, 3001)
    expect(reply).toHaveHeaders({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="submission-3001.zip"',
    })
    const entries = readZip(Buffer.from(await reply.arrayBuffer()))
    expect(entries.map(({ path }) => path)).toEqual([
      `${folder}/`,
      `${folder}/answers.json`,
      `${folder}/solution.py`,
      `${folder}/notes.txt`,
      'manifest.csv',
    ])
    expect(JSON.parse(String(entries[1]?.content))).toEqual([
      { key: 'answer', title: 'Your essay', values: [expect.stringContaining('My program reads')] },
      { key: 'reviewed', title: 'Reviewed', values: ['yes', 'no'] },
    ])
  })

  it('has the submitters and the outcome of each file in its manifest', async ({ service }) => {
    const zip = await zipOf(service, 3001)
    const content = readZip(zip).find(({ path }) => path.endsWith('notes.txt'))!.content
    expect(readManifest(zip).at(-1)).toEqual({
      submission: '3001',
      submitters: 'Eero Demonen 1',
      path: `${folder}/notes.txt`,
      originalName: 'notes.txt',
      size: String(content.length),
      sha256: createHash('sha256').update(content).digest('hex'),
      status: 'ok',
    })
  })

  it('leaves out excluded and deleted files, and says so in the manifest', async ({ service }) => {
    service.upstream.world.submission(3008).files.find(({ filename }) => filename === 'UPPER.py')!.content = null
    const rows = readManifest(await zipOf(service, 3008))
    expect(rows.filter(({ path }) => path === '').map(({ originalName, status }) => [originalName, status])).toEqual([
      ['__proto__', 'excluded'],
      ['UPPER.py', 'missing'],
    ])
    expect(new Set(rows.map(({ path }) => path)).size).toBe(rows.length - 1)
  })

  it('has the same bytes each time, for all readers with the same language', async ({ service, student }) => {
    const first = await zipOf(service, 3001)
    expect((await zipOf(service, 3001)).equals(first)).toBe(true)
    expect((await zipOf(service, 3001, student)).equals(first)).toBe(true)
  })

  it('joins the names of a group', async ({ service }) => {
    expect(readZip(await zipOf(service, 3009))[0]?.path).toMatch(/^3009-Eero Demonen 1\+.*\+.*\/$/)
  })

  it('reads the submission, its exercise and each file once', async ({ service }) => {
    await zipOf(service, 3001)
    expect(service.upstream.journal.entries.map(({ operation }) => operation).toSorted()).toEqual([
      'readExercise',
      'readFile',
      'readFile',
      'readSubmission',
    ])
  })

  it.for([
    [403, 'forbidden'],
    [404, 'not_found'],
  ] as const)('has the status of the refusal upstream: %i', async ([status, code], { service, student }) => {
    service.upstream.faults.add({ path: '/api/v2/submissions/3001', action: { kind: 'status', status } })
    await expect(get(service, 3001, student)).toBeProblem(status, code)
  })

  it('never looks complete if a file breaks off', async ({ service }) => {
    service.upstream.faults.add({ path: '/api/v2/submissions/3005/files/*', after: 1, action: { kind: 'half_answer' } })
    const reply = await get(service, 3005)
    expect(reply.status).toBe(200)
    await expect(reply.arrayBuffer()).rejects.toThrow()
  })

  it('ends the call upstream when its reader leaves', async ({ service }) => {
    const leaving = new AbortController()
    const reply = await service.send('GET', '/submissions/3005/archive', {
      signal: leaving.signal,
    })
    const reader = reply.body!.getReader()
    for (let bytes = 0; bytes < 1_000_000;) bytes += (await reader.read()).value?.length ?? 0
    leaving.abort()
    const { outcome } = await service.upstream.journal.waitFor(
      (entry) => entry.operation === 'readFile' && entry.outcome === 'client_left',
      60_000,
    )
    expect(outcome).toBe('client_left')
  })
})

async function prepared() {
  const service = await startWithSnapshot({
    settings: { templates: { automaticExtensions: true, extensions: [], excludedPathSegments: ['__proto__'] } },
  })
  await register(service, 3001)
  return service
}

const folder = '3001-Eero Demonen 1'

const get = (service: TestService, submissionId: number, session?: string) =>
  service.get(`/submissions/${submissionId}/archive`, session)

async function zipOf(...where: Parameters<typeof get>): Promise<Buffer> {
  const reply = await get(...where)
  expect(reply.status).toBe(200)
  return Buffer.from(await reply.arrayBuffer())
}
