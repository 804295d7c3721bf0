import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replyOf, identityBody } from '../adversarial-server.fixture.ts'
import type { UpstreamOperation } from './client.ts'
import { submissionReply } from '../submissions/submission-reply.fixture.ts'
import { someCall, upstreamWith } from '../upstream-under-test.fixture.ts'
import {
  fetchCourse,
  fetchExercise,
  fetchExerciseForm,
  fetchIdentity,
  fetchModules,
  fetchSubmission,
  fetchUser,
  findUsersByEmail,
  findCourseStaff,
  listStudents,
  listSubmissionHeads,
  listUserTags,
  probeCourseTeacher,
  UpstreamError,
  type Upstream,
} from '../index.ts'

describe('slightly changed replies', () => {
  it.each(Object.entries(operations))('%s reads the unchanged reply', async (_name, { body, ask }) => {
    const { upstream } = await upstreamWith((socket) => socket.write(replyOf(200, body)))
    await expect(ask(upstream)).resolves.toBeDefined()
  })

  it.each(Object.entries(operations))(
    '%s gives a result or an UpstreamError that reveals nothing',
    async (_name, { body, ask }) => {
      let answer: Buffer = Buffer.alloc(0)
      const { upstream } = await upstreamWith((socket) => socket.write(answer))
      await fc.assert(
        fc.asyncProperty(mutated(body), async (bytes) => {
          answer = replyOf(200, bytes)
          const error: unknown = await ask(upstream).then(
            () => null,
            (failure: unknown) => failure,
          )
          if (error === null) return
          expect(error).toBeInstanceOf(UpstreamError)
          expect(error).toMatchObject({ code: 'upstream_malformed', message: 'upstream_malformed' })
          expect((error as UpstreamError).cause).toBeUndefined()
        }),
        { numRuns: 100 },
      )
    },
  )
})

