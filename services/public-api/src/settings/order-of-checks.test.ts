import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { aSettingsChange } from '@course-grading/test-kit'
import { tokenOf } from '@course-grading/test-service'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  settingsClient,
  type SettingsRequest,
  startTestService,
  teacher,
  type TestService,
} from '../service.fixture.ts'

let service: TestService
let limited: TestService
let client: Client
/** The entity tag of the settings, which no request below changes, since all are rejected. */
let current: string
beforeAll(async () => {
  service = await startTestService({ TOKEN_CACHE_TTL_S: '0' })
  limited = await service.replica({ RATE_LIMIT_PER_MINUTE: '1' })
  client = settingsClient(service)
  current = (await client.get()).headers.get('etag')!
})
afterAll(async () => {
  await limited.stop()
  await service.stop()
})
afterEach(async () => {
  if (service.upstream.faults.list().length === 0) return
  service.upstream.faults.clear()
  // Successful calls, so that the breaker, which opens when half of the calls fail, stays closed.
  for (let call = 0; call < 3; call += 1) expect((await client.get()).status).toBe(200)
})

describe.each([
  ['getCourseSettings', 'GET'],
  ['putCourseSettings', 'PUT'],
] as const)('%s: the order of checks', (_operation, method) => {
  const ofMethod = faults.filter(({ order }) => method === 'PUT' || order < firstOfPut)
  const pairs = ofMethod
    .flatMap((first) => ofMethod.filter((second) => second.order > first.order).map((second) => ({ first, second })))
    .filter(({ first, second }) => !partsOf(first).some((part) => partsOf(second).includes(part)))

  it.each(ofMethod)('rejects $title with $status $code', async (fault) => {
    await expectToTell(await replyTo(method, fault), fault)
  })

  it.each(pairs)('reports $first.title before $second.title', async ({ first, second }) => {
    await expectToTell(await replyTo(method, second, first), first)
  })

  it('rejects an overload before all other checks, without a call to the platform', async () => {
    service.upstream.faults.add({ path: '/api/v2/users/me', action: { kind: 'delay', delayMs: 1_000 } })
    const requestId = `too-many-${method}`
    const head = (first: string, ...lines: string[]): string =>
      `${[`${first} HTTP/1.1`, 'Host: x', ...lines].join('\r\n')}\r\n\r\n`
    const path = '/api/v1/courses/11/settings'
    const authorization = `Authorization: Token ${teacher}`
    // More requests on one connection than are processed at the same time, so that later ones are rejected whatever they are.
    const slow = Array.from({ length: 20 }, () => head(`GET ${path}`, authorization))
    const refused = (first: string, ...lines: string[]): string => head(first, `X-Request-ID: ${requestId}`, ...lines)
    const tooMany = [
      refused(`${method} ${path}/x`),
      refused(`DELETE ${path}`),
      refused(`${method} /api/v1/courses/011/settings`),
      refused(`${method} ${path}`),
      refused(`${method} ${path}`, `Authorization: Token ${'f'.repeat(40)}`),
      refused(`${method} ${path}`, authorization, 'Connection: close'),
    ]
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    socket.write([...slow, ...tooMany].join(''))
    const statuses = [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))
    expect(statuses).toHaveLength(slow.length + tooMany.length)
    expect(statuses.slice(-tooMany.length)).toEqual(tooMany.map(() => 503))
    expect(service.upstream.journal.count({ requestId })).toBe(0)
  })
})

type Client = ReturnType<typeof settingsClient>

