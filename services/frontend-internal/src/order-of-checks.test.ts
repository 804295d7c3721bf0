import { defaultPreferences } from '@course-grading/contracts'
import { tokenOf } from '@course-grading/test-service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from './every-operation.fixture.ts'
import { type FrontendRequest, startTestService, type TestService } from './service.fixture.ts'
import { sessionRowsOf } from './sessions/session-rows.fixture.ts'

let service: TestService
let sessions: Record<'teacher' | 'otherTeacher' | 'assistant' | 'signedOut' | 'expired', string>
beforeAll(async () => {
  service = await startTestService()
  sessions = {
    teacher: await service.signIn(101),
    otherTeacher: await service.signIn(104),
    assistant: await service.signIn(102),
    signedOut: await service.signIn(101),
    expired: await service.signIn(101),
  }
  await service.request('DELETE', '/session', { session: sessions.signedOut })
  const rows = sessionRowsOf(service)
  await rows.age(sessions.expired, 50_000)
})
afterAll(() => service.stop())

/** A request that is wrong in one way; `order` is the step that must notice it. */
interface Fault {
  readonly order: number
  readonly title: string
  /** Status, code, and where the first field error points. */
  readonly expected: readonly unknown[]
  readonly method?: string
  readonly session?: keyof typeof sessions | null
  readonly courseId?: string
  readonly query?: string
  readonly request?: FrontendRequest
  readonly text?: (text: string) => string
}

interface Suite {
  readonly name: string
  readonly method: string
  readonly path: (courseId: string) => string
  readonly right: FrontendRequest & { readonly body: string }
  readonly faults: readonly Fault[]
}

const untilSession: readonly Fault[] = [
  {
    order: 1,
    title: 'a method that is not allowed',
    expected: [405, 'method_not_allowed', undefined],
    method: 'PATCH',
  },
  { order: 2, title: 'no secret', expected: [401, 'invalid_frontend_secret', undefined], request: { secret: null } },
  {
    order: 2,
    title: 'a wrong secret',
    expected: [401, 'invalid_frontend_secret', undefined],
    request: { secret: 'x'.repeat(40) },
  },
  { order: 3, title: 'no session', expected: [401, 'invalid_session', undefined], session: null },
  {
    order: 3,
    title: 'a session that was signed out',
    expected: [401, 'invalid_session', undefined],
    session: 'signedOut',
  },
  { order: 3, title: 'a session that expired', expected: [401, 'session_expired', undefined], session: 'expired' },
]

const inCourse: readonly Fault[] = [
  { order: 4, title: 'a course id that is none', expected: [400, 'validation_failed', '$.courseId'], courseId: '011' },
  { order: 4, title: 'an unknown parameter', expected: [400, 'validation_failed', '$.surprise'], query: '?surprise=1' },
  { order: 5, title: 'an assistant', expected: [403, 'forbidden', undefined], session: 'assistant' },
  { order: 5, title: 'a teacher of another course', expected: [403, 'forbidden', undefined], session: 'otherTeacher' },
  { order: 6, title: 'a course that is not configured', expected: [404, 'not_found', undefined], courseId: '12' },
]

const ofBody: readonly Fault[] = [
  {
    order: 7,
    title: 'another media type',
    expected: [415, 'unsupported_media_type', undefined],
    request: { headers: { 'Content-Type': 'text/plain' } },
  },
  {
    order: 7,
    title: 'a content coding',
    expected: [415, 'unsupported_media_type', undefined],
    request: { headers: { 'Content-Encoding': 'gzip' } },
  },
  {
    order: 9,
    title: 'a body over the limit',
    expected: [413, 'payload_too_large', undefined],
    text: (text) => text + ' '.repeat(2_000_001),
  },
]

const ofIfMatch: readonly Fault[] = [
  { order: 8, title: 'no If-Match', expected: [428, 'precondition_required', undefined], request: { ifMatch: null } },
  {
    order: 8,
    title: 'a weak If-Match',
    expected: [400, 'malformed_if_match', '$.headers.If-Match'],
    request: { ifMatch: 'W/"1"' },
  },
]

const ofJson: readonly Fault[] = [
  { order: 10, title: 'malformed JSON', expected: [400, 'validation_failed', '$'], text: (text) => `${text}}` },
  {
    order: 11,
    title: 'an unknown field',
    expected: [400, 'validation_failed', '$.surprise'],
    text: (text) => text.replace('{', '{"surprise":1,'),
  },
]

