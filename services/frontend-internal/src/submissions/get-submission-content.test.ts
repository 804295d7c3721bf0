import { createHash } from 'node:crypto'
import { defaultPreferences } from '@course-grading/contracts/preferences/preferences'
import type { SubmissionContent } from '@course-grading/contracts/submissions/submission-content'
import { describe, expect } from 'vitest'
import { asStaff, freeSlots } from './free-slots.fixture.ts'
import { register, startWithSnapshot } from './submissions.fixture.ts'
import { itOn, startReplica, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared).extend('withTemplates', { scope: 'file' }, async ({ service }, { onCleanup }) => {
  const replica = await startReplica(service, { TEMPLATE_ORIGINS: `${service.upstream.url}|127.0.0.1/32` })
  onCleanup(replica.stop)
  return replica
})
it.beforeEach(({ service }) => service.upstream.journal.clear())
it.afterEach(({ service }) => service.upstream.faults.clear())

describe('getSubmissionContent', () => {
  it('has each file in the order upstream, with its text or the reason why there is none', async ({ service }) => {
    const { files } = await read(service, everyKind)
    expect(files.map(({ path, text, omitted }) => [path, omitted ?? text])).toEqual([
      ['solution.py', expect.stringContaining('count_words')],
      ['notes.txt', 'ä\r\nö\n'],
      ['old.txt', 'äbc'],
      ['broken.txt', 'not_text'],
      ['image.png', 'binary'],
      ['gone.txt', 'unavailable'],
      ['huge.txt', 'too_large'],
    ])
  })

  it('says how many bytes it has', async ({ service }) => {
    const reply = await get(service, everyKind)
    expect(reply.headers.get('content-length')).toBe(String(Buffer.byteLength(await reply.text())))
  })

  it('has id, field, size, checksum and highlighter of a file', async ({ service }) => {
    const { files } = await read(service, 3001)
    const { bytes } = service.upstream.world.submission(3001).files[0]!.content as { readonly bytes: Uint8Array }
    expect(files[0]).toMatchObject({
      fileId: 70_001,
      path: 'solution.py',
      field: 'file1',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      language: 'python',
    })
  })

  it('has the size of a file that is too large, and the number of excluded files', async ({ service }) => {
    const { files, truncated } = await read(service, everyKind)
    expect(files.at(-1)).toMatchObject({ size: 5 * MiB + 1, sha256: null })
    expect(truncated).toEqual({ files: 0, excluded: 1 })
  })

  it('has the answers without files, group and language', async ({ service }) => {
    const { formAnswers } = await read(service, everyKind)
    expect(formAnswers).toEqual([
      { key: 'answer', title: 'Your essay', values: ['Essay'] },
      { key: 'unknown', title: null, values: ['x'] },
      { key: 'reviewed', title: 'Reviewed', values: ['yes', 'no'] },
    ])
  })

  it.for([
    ['fi', 'Esseesi'],
    ['fi_FI', 'Esseesi'],
    ['fi-FI', 'Esseesi'],
    ['en_GB', 'Your essay'],
    ['sv', 'Your essay'],
  ] as const)('has the titles in the language of the reader: %s', async ([locale, title], { service }) => {
    const { formAnswers } = await read(service, 3005, await inLocale(service, locale))
    expect(formAnswers[0]?.title).toBe(title)
  })

  it('compares files with templates only if the operator allows an origin', async ({ service }) => {
    const { files } = await read(service, 3001)
    expect(files.map(({ template, changedLines }) => [template, changedLines])).toEqual([
      ['none', undefined],
      ['none', undefined],
    ])
    expect(service.upstream.journal.count({ operation: 'readTemplate' })).toBe(0)
  })

  it('says which lines differ from the template of the same name', async ({ service, teacher, withTemplates }) => {
    const { files } = await read(service, 3001, teacher, withTemplates)
    expect(files.map(({ path, template, changedLines }) => [path, template, changedLines])).toEqual([
      [
        'solution.py',
        'modified',
        [
          [2, 2],
          [4, 4],
          [6, 6],
          [8, 69],
        ],
      ],
      ['notes.txt', 'none', undefined],
    ])
  })

  it('compares with the template in the language of the submission', async ({ service, teacher, withTemplates }) => {
    const template = await (await fetch(`${service.upstream.url}/exercise-templates/1103/fi/solution.py`)).text()
    service.upstream.world.submission(3003).files[0]!.content = bytesOf(template)
    const { files } = await read(service, 3003, teacher, withTemplates)
    expect(files[0]).toMatchObject({ template: 'unchanged', text: template })
  })

  it('is shown without templates if these are unavailable', async ({ service, teacher }) => {
    const replica = await startReplica(service, { TEMPLATE_ORIGINS: `${service.upstream.url}|127.0.0.1/32` })
    service.upstream.faults.add({ path: '/exercise-templates/**', action: { kind: 'status', status: 500 } })
    expect((await read(service, 3001, teacher, replica)).files[0]).toMatchObject({ template: 'none' })
    await replica.stop()
  })

  it('is shown without titles if the exercise cannot be read', async ({ service }) => {
    service.upstream.faults.add({ path: '/api/v2/exercises/1103', action: { kind: 'status', status: 500 } })
    expect((await read(service, 3001)).formAnswers[0]).toEqual({
      key: 'answer',
      title: null,
      values: [expect.stringContaining('My program reads')],
    })
  })

  it('is the same for its submitter', async ({ service, student }) => {
    expect(await read(service, 3001, student)).toEqual(await read(service, 3001))
  })

  it('reads the submission, its exercise and each file once', async ({ service }) => {
    await read(service, 3001)
    expect(service.upstream.journal.entries.map(({ operation }) => operation).toSorted()).toEqual([
      'readExercise',
      'readFile',
      'readFile',
      'readSubmission',
    ])
  })

  it('reads four files at a time', async ({ service }) => {
    const letGo = service.upstream.faults.hold({ path: `/api/v2/submissions/${many}/files/*` })
    const content = read(service, many)
    await service.upstream.journal.waitForCount({ operation: 'readFile' }, 4, 60_000)
    expect(service.upstream.journal.count({ operation: 'readFile' })).toBe(4)
    letGo()
    expect((await content).files).toHaveLength(20)
  })

  it.for([
    [403, 'forbidden'],
    [404, 'not_found'],
  ] as const)('has the status of the refusal by the platform: %i', async ([status, code], { service, student }) => {
    service.upstream.faults.add({ path: '/api/v2/submissions/3001', action: { kind: 'status', status } })
    await expect(get(service, 3001, student)).toBeProblem(status, code)
  })
})