/** A request that is wrong in one way; `order` is the step that must notice it, in tenths where a step has several. */
interface Fault {
  readonly order: number
  readonly title: string
  readonly status: number
  readonly code: string
  /** What distinguishes two 400s: the path of the issue. */
  readonly path?: string
  readonly request?: SettingsRequest
  readonly body?: object
  readonly text?: (text: string) => string
  /** The path at which calls to the platform fail. */
  readonly upstreamPath?: string
  /** Whether the caller has used up the requests of this minute. */
  readonly isTooEager?: true
}
const invalid = { status: 400, code: 'validation_failed' }
const lost = { status: 502, code: 'aplus_unavailable' }
const faults: readonly Fault[] = [
  { order: 1, title: 'a path that is no route', status: 404, code: 'not_found', request: { suffix: '/x' } },
  { order: 1.1, title: 'another method', status: 405, code: 'method_not_allowed', request: { method: 'DELETE' } },
  { order: 1.2, title: 'a course id that is none', ...invalid, path: '$.courseId', request: { courseId: '011' } },
  { order: 1.9, title: 'a request too many', status: 429, code: 'rate_limited', isTooEager: true },
  { order: 2, title: 'no token', status: 401, code: 'invalid_token', request: { token: null } },
  { order: 2.1, title: 'an unknown token', status: 401, code: 'invalid_token', request: { token: 'f'.repeat(40) } },
  { order: 2.1, title: 'a platform that cannot say whose token it is', ...lost, upstreamPath: '/api/v2/users/me' },
  { order: 3, title: 'an assistant', status: 403, code: 'forbidden', request: { token: tokenOf(102) } },
  { order: 3, title: 'a teacher of another course', status: 403, code: 'forbidden', request: { token: tokenOf(104) } },
  { order: 4, title: 'a course that is not configured', status: 404, code: 'not_found', request: { courseId: 12 } },
  {
    order: 5,
    title: 'another media type',
    status: 415,
    code: 'unsupported_media_type',
    request: { headers: { 'Content-Type': 'text/plain' } },
  },
  {
    order: 5,
    title: 'a content coding',
    status: 415,
    code: 'unsupported_media_type',
    request: { headers: { 'Content-Encoding': 'gzip' } },
  },
  { order: 6, title: 'no If-Match', status: 428, code: 'precondition_required', request: { ifMatch: null } },
  { order: 6, title: 'a weak If-Match', ...invalid, path: '$.headers.If-Match', request: { ifMatch: 'W/"1"' } },
  {
    order: 7,
    title: 'a body over the limit',
    status: 413,
    code: 'payload_too_large',
    text: (sofar) => sofar + ' '.repeat(2_000_001),
  },
  { order: 8, title: 'malformed JSON', ...invalid, path: '$', text: (sofar) => `${sofar}}` },
  { order: 9, title: 'an unknown field', ...invalid, path: '$.surprise', body: { surprise: true } },
  { order: 10, title: 'a stale revision', status: 412, code: 'revision_conflict', request: { ifMatch: '"0"' } },
  { order: 11, title: 'another slug', ...invalid, path: '$.slug', body: { slug: 'renamed' } },
  {
    order: 11,
    title: 'a grader who is not staff',
    ...invalid,
    path: '$.graders[0].userId',
    body: { graders: [{ userId: 105, languages: ['fi'] }] },
  },
  // Issues that are found with only the data of the course are reported nevertheless.
  {
    order: 11.1,
    title: 'a platform that cannot say who is staff',
    ...lost,
    upstreamPath: '/api/v2/users/103',
    body: { graders: [{ userId: 103, languages: ['fi'] }] },
  },
  {
    order: 12,
    title: 'an exercise of another course',
    status: 409,
    code: 'manual_grading_exercise_conflict',
    path: '$.manualGradingExercises',
    body: { manualGradingExercises: [1301] },
  },
  // The conflict of one exercise is reported before the platform is asked about another.
  {
    order: 12,
    title: 'an exercise of another course beside one of a third',
    status: 409,
    code: 'manual_grading_exercise_conflict',
    path: '$.manualGradingExercises',
    body: { manualGradingExercises: [1201, 1301] },
  },
  {
    order: 13,
    title: 'an exercise that is none of the course',
    ...invalid,
    path: '$.manualGradingExercises[1]',
    body: { manualGradingExercises: [1103, 1201] },
  },
  {
    order: 13,
    title: "a platform that cannot list the course's exercises",
    ...lost,
    upstreamPath: '/api/v2/courses/11/exercises',
    body: { manualGradingExercises: [1101] },
  },
  {
    order: 13,
    title: 'a platform that cannot say whose an exercise is',
    ...lost,
    upstreamPath: '/api/v2/exercises/1201',
    body: { manualGradingExercises: [1201] },
  },
]
const firstOfPut = 5

async function replyTo(method: 'GET' | 'PUT', ...wrong: Fault[]): Promise<Response> {
  const isLimited = wrong.some(({ isTooEager }) => isTooEager)
  if (isLimited) expect([401, 429]).toContain((await settingsClient(limited).get({ token: null })).status)
  for (const { upstreamPath: path } of wrong)
    if (path !== undefined) service.upstream.faults.add({ path, action: { kind: 'status', status: 500 } })
  const request: SettingsRequest = Object.assign(
    { method, ifMatch: current },
    ...wrong.map((fault) => fault.request ?? {}),
    { headers: Object.assign({}, ...wrong.map((fault) => fault.request?.headers ?? {})) as object },
  )
  const to = isLimited ? settingsClient(limited) : client
  if (method === 'GET') return await to.get(request)
  const body = JSON.stringify(Object.assign({}, aSettingsChange(), ...wrong.map((fault) => fault.body ?? {})))
  return await to.put({ ...request, body: wrong.reduce((sofar, fault) => fault.text?.(sofar) ?? sofar, body) })
}

async function expectToTell(reply: Response, { status, code, path }: Fault): Promise<void> {
  const { error } = (await reply.json()) as { error: { code: string; requestId: string; issues: { path: string }[] } }
  expect([reply.status, error.code, error.issues[0]?.path]).toEqual([status, code, path])
  expect(error.requestId).toBe(reply.headers.get('x-request-id'))
}

/** The parts of a request that a fault changes. Two faults that change the same part cannot be combined. */
const partsOf = ({ request = {}, body = {}, upstreamPath }: Fault): string[] => [
  ...Object.keys(request).filter((key) => key !== 'headers'),
  ...Object.keys(body),
  ...(upstreamPath === undefined ? [] : ['upstream']),
]
