import { createHash } from 'node:crypto'
import { readManifest, readZip } from '@course-grading/test-kit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { register, startWithSnapshot } from './submissions.fixture.ts'

let service: TestService & { readonly teacher: string }
let student: string
beforeAll(async () => {
  service = await startWithSnapshot({
    settings: { templates: { automaticExtensions: true, extensions: [], excludedPathSegments: ['__proto__'] } },
  })
  student = await service.signIn(201)
  await register(service, 3001)
})
beforeEach(() => service.upstream.journal.clear())
afterEach(() => service.upstream.faults.clear())
afterAll(() => service.stop())

const get = (submissionId: number, session = service.teacher) =>
  service.request('GET', `/submissions/${submissionId}/archive`, { session })
async function zipOf(...where: Parameters<typeof get>): Promise<Buffer> {
  const reply = await get(...where)
  expect(reply.status).toBe(200)
  return Buffer.from(await reply.arrayBuffer())
}
const folder = '3001-Eero Demonen 1'

describe('getSubmissionArchive', () => {
  it('has the answers, the files and the manifest, and is an attachment', async () => {
    const reply = await get(3001)
    expect([reply.headers.get('content-type'), reply.headers.get('content-disposition')]).toEqual([
      'application/zip',
      'attachment; filename="submission-3001.zip"',
    ])
    const entries = readZip(Buffer.from(await reply.arrayBuffer()))
    expect(entries.map(({ path }) => path)).toEqual([
      `${folder}/`,
      `${folder}/answers.json`,
      `${folder}/solution.py`,
      `${folder}/notes.txt`,
      'manifest.csv',
    ])
    expect(JSON.parse(String(entries[1]?.content))).toEqual([
      { key: 'answer', title: 'Your essay', values: ['Essay 1'] },
      { key: 'reviewed', title: 'Reviewed', values: ['yes', 'no'] },
    ])
  })

  it('has the submitters and the outcome of each file in its manifest', async () => {
    const zip = await zipOf(3001)
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

  it('leaves out excluded and deleted files, and says so in the manifest', async () => {
    service.upstream.world.submission(3008).files.find(({ filename }) => filename === 'UPPER.py')!.content = null
    const rows = readManifest(await zipOf(3008))
    expect(rows.filter(({ path }) => path === '').map(({ originalName, status }) => [originalName, status])).toEqual([
      ['__proto__', 'excluded'],
      ['UPPER.py', 'missing'],
    ])
    expect(new Set(rows.map(({ path }) => path)).size).toBe(rows.length - 1)
  })

  it('has the same bytes each time, for all readers with the same language', async () => {
    const first = await zipOf(3001)
    expect((await zipOf(3001)).equals(first)).toBe(true)
    expect((await zipOf(3001, student)).equals(first)).toBe(true)
  })

  it('joins the names of a group', async () => {
    expect(readZip(await zipOf(3009))[0]?.path).toMatch(/^3009-Eero Demonen 1\+.*\+.*\/$/)
  })

  it('reads the submission, its exercise and each file once', async () => {
    await zipOf(3001)
    expect(service.upstream.journal.entries.map(({ operation }) => operation).toSorted()).toEqual([
      'readExercise',
      'readFile',
      'readFile',
      'readSubmission',
    ])
  })

  it.each([
    [403, 'forbidden'],
    [404, 'not_found'],
  ])("has the same status as the learning platform's refusal of the submission: %i", async (status, code) => {
    service.upstream.faults.add({ path: '/api/v2/submissions/3001', action: { kind: 'status', status } })
    expect(await problemOf(await get(3001, student))).toEqual([status, code])
  })

  it('never looks complete if a file breaks off', async () => {
    service.upstream.faults.add({ path: '/api/v2/submissions/3005/files/*', after: 1, action: { kind: 'half_answer' } })
    const reply = await get(3005)
    expect(reply.status).toBe(200)
    await expect(reply.arrayBuffer()).rejects.toThrow()
  })

  it('ends the call upstream when its reader leaves', async () => {
    const leaving = new AbortController()
    const reply = await service.request('GET', '/submissions/3005/archive', {
      session: service.teacher,
      signal: leaving.signal,
    })
    const reader = reply.body!.getReader()
    for (let bytes = 0; bytes < 1_000_000;) bytes += (await reader.read()).value?.length ?? 0
    leaving.abort()
    const { outcome } = await service.upstream.journal.waitFor(
      (entry) => entry.operation === 'readFile' && entry.outcome === 'client_left',
      5_000,
    )
    expect(outcome).toBe('client_left')
  })
})
