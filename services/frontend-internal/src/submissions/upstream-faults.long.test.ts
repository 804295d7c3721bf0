import { readManifest } from '@course-grading/test-kit'
import { describe, expect } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import { sessionRowsOf } from '../sessions/session-rows.fixture.ts'
import { type FaultName, startWithSnapshot, upstreamFaults } from './submissions.fixture.ts'
import { itOn, startReplica, type TestService } from '../service-test.fixture.ts'

const it = itOn(() => startWithSnapshot())
const names = Object.keys(upstreamFaults) as FaultName[]
const ofSubmission = names.flatMap((fault) =>
  ['', '/content', '/files/70001', '/archive'].map((rest) => [`/submissions/3001${rest}`, fault] as const),
)
/** Whether at least some bytes arrive. */
const begins = (fault: FaultName) => fault === 'a drip' || fault === 'half an answer'

describe('a submission that cannot be read', () => {
  it.for(ofSubmission)(
    'is a problem in time, and only 401 ends the session: %s, %s',
    async ([path, fault], { service }) => {
      const { reply, session, tookMs } = await asked(service, path, fault, submission)
      expect(reply.headers.get('retry-after')).toBe(fault === '429' ? '7' : null)
      expect(await verdictOf(reply)).toEqual(verdicts[fault])
      expect(tookMs()).toBeLessThan(boundMs)
      expect(await exists(service, session)).toBe(fault !== '401')
    },
  )
})

describe('a submission that this service does not know and cannot look up', () => {
  it.for(names)('is a problem in time, and 404 if the platform refuses it: %s', async (fault, { service }) => {
    const { reply, session, tookMs } = await asked(service, '/submissions/2001', fault, '/api/v2/submissions/2001')
    expect(await verdictOf(reply)).toEqual(fault === '403' ? [404, 'not_found'] : verdicts[fault])
    expect(tookMs()).toBeLessThan(boundMs)
    expect(await exists(service, session)).toBe(fault !== '401')
  })
})

describe('an exercise that cannot be read', () => {
  it.for(names.flatMap((fault) => ['content', 'archive'].map((rest) => [rest, fault] as const)))(
    'leaves the work readable, unless the token is refused: %s, %s',
    async ([rest, fault], { service }) => {
      const { reply, session, tookMs } = await asked(
        service,
        `/submissions/3001/${rest}`,
        fault,
        '/api/v2/exercises/1103',
      )
      expect(await verdictOf(reply)).toEqual(fault === '401' ? verdicts[fault] : found)
      expect(tookMs()).toBeLessThan(boundMs)
      expect(await exists(service, session)).toBe(fault !== '401')
    },
  )
})

