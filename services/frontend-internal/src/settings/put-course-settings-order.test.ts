import { aSettingsChange } from '@course-grading/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FrontendRequest, startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
let sessions: Record<'teacher' | 'otherTeacher' | 'assistant', string>
beforeAll(async () => {
  service = await startTestService()
  sessions = {
    teacher: await service.signIn(101),
    otherTeacher: await service.signIn(104),
    assistant: await service.signIn(102),
  }
})
afterAll(() => service.stop())

/** A request that is wrong in one way; `order` is the step that must notice it. */
interface Fault {
  order: number
  title: string
  expected: (string | number)[]
  courseId?: string
  session?: () => string
  request?: FrontendRequest
  body?: object
  text?: (text: string) => string
}
const faults: Fault[] = [
  {
    order: 1,
    title: 'a wrong secret',
    expected: [401, 'invalid_frontend_secret'],
    request: { secret: 'x'.repeat(40) },
  },
  { order: 2, title: 'an unknown session', expected: [401, 'invalid_session'], session: () => 'f'.repeat(43) },
  { order: 3, title: 'a course id that is none', expected: [400, 'validation_failed', '$.courseId'], courseId: '011' },
  { order: 4, title: 'an assistant', expected: [403, 'forbidden'], session: () => sessions.assistant },
  {
    order: 4,
    title: 'a teacher of another course',
    expected: [403, 'forbidden'],
    session: () => sessions.otherTeacher,
  },
  { order: 5, title: 'a course that is not configured', expected: [404, 'not_found'], courseId: '12' },
  {
    order: 6,
    title: 'another media type',
    expected: [415, 'unsupported_media_type'],
    request: { headers: { 'Content-Type': 'text/csv' } },
  },
  { order: 7, title: 'no If-Match', expected: [428, 'precondition_required'], request: { ifMatch: null } },
  {
    order: 7,
    title: 'a weak If-Match',
    expected: [400, 'malformed_if_match', '$.headers.If-Match'],
    request: { ifMatch: 'W/"1"' },
  },
  {
    order: 8,
    title: 'a body over the limit',
    expected: [413, 'payload_too_large'],
    text: (text) => text + ' '.repeat(2_000_001),
  },
  { order: 9, title: 'malformed JSON', expected: [400, 'validation_failed', '$'], text: (text) => `${text}}` },
  {
    order: 10,
    title: 'an unknown field',
    expected: [400, 'validation_failed', '$.surprise'],
    body: { surprise: true },
  },
  { order: 11, title: 'a stale revision', expected: [412, 'revision_conflict'], request: { ifMatch: '"0"' } },
  {
    order: 12,
    title: 'a grader who is not staff',
    expected: [400, 'validation_failed', '$.graders[0].userId'],
    body: { graders: [{ userId: 105, languages: ['fi'] }] },
  },
  {
    order: 13,
    title: "another course's slug",
    expected: [409, 'slug_taken', '$.slug'],
    body: { slug: 'data-structures' },
  },
  {
    order: 13,
    title: 'an exercise of another course',
    expected: [409, 'manual_grading_exercise_conflict', '$.manualGradingExercises'],
    body: { manualGradingExercises: [1301] },
  },
  {
    order: 13,
    title: 'an exercise of another course beside one of a third',
    expected: [409, 'manual_grading_exercise_conflict', '$.manualGradingExercises'],
    body: { manualGradingExercises: [1201, 1301] },
  },
  {
    order: 14,
    title: 'an exercise that is none of the course',
    expected: [400, 'validation_failed', '$.manualGradingExercises[1]'],
    body: { manualGradingExercises: [1103, 1201] },
  },
]

async function replyTo(...wrong: Fault[]): Promise<unknown[]> {
  const headers = Object.assign({}, ...wrong.map(({ request }) => request?.headers ?? {})) as Record<string, string>
  const request = Object.assign({ ifMatch: '"1"' }, ...wrong.map((fault) => fault.request ?? {})) as FrontendRequest
  const session = wrong.find((fault) => fault.session)?.session?.() ?? sessions.teacher
  const courseId = wrong.find((fault) => fault.courseId !== undefined)?.courseId ?? '11'
  const body = wrong.reduce(
    (text, fault) => fault.text?.(text) ?? text,
    JSON.stringify(Object.assign({}, aSettingsChange(), ...wrong.map((fault) => fault.body ?? {}))),
  )
  const reply = await service.request('PUT', `/courses/${courseId}/settings`, { session, ...request, headers, body })
  const {
    code,
    requestId,
    fieldErrors = [],
  } = (await reply.json()) as { code: string; requestId: string; fieldErrors?: { path: string }[] }
  expect(requestId).toBe(reply.headers.get('x-request-id'))
  return [reply.status, code, ...fieldErrors.slice(0, 1).map(({ path }) => path)]
}

describe('putCourseSettings: rejections', () => {
  it.each(faults)('rejects $title', async (fault) => {
    expect(await replyTo(fault)).toEqual(fault.expected)
  })

  const partsOf = ({ courseId, session, request, body }: Fault): string[] =>
    Object.keys({ ...(courseId && { courseId }), ...(session && { session }), ...request, ...body })
  const pairs = faults
    .flatMap((first) => faults.filter((second) => second.order > first.order).map((second) => ({ first, second })))
    // Two faults in the same part of a request cannot be combined.
    .filter(({ first, second }) => !partsOf(first).some((part) => partsOf(second).includes(part)))
  it.each(pairs)('reports $first.title before $second.title', async ({ first, second }) => {
    expect(await replyTo(second, first)).toEqual(first.expected)
  })
})