describe('contents that are read at the same time', () => {
  const submissions = { operation: 'readSubmission' }

  it('are at most four, and others wait', async ({ service }) => {
    const readers = [101, 102, 103, 302, 303, 101]
    const sessions = await Promise.all(readers.map((userId) => service.signIn(userId)))
    slow(service, 4)
    const reading = [3001, 3002, 3003, 3004, 3005, 3007].map((submissionId, at) =>
      read(service, submissionId, sessions[at]),
    )
    const five = await service.upstream.journal.waitForCount(submissions, 5, 60_000)
    expect(five.slice(0, 4).map(({ outcome }) => outcome)).toContain('answered')
    expect((await Promise.all(reading)).map(({ submissionId }) => submissionId)).toHaveLength(6)
  })

  it('are one for each person, whose other requests wait without making other people wait', async ({ service }) => {
    const other = await service.signIn(102)
    const letGo = service.upstream.faults.hold({ path: '/api/v2/submissions/*', times: 1 })
    const reading = [3001, 3002, 3003].map((submissionId) => read(service, submissionId))
    await service.upstream.journal.waitForCount(submissions, 1, 60_000)
    await read(service, 3004, other)
    expect(service.upstream.journal.count(submissions)).toBe(2)
    letGo()
    expect((await Promise.all(reading)).map(({ submissionId }) => submissionId)).toEqual([3001, 3002, 3003])
    expect(await freeSlots(asStaff(service.deps.takeContentSlot), [1, 2, 3, 4])).toBe(4)
  })

  it.for([
    ['too many wait', Array.from({ length: 4 + 32 }, (_, at) => 9_001 + at)],
    ['too many of the same person wait', Array.from({ length: 1 + 8 }, () => 101)],
  ] as const)('are rejected when %s, and read when a slot is free again', async ([_what, userIds], { service }) => {
    const { signal } = new AbortController()
    const waiting = userIds.map((userId) => asStaff(service.deps.takeContentSlot)(userId, signal))
    await new Promise(setImmediate)
    const reply = await get(service, 3001)
    await expect(reply).toBeProblem(503, 'overloaded')
    expect(reply.headers.get('retry-after')).toBe('5')
    await Promise.all(waiting.map(async (taken) => (await taken)()))
    await expect(get(service, 3001)).toBeReply(200)
  })

  it('release their slot when they fail, and when their readers have left', async ({ service }) => {
    service.upstream.faults.add({ path: '/api/v2/submissions/3001', times: 5, action: { kind: 'status', status: 404 } })
    for (let number = 0; number < 5; number += 1) await get(service, 3001)
    const takeContentSlot = asStaff(service.deps.takeContentSlot)
    const releaseSlot = await takeContentSlot(101, new AbortController().signal)
    await expect(takeContentSlot(101, AbortSignal.timeout(10))).rejects.toThrow('overloaded')
    releaseSlot()
    expect(await freeSlots(takeContentSlot, [1, 2, 3, 101])).toBe(4)
    await expect(get(service, 3001)).toBeReply(200)
  })
})