const suites: readonly Suite[] = [
  {
    name: 'importGraders',
    method: 'PUT',
    path: (courseId) => `/courses/${courseId}/graders`,
    right: {
      ifMatch: '"1"',
      body: 'email;languages;feedbackTags;gradingTags\n102;fi;;\n',
      headers: { 'Content-Type': 'text/csv' },
    },
    faults: [
      ...untilSession,
      ...inCourse,
      ...ofBody,
      ...ofIfMatch,
      {
        order: 4,
        title: 'a dryRun that is none',
        expected: [400, 'validation_failed', '$.dryRun'],
        query: '?dryRun=1',
      },
      {
        order: 10,
        title: 'a wrong header',
        expected: [400, 'invalid_csv', expect.stringMatching(/^\$/)],
        text: (text) => text.replace('email', 'mail'),
      },
      {
        order: 11,
        title: 'a bad row',
        expected: [400, 'validation_failed', '$.rows[0].email'],
        text: (text) => text.replace('\n', '\nnobody;fi;;\n'),
      },
      {
        order: 12,
        title: 'a stale revision',
        expected: [412, 'revision_conflict', undefined],
        request: { ifMatch: '"0"' },
      },
      {
        order: 13,
        title: 'a language that the course has not',
        expected: [400, 'validation_failed', '$.rows[1].languages'],
        text: (text) => `${text}103;sv;;\n`,
      },
      {
        order: 13,
        title: 'somebody who is not staff',
        expected: [400, 'validation_failed', '$.rows[1].email'],
        text: (text) => `${text}105;fi;;\n`,
      },
    ],
  },
  {
    name: 'putPreferences',
    method: 'PUT',
    path: () => '/preferences',
    right: { ifMatch: '"0"', body: JSON.stringify(defaultPreferences) },
    faults: [
      ...untilSession,
      ...ofBody,
      ...ofIfMatch,
      ...ofJson,
      {
        order: 12,
        title: 'a stale revision',
        expected: [412, 'revision_conflict', undefined],
        request: { ifMatch: '"1"' },
      },
    ],
  },
  {
    name: 'refreshCourseTags',
    method: 'POST',
    path: (courseId) => `/courses/${courseId}/settings/refresh`,
    right: { body: '{"ltiLoginUrl":null}' },
    faults: [
      ...untilSession,
      ...inCourse,
      ...ofBody,
      ...ofJson,
      {
        order: 12,
        title: 'an LTI login of another course',
        expected: [400, 'validation_failed', '$.ltiLoginUrl'],
        text: (text) => text.replace('null', '"https://elsewhere.example.org/lti-login/1/"'),
      },
    ],
  },
  {
    name: 'createSession',
    method: 'POST',
    path: () => '/sessions',
    right: { body: JSON.stringify({ token: tokenOf(101) }) },
    faults: [
      ...untilSession.filter(({ order }) => order < 3),
      ...ofBody,
      ...ofJson,
      {
        order: 4,
        title: 'an unknown parameter',
        expected: [400, 'validation_failed', '$.surprise'],
        query: '?surprise=1',
      },
      {
        order: 12,
        title: 'a token that nobody has',
        expected: [401, 'invalid_upstream_token', undefined],
        text: (text) => text.replace(tokenOf(101), 'f'.repeat(40)),
      },
    ],
  },
]

async function replyTo({ method, path, right }: Suite, ...wrong: readonly Fault[]): Promise<unknown[]> {
  const partOf = <Part extends keyof Fault>(part: Part): Fault[Part] | undefined =>
    wrong.find((fault) => fault[part] !== undefined)?.[part]
  const who = partOf('session')
  const headers = Object.assign({}, right.headers, ...wrong.map(({ request }) => request?.headers ?? {})) as Record<
    string,
    string
  >
  const request = Object.assign({}, right, ...wrong.map((fault) => fault.request ?? {})) as FrontendRequest
  const reply = await service.request(
    partOf('method') ?? method,
    `${path(partOf('courseId') ?? '11')}${partOf('query') ?? ''}`,
    {
      session: who === null ? null : sessions[who ?? 'teacher'],
      ...request,
      headers,
      body: wrong.reduce((text, fault) => fault.text?.(text) ?? text, right.body),
    },
  )
  const { code, fieldErrors } = (await reply.json()) as ErrorBody
  return [reply.status, code, fieldErrors?.[0]?.path]
}

describe.each(suites)('the order of checks of $name', (suite) => {
  it.each(suite.faults)('rejects $title', async (fault) => {
    expect(await replyTo(suite, fault)).toEqual(fault.expected)
  })

  const partsOf = ({ method, session, courseId, query, request }: Fault): string[] =>
    Object.keys({
      ...(method && { method }),
      ...(session !== undefined && { session }),
      ...(courseId && { courseId }),
      ...(query && { query }),
      ...request,
    })
  const pairs = suite.faults
    .flatMap((first) => suite.faults.filter(({ order }) => order > first.order).map((second) => ({ first, second })))
    // One part of a request cannot be wrong in two ways.
    .filter(({ first, second }) => !partsOf(first).some((part) => part !== 'headers' && partsOf(second).includes(part)))
  it.each(pairs)('notices $first.title before $second.title', async ({ first, second }) => {
    expect(await replyTo(suite, second, first)).toEqual(first.expected)
  })
})
