import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { register, startWithSnapshot } from './submissions.fixture.ts'

const MiB = 1024 * 1024
let service: TestService & { readonly teacher: string }
let student: string
beforeAll(async () => {
  service = await startWithSnapshot()
  student = await service.signIn(201)
  await register(service, 3001)
})
beforeEach(() => service.upstream.journal.clear())
afterEach(() => service.upstream.faults.clear())
afterAll(() => service.stop())

interface Asked {
  readonly session?: string
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
}
const get = (submissionId: number, fileId: number, { session = service.teacher, ...rest }: Asked = {}) =>
  service.request('GET', `/submissions/${submissionId}/files/${fileId}`, { session, ...rest })
const fileOf = (submissionId: number, name: string) => {
  const file = service.upstream.world.submission(submissionId).files.find(({ filename }) => filename === name)
  if (file === undefined) throw new Error(`no ${name}`)
  return file
}

describe('getSubmissionFile', () => {
  it('returns the bytes in such a way that no browser runs them', async () => {
    const { id, content } = fileOf(3001, 'solution.py')
    if (content?.kind !== 'bytes') throw new Error('the file has no bytes of its own')
    const { bytes } = content
    const reply = await get(3001, id)
    expect([reply.status, Object.fromEntries(reply.headers)]).toMatchObject([
      200,
      {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="solution.py"',
        'x-content-type-options': 'nosniff',
        'content-security-policy': 'sandbox',
        'content-length': String(bytes.length),
        'cache-control': 'no-store',
      },
    ])
    expect(Buffer.from(await reply.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
  })

  it.each([
    [
      'ääkkönen essay (1).txt',
      `filename="__kk_nen_essay__1_.txt"; filename*=UTF-8''%C3%A4%C3%A4kk%C3%B6nen%20essay%20%281%29.txt`,
    ],
    ['../../etc/passwd', 'filename=".._.._etc_passwd"'],
    ['quote".py', 'filename="quote_.py"'],
    ['line\nbreak.py', 'filename="line_break.py"'],
    ['CON', 'filename="_CON"'],
    ['💥.py', `filename="__.py"; filename*=UTF-8''%F0%9F%92%A5.py`],
  ])('has a safe file name: %j', async (name, disposition) => {
    const reply = await get(3008, fileOf(3008, name).id)
    expect(reply.headers.get('content-disposition')).toBe(`attachment; ${disposition}`)
    await reply.body?.cancel()
  })

  it('reads the submission and the file, once each', async () => {
    await (await get(3001, fileOf(3001, 'notes.txt').id)).arrayBuffer()
    expect(service.upstream.journal.entries.map(({ operation }) => operation)).toEqual(['readSubmission', 'readFile'])
  })

  it('ignores a range, since the learning platform has no ranges', async () => {
    const reply = await get(3001, fileOf(3001, 'solution.py').id, { headers: { Range: 'bytes=0-9' } })
    expect([reply.status, reply.headers.get('content-range')]).toEqual([200, null])
    expect((await reply.arrayBuffer()).byteLength).toBe(300)
  })

  it('does not find a file of another submission', async () => {
    const own = fileOf(3001, 'solution.py').id
    const others = fileOf(3002, 'Solution.scala').id
    expect(await problemOf(await get(3001, others))).toEqual([404, 'not_found'])
    expect(await problemOf(await get(3001, others, { session: student }))).toEqual([404, 'not_found'])
    expect((await get(3001, own, { session: student })).status).toBe(200)
    expect(service.upstream.journal.count({ path: `/api/v2/submissions/*/files/${others}` })).toBe(0)
  })

  it('replies 404 if the bytes of the file were deleted', async () => {
    const file = fileOf(3011, 'notes.txt')
    file.content = null
    expect(await problemOf(await get(3011, file.id))).toEqual([404, 'not_found'])
  })

  it.each([
    [403, 'forbidden'],
    [404, 'not_found'],
  ])('has the same status as the refusal by the learning platform: %i', async (status, code) => {
    const { id } = fileOf(3001, 'notes.txt')
    for (const path of ['/api/v2/submissions/3001', `/api/v2/submissions/3001/files/${id}`]) {
      service.upstream.faults.add({ path, times: 1, action: { kind: 'status', status } })
      expect([path, ...(await problemOf(await get(3001, id, { session: student })))]).toEqual([path, status, code])
    }
  })

  it('passes on all bytes of a large file', async () => {
    const reply = await get(3005, fileOf(3005, 'recording.wav').id)
    expect(reply.headers.get('content-length')).toBe(String(30 * MiB))
    let bytes = 0
    for await (const piece of reply.body!) bytes += piece.length
    expect(bytes).toBe(30 * MiB)
  })

  it('ends the call upstream when its reader leaves', async () => {
    const file = fileOf(3005, 'recording.wav')
    const leaving = new AbortController()
    const reply = await get(3005, file.id, { signal: leaving.signal })
    await reply.body!.getReader().read()
    leaving.abort()
    const entry = await service.upstream.journal.waitFor(
      ({ operation, outcome }) => operation === 'readFile' && outcome !== null,
      5_000,
    )
    expect(entry.outcome).toBe('client_left')
  })

  it('ends a call upstream that is silent as soon as its reader leaves', async () => {
    service.upstream.faults.add({ path: '/api/v2/submissions/3005/files/*', action: { kind: 'stall', bytes: 1_000 } })
    const leaving = new AbortController()
    const reply = await get(3005, fileOf(3005, 'recording.wav').id, { signal: leaving.signal })
    expect(reply.status).toBe(200)
    leaving.abort()
    const left = ({ operation, outcome }: { operation: string | null; outcome: string | null }) =>
      operation === 'readFile' && outcome === 'client_left'
    await service.upstream.journal.waitFor(left, 5_000)
  })

  it('never looks complete if the learning platform breaks off', async () => {
    service.upstream.faults.add({
      path: '/api/v2/submissions/3005/files/*',
      action: { kind: 'half_answer', bytes: MiB },
    })
    const reply = await get(3005, fileOf(3005, 'recording.wav').id)
    expect(reply.status).toBe(200)
    await expect(reply.arrayBuffer()).rejects.toThrow()
  })
})