async function prepared() {
  const service = await startWithSnapshot({
    world: (world) => {
      for (const userId of [302, 303]) world.setRole(11, userId, 'teacher')
      const solution = world.submission(3001).files[0]!.content
      const files = [
        ['solution.py', solution],
        ['notes.txt', bytesOf('\uFEFFä\r\nö\n')],
        ['old.txt', bytesOf(Buffer.from([0xe4, 0x62, 0x63]))],
        ['broken.txt', bytesOf(Buffer.from([0x81, 0x8d, 0x01]))],
        ['image.png', bytesOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]))],
        ['gone.txt', null],
        ['huge.txt', pattern(5 * MiB + 1)],
        ['node_modules/x.js', bytesOf('x')],
      ] as const
      world.addSubmission({
        id: everyKind,
        exerciseId: 1103,
        submitterIds: [201],
        answers: [
          ['answer', 'Essay'],
          ['unknown', 'x'],
          ['reviewed', 'yes'],
          ['reviewed', 'no'],
          ['file1', 'solution.py'],
          ['_aplus_group', '41'],
          ['lang', 'en'],
        ],
        files: files.map(([filename, content], at) => ({ id: 99_001 + at, filename, paramName: 'file1', content })),
      })
      world.addSubmission({
        id: many,
        exerciseId: 1103,
        submitterIds: [202],
        files: Array.from({ length: 20 }, (_, at) => ({
          id: 99_201 + at,
          filename: `${at}.txt`,
          paramName: 'file1',
          content: bytesOf('x'),
        })),
      })
    },
    settings: { templates: { automaticExtensions: true, extensions: [], excludedPathSegments: ['node_modules'] } },
  })
  await register(service, 3003, { language: 'fi' })
  return service
}

const MiB = 1024 * 1024
const everyKind = 7001
const many = 7003
const bytesOf = (text: string | Uint8Array) => ({ kind: 'bytes', bytes: Buffer.from(text) }) as const
const pattern = (sizeBytes: number) => ({ kind: 'pattern', seed: 1, sizeBytes, alphabet: 'text' }) as const

const get = (service: TestService, submissionId: number, session?: string, from: TestService = service) =>
  from.get(`/submissions/${submissionId}/content`, session)

const read = (service: TestService, submissionId: number, session?: string, from: TestService = service) =>
  from.read<SubmissionContent>(`/submissions/${submissionId}/content`, session)

const inLocale = async (service: TestService, locale: string) => {
  const session = await service.signIn(205)
  const revision = /\d+/.exec((await service.get('/preferences', session)).headers.get('etag') ?? '')?.[0]
  const body = { ...defaultPreferences, locale }
  await expect(service.request('PUT', '/preferences', { session, ifMatch: `"${revision}"`, body })).toBeReply(204)
  return session
}

const slow = (service: TestService, times: number) =>
  service.upstream.faults.add({ path: '/api/v2/submissions/*', times, action: { kind: 'delay', delayMs: 3_000 } })
