import { describe, expect } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import { register, startWithSnapshot } from './submissions.fixture.ts'
import { itOn, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared)
it.beforeEach(({ service }) => service.upstream.journal.clear())
it.afterEach(({ service }) => service.upstream.faults.clear())

describe('getSubmissionFile', () => {
  it('returns the bytes in such a way that no browser runs them', async ({ service }) => {
    const { id, content } = fileOf(service, 3001, 'solution.py')
    if (content?.kind !== 'bytes') throw new Error('the file has no bytes of its own')
    const { bytes } = content
    const reply = await get(service, 3001, id)
    expect(reply.status).toBe(200)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="solution.py"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
      'content-length': String(bytes.length),
      'cache-control': 'no-store',
    })
    expect(Buffer.from(await reply.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
  })

  it.for([
    [
      'ääkkönen essay (1).txt',
      `filename="__kk_nen_essay__1_.txt"; filename*=UTF-8''%C3%A4%C3%A4kk%C3%B6nen%20essay%20%281%29.txt`,
    ],
    ['../../etc/passwd', 'filename=".._.._etc_passwd"'],
    ['quote".py', 'filename="quote_.py"'],
    ['line\nbreak.py', 'filename="line_break.py"'],
    ['CON', 'filename="_CON"'],
    ['💥.py', `filename="__.py"; filename*=UTF-8''%F0%9F%92%A5.py`],
  ] as const)('has a safe file name: %j', async ([name, disposition], { service }) => {
    const reply = await get(service, 3008, fileOf(service, 3008, name).id)
    expect(reply.headers.get('content-disposition')).toBe(`attachment; ${disposition}`)
    await reply.body?.cancel()
  })

  it('reads the submission and the file, once each', async ({ service }) => {
    await (await get(service, 3001, fileOf(service, 3001, 'notes.txt').id)).arrayBuffer()
    expect(service.upstream.journal.entries.map(({ operation }) => operation)).toEqual(['readSubmission', 'readFile'])
  })

  it('ignores a range, since the learning platform has no ranges', async ({ service }) => {
    const { id } = fileOf(service, 3001, 'solution.py')
    const reply = await get(service, 3001, id, { headers: { Range: 'bytes=0-9' } })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-range')).toBe(null)
    expect(await reply.text()).toBe(await (await get(service, 3001, id)).text())
  })

  it('does not find a file of another submission', async ({ service, student }) => {
    const own = fileOf(service, 3001, 'solution.py').id
    const others = fileOf(service, 3002, 'Solution.scala').id
    await expect(get(service, 3001, others)).toBeProblem(404, 'not_found')
    await expect(get(service, 3001, others, { session: student })).toBeProblem(404, 'not_found')
    await expect(get(service, 3001, own, { session: student })).toBeReply(200)
    expect(service.upstream.journal.count({ path: `/api/v2/submissions/*/files/${others}` })).toBe(0)
  })

  it('replies 404 if the bytes of the file were deleted', async ({ service }) => {
    const file = fileOf(service, 3011, 'notes.txt')
    file.content = null
    await expect(get(service, 3011, file.id)).toBeProblem(404, 'not_found')
  })

  it.for([
    [403, 'forbidden'],
    [404, 'not_found'],
  ] as const)('has the status of the refusal by the platform: %i', async ([status, code], { service, student }) => {
    const { id } = fileOf(service, 3001, 'notes.txt')
    for (const path of ['/api/v2/submissions/3001', `/api/v2/submissions/3001/files/${id}`]) {
      service.upstream.faults.add({ path, times: 1, action: { kind: 'status', status } })
      expect([path, ...(await problemOf(await get(service, 3001, id, { session: student })))]).toEqual([
        path,
        status,
        code,
      ])
    }
  })

  it('passes on all bytes of a large file', async ({ service }) => {
    const reply = await get(service, 3005, fileOf(service, 3005, 'recording.wav').id)
    expect(reply.headers.get('content-length')).toBe(String(30 * MiB))
    let bytes = 0
    for await (const piece of reply.body!) bytes += piece.length
    expect(bytes).toBe(30 * MiB)
  })

  it('ends the call upstream when its reader leaves', async ({ service }) => {
    const file = fileOf(service, 3005, 'recording.wav')
    const leaving = new AbortController()
    const reply = await get(service, 3005, file.id, { signal: leaving.signal })
    await reply.body!.getReader().read()
    leaving.abort()
    const entry = await service.upstream.journal.waitFor(
      ({ operation, outcome }) => operation === 'readFile' && outcome !== null,
      60_000,
    )
    expect(entry.outcome).toBe('client_left')
  })

  it('ends a call upstream that is silent as soon as its reader leaves', async ({ service }) => {
    service.upstream.faults.add({ path: '/api/v2/submissions/3005/files/*', action: { kind: 'stall', bytes: 1_000 } })
    const leaving = new AbortController()
    const reply = await get(service, 3005, fileOf(service, 3005, 'recording.wav').id, { signal: leaving.signal })
    expect(reply.status).toBe(200)
    leaving.abort()
    const left = ({ operation, outcome }: { operation: string | null; outcome: string | null }) =>
      operation === 'readFile' && outcome === 'client_left'
    await service.upstream.journal.waitFor(left, 60_000)
  })

  it('never looks complete if the learning platform breaks off', async ({ service }) => {
    service.upstream.faults.add({
      path: '/api/v2/submissions/3005/files/*',
      action: { kind: 'half_answer', bytes: MiB },
    })
    const reply = await get(service, 3005, fileOf(service, 3005, 'recording.wav').id)
    expect(reply.status).toBe(200)
    await expect(reply.arrayBuffer()).rejects.toThrow()
  })
})

async function prepared() {
  const service = await startWithSnapshot()
  await register(service, 3001)
  return service
}

const MiB = 1024 * 1024

interface Asked {
  readonly session?: string
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
}

const get = (service: TestService, submissionId: number, fileId: number, { session, ...rest }: Asked = {}) =>
  service.send('GET', `/submissions/${submissionId}/files/${fileId}`, { session, ...rest })

const fileOf = (service: TestService, submissionId: number, name: string) => {
  const file = service.upstream.world.submission(submissionId).files.find(({ filename }) => filename === name)
  if (file === undefined) throw new Error(`no ${name}`)
  return file
}
