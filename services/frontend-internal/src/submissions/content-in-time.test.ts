import type { SubmissionContent } from '@course-grading/contracts/submissions/submission-content'
import { type Upstream, UpstreamError } from '@course-grading/upstream'
import { setTimeout } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { asStaff, freeSlots } from './free-slots.fixture.ts'
import { getSubmissionContent } from './get-submission-content.ts'
import { itOn, type TestService } from '../service-test.fixture.ts'
import { startWithSnapshot } from './submissions.fixture.ts'

const it = itOn(() => startWithSnapshot())

describe('a content whose time has passed', () => {
  it.for<[string, Read]>([
    [
      'while a file is read',
      (signal) =>
        new Promise((_resolve, reject) => {
          const end = () => reject(new UpstreamError('timeout'))
          // On a busy machine the time may have passed before the read begins.
          if (signal.aborted) end()
          else signal.addEventListener('abort', end)
        }),
    ],
    ['while a call waits until the platform is less busy', () => Promise.reject(busy('breaker_open', 60))],
  ])('fails as unavailable upstream: %s', async ([_when, read], { service }) => {
    const { whenDone, late } = contentWith(service, read)
    const leave = () => late.abort(new DOMException('The time has passed.', 'TimeoutError'))
    const [outcome] = await Promise.allSettled([whenDone, setTimeout(50).then(leave)])
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'DomainError', code: 'upstream_unavailable' } })
    expect(await freeSlots(asStaff(service.deps.takeContentSlot), [1, 2, 3, 101])).toBe(4)
  })

  it('does not hide a defect', async ({ service }) => {
    const { whenDone, late } = contentWith(service, async () => {
      late.abort(new DOMException('The time has passed.', 'TimeoutError'))
      throw new TypeError('a defect')
    })
    await expect(whenDone).rejects.toThrow('a defect')
  })
})

describe('a file in a busy moment', () => {
  it.for(['bulkhead_full', 'breaker_open'] as const)('is requested once more: %s', async (reason, { service }) => {
    let isBusy = true
    const { whenDone, reads } = contentWith(service, async () => {
      if (!isBusy) return { sizeBytes: 5, bytes: Buffer.from('found') }
      isBusy = false
      throw busy(reason)
    })
    expect(await filesOf(service, whenDone)).toMatchObject([{ text: 'found' }])
    expect(reads()).toBe(2)
  })

  it.for([
    ['bulkhead_full', 2],
    ['rate_limited', 1],
    ['server_error', 1],
  ] as const)('has no text if another request fails or is useless: %s', async ([reason, tries], { service }) => {
    const { whenDone, reads } = contentWith(service, () => Promise.reject(busy(reason)))
    expect([await filesOf(service, whenDone), reads()]).toMatchObject([[{ omitted: 'unavailable' }], tries])
  })
})

describe('contents that students and staff read at the same time', () => {
  it('leave slots to staff while thirty students open their work and A+ is slow', async ({ service, teacher }) => {
    const sessions = await Promise.all(essays.map((_essay, at) => service.signIn(201 + at)))
    service.upstream.journal.clear()
    service.upstream.faults.add({ path: '/api/v2/submissions/*', action: { kind: 'delay', delayMs: 3_000 } })
    const leaving = new AbortController()
    const reading = essays.map((id, at) =>
      service.request('GET', `/submissions/${id}/content`, { session: sessions[at] ?? '', signal: leaving.signal }),
    )
    await service.upstream.journal.waitForCount({ operation: 'readSubmission' }, 2, 60_000)
    await expect(service.get('/submissions/3001/content', teacher)).toBeReply(200)
    leaving.abort()
    await Promise.allSettled(reading)
  })
})

type Call = Parameters<typeof getSubmissionContent>[0]

type Read = (signal: AbortSignal) => Promise<unknown>

const fileSettings = {
  highlightLanguages: [],
  templates: { automaticExtensions: false, extensions: [], excludedPathSegments: [] },
}

const busy = (reason: UpstreamError['reason'], retryAfterS = 1) => new UpstreamError(reason, { retryAfterS })

/** Reads the content of a submission with one file. `read` replaces the reading of the file; everything else is unavailable. */
function contentWith(service: TestService, read: Read) {
  const late = new AbortController()
  let reads = 0
  const get = () => Promise.reject(new UpstreamError('server_error', { status: 500 }))
  const collect = async (_request: unknown, _limitBytes: number, { signal }: { signal: AbortSignal }) => {
    reads += 1
    return await read(signal)
  }
  const call = {
    caller: { userId: 101, session: { preferences: null }, token: () => 't' },
    requestId: 'r',
    deadline: () => late.signal,
    subject: {
      submission: { submissionId: 3001, courseId: 11, exerciseId: 1103, language: null, fileSettings },
      content: { files: [{ fileId: 1, name: 'a.txt', field: 'f' }], answers: [] },
    },
  }
  const upstream = { get, collect } as unknown as Upstream
  const whenDone = getSubmissionContent(call as unknown as Call, { ...service.deps, upstream })
  return { whenDone, reads: () => reads, late }
}

async function filesOf(service: TestService, whenDone: ReturnType<typeof contentWith>['whenDone']) {
  const { body } = (await whenDone) as { body: { chunks: readonly Uint8Array[] } }
  return (JSON.parse(String(Buffer.concat(body.chunks))) as SubmissionContent).files
}

/** The essays of students 201 to 230; those with the numbers 9 and 10 are of groups. */
const essays = Array.from({ length: 30 }, (_, at) => 3001 + at + (at === 8 || at === 9 ? 30 : 0))