const courseBody = JSON.stringify({
  id: 11,
  url: 'https://plus.example.org/api/v2/courses/11',
  html_url: 'https://plus.example.org/def/current/',
  code: 'DEF000',
  name: 'Def. Course',
  instance_name: 'Current',
  language: '|en|fi|',
  image: null,
  starting_time: '2026-09-01T12:00:00+03:00',
  ending_time: '2026-12-31T23:59:59.123456+02:00',
  visible_to_students: true,
})
const tagsBody = JSON.stringify({
  count: 2,
  next: null,
  previous: null,
  results: [
    {
      id: null,
      url: null,
      slug: 'user-internal',
      name: 'Internal',
      description: '',
      visible_to_students: true,
      color: '#6991DC',
      font_white: true,
      font_color: '#FFF',
    },
    {
      id: 3,
      url: 'https://plus.example.org/api/v2/usertags/3',
      slug: 'group-a',
      name: 'Group A',
      description: 'First',
      visible_to_students: false,
      color: '#CD0000',
      font_white: true,
      font_color: '#FFF',
    },
  ],
})
const studentsBody = JSON.stringify({
  count: 1,
  next: null,
  previous: null,
  results: [
    {
      id: 103,
      url: 'https://plus.example.org/api/v2/users/103',
      username: 'student1',
      student_id: '111111',
      email: 's@example.org',
      full_name: 'Stacy Student',
      is_external: false,
      tag_slugs: ['user-internal', 'group-a'],
    },
  ],
})
const modulesBody = JSON.stringify({
  count: 1,
  next: null,
  previous: null,
  results: [
    {
      id: 51,
      display_name: '1. |en:Basics|fi:Perusteet|',
      is_open: true,
      is_hidden: false,
      opening_time: '2026-09-01T06:00:00Z',
      exercises: [{ id: 1101, display_name: '1.1 First', max_points: 10, max_submissions: 10, difficulty: '' }],
    },
  ],
})
const exerciseBody = JSON.stringify({
  id: 1103,
  display_name: '1.3 Essay',
  max_points: 20,
  name: 'Essay',
  course: { id: 11, code: 'DEF000' },
  status: 'ready',
})
const headsBody = JSON.stringify([
  {
    ExerciseID: 1103,
    SubmissionID: 3009,
    Time: '2026-10-01 09:37:00.799000+00:00',
    UserID: 201,
    Status: 'ready',
    Grade: 3,
    answer: 'a',
  },
  {
    ExerciseID: 1103,
    SubmissionID: 3009,
    Time: '2026-10-01 09:37:00.799000+00:00',
    UserID: 203,
    Status: 'ready',
    Grade: 3,
    answer: 'a',
  },
])
const submissionBody = JSON.stringify(submissionReply())
const formBody = JSON.stringify({
  id: 1103,
  course: { id: 11, code: 'DEF000' },
  exercise_info: {
    form_spec: [{ key: 'file1', type: 'file', title: 'i18n_1', required: true }],
    form_i18n: { i18n_1: { en: 'Your program', fi: 'Ohjelmasi' } },
  },
  templates: '|en:https://grader.example.org/en/a.py|fi:https://grader.example.org/fi/a.py|',
})
/** Operations that read a JSON document. Those that read bytes accept any reply. */
type DocumentOperation = Exclude<UpstreamOperation, 'readSubmissionFile' | 'openSubmissionFile'>
const operations: Record<DocumentOperation, { body: string; ask: (upstream: Upstream) => Promise<unknown> }> = {
  fetchIdentity: { body: identityBody(), ask: (upstream) => fetchIdentity(upstream, someCall) },
  findCourseStaff: { body: identityBody(), ask: (upstream) => findCourseStaff(upstream, someCall, 101, 11) },
  fetchUser: { body: identityBody(), ask: (upstream) => fetchUser(upstream, someCall, 101) },
  findUsersByEmail: { body: studentsBody, ask: (upstream) => findUsersByEmail(upstream, someCall, ['s@example.org']) },
  listStudents: { body: studentsBody, ask: (upstream) => listStudents(upstream, someCall, 11, { maxPages: 2 }) },
  fetchModules: { body: modulesBody, ask: (upstream) => fetchModules(upstream, someCall, 11) },
  fetchExercise: { body: exerciseBody, ask: (upstream) => fetchExercise(upstream, someCall, 1103) },
  listSubmissionHeads: { body: headsBody, ask: (upstream) => listSubmissionHeads(upstream, someCall, 11, 1103) },
  fetchSubmission: { body: submissionBody, ask: (upstream) => fetchSubmission(upstream, someCall, 3001) },
  fetchExerciseForm: { body: formBody, ask: (upstream) => fetchExerciseForm(upstream, someCall, 1103) },
  fetchCourse: { body: courseBody, ask: (upstream) => fetchCourse(upstream, someCall, 11) },
  listUserTags: { body: tagsBody, ask: (upstream) => listUserTags(upstream, someCall, 11) },
  probeCourseTeacher: { body: tagsBody, ask: (upstream) => probeCourseTeacher(upstream, someCall, 11) },
}

/** Slightly changed bodies: bytes removed, added or changed, and values replaced. */
const mutated = (body: string): fc.Arbitrary<Buffer> => {
  const place = fc.nat(body.length)
  const odd = fc.constantFrom(
    'null',
    '[]',
    '{}',
    '""',
    '-1',
    '0',
    '1e400',
    '9007199254740993',
    '1.5',
    '"\\u0000"',
    'true',
    '"__proto__"',
    '{"__proto__":{"id":1}}',
    '[null]',
    '"2026-02-30T25:61:61Z"',
  )
  const tokens = body.match(/"(?:[^"\\]|\\.)*"|\d+|true|false|null/g) ?? []
  return fc.oneof(
    fc
      .tuple(place, place)
      .map(([from, to]) => Buffer.from(body.slice(0, Math.min(from, to)) + body.slice(Math.max(from, to)))),
    fc
      .tuple(place, fc.uint8Array({ maxLength: 4 }))
      .map(([at, bytes]) => Buffer.concat([Buffer.from(body.slice(0, at)), bytes, Buffer.from(body.slice(at))])),
    fc.tuple(fc.constantFrom(...tokens), odd).map(([token, value]) => Buffer.from(body.replace(token, () => value))),
    fc.tuple(fc.constantFrom(...tokens), odd).map(([token, value]) => Buffer.from(body.replaceAll(token, () => value))),
    fc.json().map((text) => Buffer.from(text)),
  )
}