describe('a file that cannot be read', () => {
  it.for(names.filter((fault) => !begins(fault)))('is a problem in time: %s', async (fault, { service }) => {
    const { reply, session, tookMs } = await asked(service, '/submissions/3001/files/70001', fault, file)
    expect(await verdictOf(reply)).toEqual(verdicts[fault])
    expect(tookMs()).toBeLessThan(boundMs)
    expect(await exists(service, session)).toBe(fault !== '401')
  })

  it('is passed on as slowly as it arrives', async ({ service }) => {
    const { reply } = await asked(service, '/submissions/3001/files/70001', 'a drip', file)
    expect((await reply.arrayBuffer()).byteLength).toBe(sizeOf(service))
  })

  it.for(names)('has no text in the content, unless the token is refused: %s', async (fault, { service }) => {
    const { reply, session } = await asked(service, '/submissions/3001/content', fault, file)
    if (fault === '401') expect(await verdictOf(reply)).toEqual(verdicts[fault])
    else {
      const { files } = (await reply.json()) as { files: { omitted?: string; text?: string }[] }
      // The service waits for slow bytes as long as they keep coming.
      const first = fault === 'a drip' ? { text: expect.any(String) } : { omitted: 'unavailable' }
      expect(files).toMatchObject([first, { text: expect.stringContaining('Muistiinpanot') }])
    }
    expect(await exists(service, session)).toBe(fault !== '401')
  })

  it('is requested again after too many calls, so that the archive is complete', async ({ service }) => {
    service.upstream.faults.add({ path: file, times: 1, action: { kind: 'status', status: 429, retryAfterS: 1 } })
    const reply = await service.get('/submissions/3001/archive', await service.signIn(101))
    const rows = readManifest(Buffer.from(await reply.arrayBuffer()))
    expect(rows.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok'])
  })

  it.for(names.filter((fault) => !begins(fault) && fault !== '401' && fault !== '429'))(
    'is a row of the manifest, and nothing else breaks: %s',
    async (fault, { service }) => {
      const { reply, session, tookMs } = await asked(service, '/submissions/3001/archive', fault, file)
      const rows = readManifest(Buffer.from(await reply.arrayBuffer()))
      expect(rows.map(({ originalName, status }) => [originalName, status])).toEqual([
        ['answers.json', 'ok'],
        ['solution.py', statuses[fault] ?? 'failed'],
        ['notes.txt', 'ok'],
      ])
      expect(tookMs()).toBeLessThan(boundMs)
      expect(await exists(service, session)).toBe(true)
    },
  )
})

describe('a token that is refused in the middle of an archive', () => {
  it.for([
    ['a submission', '/api/v2/submissions/3103', ['3101', '3102']],
    ['a file', '/api/v2/submissions/3102/files/*', ['3101', '3102']],
  ] as const)(
    'ends the session, and the manifest names what is missing: at %s',
    async ([_what, path, whole], { service }) => {
      const { reply, session } = await asked(service, '/courses/11/exercises/1104/archive', '401', path)
      const rows = readManifest(Buffer.from(await reply.arrayBuffer()))
      const had = rows.filter(({ originalName, status }) => originalName === 'answers.json' && status === 'ok')
      expect(had.map(({ submission: id }) => id).slice(0, 2)).toEqual(whole)
      expect(rows.at(-1)).toMatchObject({ submission: '3120', status: 'failed' })
      expect(await exists(service, session)).toBe(false)
    },
  )
})

type Verdict = readonly [status: number, code: string | undefined]

const unavailable: Verdict = [502, 'upstream_unavailable']
const found: Verdict = [200, undefined]

const verdicts: Readonly<Record<FaultName, Verdict>> = {
  silence: unavailable,
  'a drip': unavailable,
  'half an answer': unavailable,
  'an HTML page': unavailable,
  'another type': unavailable,
  '401': [401, 'invalid_upstream_token'],
  '403': [403, 'forbidden'],
  '404': [404, 'not_found'],
  '429': unavailable,
  '500': unavailable,
  '503': unavailable,
  'a redirect': unavailable,
}

/** The status of a missing file in the manifest. */
const statuses: Partial<Record<FaultName, string>> = { '403': 'forbidden', '404': 'missing' }

/** The time limit of a call and as much again, for a busy machine. */
const boundMs = 10_000
const replicas: TestService[] = []

it.afterEach(async ({ service }) => {
  service.upstream.faults.clear()
  await Promise.all(replicas.splice(0).map((replica) => replica.stop()))
})

const submission = '/api/v2/submissions/3001'
const file = '/api/v2/submissions/3001/files/70001'

/** Starts a separate process for each test, since failures count for the process in which they occur. */
async function asked(service: TestService, path: string, fault: FaultName, upstreamPath: string) {
  const replica = await startReplica(service, { UPSTREAM_TIMEOUT_MS: '1000' })
  replicas.push(replica)
  const session = await replica.signIn(101)
  service.upstream.faults.add({ path: upstreamPath, action: upstreamFaults[fault] })
  const beganAt = performance.now()
  const reply = await replica.get(path, session)
  return { reply, session, tookMs: () => performance.now() - beganAt }
}

const sizeOf = (service: TestService) => {
  const { content } = service.upstream.world.submission(3001).files[0]!
  return content?.kind === 'bytes' ? content.bytes.length : 0
}

const exists = (service: TestService, session: string) => sessionRowsOf(service).exists(session)
