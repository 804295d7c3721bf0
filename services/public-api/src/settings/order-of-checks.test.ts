import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { itChecksInOrder, type OwnFault } from '@course-grading/test-service'
import { describe, expect, it } from 'vitest'
import { openService, settingsClient, teacher } from '../service.fixture.ts'
import { publicBoundary } from '../tested-boundary.fixture.ts'

const service = await openService({ TOKEN_CACHE_TTL_S: '0', REFUSED_TOKENS_PER_MINUTE: '1000000' })
const limited = await openService({ RATE_LIMIT_PER_MINUTE: '1' })

describe.each(['GET', 'PUT'])('too many requests of one connection', (method) => {
  it(`are rejected before all other checks of ${method}, without a call to the platform`, async () => {
    service.upstream.faults.add({ path: '/api/v2/users/me', action: { kind: 'delay', delayMs: 1_000 } })
    const requestId = `too-many-${method}`
    const head = (first: string, ...lines: string[]): string =>
      `${[`${first} HTTP/1.1`, 'Host: x', ...lines].join('\r\n')}\r\n\r\n`
    const path = '/api/v1/courses/11/settings'
    const authorization = `Authorization: Token ${teacher}`
    const slow = Array.from({ length: 20 }, () => head(`GET ${path}`, authorization))
    const refused = (first: string, ...lines: string[]): string => head(first, `X-Request-ID: ${requestId}`, ...lines)
    const tooMany = [
      refused(`${method} ${path}/x`),
      refused(`DELETE ${path}`),
      refused(`${method} /api/v1/courses/011/settings`),
      refused(`${method} ${path}`),
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

/** After this, calls to the platform at a path fail. Successful calls first, so that the breaker, which counts, stays closed. */
const without = (path: string) => ({
  code: 'aplus_unavailable',
  url: async () => {
    service.upstream.faults.clear()
    for (let call = 0; call < 3; call += 1) expect((await settingsClient(service).get()).status).toBe(200)
    service.upstream.faults.add({ path, action: { kind: 'status', status: 500 } })
    return service.url
  },
})
const beforeTheRight: readonly OwnFault[] = [
  {
    check: 'parameters',
    order: 50,
    title: 'a request too many',
    code: 'rate_limited',
    url: async () => {
      expect([401, 429]).toContain((await settingsClient(limited).get({ token: null })).status)
      return limited.url
    },
  },
  {
    check: 'credential',
    order: 50,
    title: 'a platform that cannot say whose token it is',
    ...without('/api/v2/users/me'),
  },
]
const setting = (change: object) => ({
  check: 'own' as const,
  text: (body: string) => JSON.stringify({ ...(JSON.parse(body) as object), ...change }),
})
const invalid = (path: string) => ({ code: 'validation_failed', path })
const conflict = { order: 12, code: 'manual_grading_exercise_conflict', path: '$.manualGradingExercises' }
const boundary = {
  ...publicBoundary(service),
  url: () => {
    service.upstream.faults.clear()
    return service.url
  },
}

itChecksInOrder(boundary, 'getCourseSettings', beforeTheRight)
itChecksInOrder(boundary, 'putCourseSettings', [
  ...beforeTheRight,
  { ...setting({ slug: 'renamed' }), order: 11, title: 'another slug', ...invalid('$.slug') },
  {
    ...setting({ graders: [{ userId: 105, languages: ['fi'] }] }),
    order: 11,
    title: 'a grader who is not staff',
    ...invalid('$.graders[0].userId'),
  },
  // Issues that are found with only the data of the course are reported nevertheless.
  {
    ...setting({ graders: [{ userId: 103, languages: ['fi'] }] }),
    order: 11.1,
    title: 'a platform that cannot say who is staff',
    ...without('/api/v2/users/103'),
  },
  { ...setting({ manualGradingExercises: [1301] }), ...conflict, title: 'an exercise of another course' },
  // The conflict of one exercise is reported before the platform is asked about another.
  { ...setting({ manualGradingExercises: [1201, 1301] }), ...conflict, title: 'the same beside one of a third course' },
  {
    ...setting({ manualGradingExercises: [1103, 1201] }),
    order: 13,
    title: 'an exercise that is none of the course',
    ...invalid('$.manualGradingExercises[1]'),
  },
  {
    ...setting({ manualGradingExercises: [1101] }),
    order: 13,
    title: "a platform that cannot list the course's exercises",
    ...without('/api/v2/courses/11/exercises'),
  },
  {
    ...setting({ manualGradingExercises: [1201] }),
    order: 13,
    title: 'a platform that cannot say whose an exercise is',
    ...without('/api/v2/exercises/1201'),
  },
])
