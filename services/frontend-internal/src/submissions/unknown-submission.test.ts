import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { frontendInternal } from '@course-grading/contracts/frontend-internal'
import { problemOf } from '../problem-of.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { register, startWithSnapshot } from './submissions.fixture.ts'

/** A submission that was made after the snapshot was taken. */
const submissionId = 7001
const fileId = 98_001
const elsewhere = { ofOtherExercise: 2001, inConfiguredCourse: 20_001, inNoCourseOfOurs: 7002 }

let service: TestService & { readonly teacher: string }
let sessions: Record<'student' | 'other' | 'grader' | 'groupB' | 'otherTeacher', string>
beforeAll(async () => {
  service = await startWithSnapshot({
    settings: {
      graders: [
        { userId: 102, languages: ['fi'] },
        { userId: 103, languages: ['en', 'fi'], feedbackTags: ['group-b'], gradingTags: ['group-b'] },
      ],
    },
  })
  const { world } = service.upstream
  const [file] = world.submission(3001).files
  const submittedAtMs = Date.UTC(2026, 11, 1)
  world.addSubmission({
    id: submissionId,
    exerciseId: 1103,
    submitterIds: [201],
    submittedAtMs,
    files: [{ ...file!, id: fileId }],
  })
  world.setRole(12, 201, 'student')
  world.addSubmission({ id: elsewhere.inNoCourseOfOurs, exerciseId: 1201, submitterIds: [201] })
  sessions = {
    student: await service.signIn(201),
    other: await service.signIn(207),
    grader: await service.signIn(102),
    groupB: await service.signIn(103),
    otherTeacher: await service.signIn(104),
  }
})
beforeEach(() => service.upstream.journal.clear())
afterAll(() => service.stop())

const get = (path: string, session = service.teacher) => service.request('GET', path, { session })
const calls = () => service.upstream.journal.entries.map(({ operation }) => operation).toSorted()

describe('a submission that this service has never heard of', () => {
  it.each([
    ['getSubmission', '', ['readExercise', 'readSubmission']],
    ['getSubmissionContent', '/content', ['readExercise', 'readExercise', 'readFile', 'readSubmission']],
    ['getSubmissionFile', `/files/${fileId}`, ['readExercise', 'readFile', 'readSubmission']],
    ['getSubmissionArchive', '/archive', ['readExercise', 'readExercise', 'readFile', 'readSubmission']],
  ])('is looked up once: %s', async (_operation, path, expected) => {
    const reply = await get(`/submissions/${submissionId}${path}`)
    expect(reply.status).toBe(200)
    await reply.arrayBuffer()
    expect(calls()).toEqual(expected)
  })

  it('has only the facts that the learning platform has', async () => {
    expect(await (await get(`/submissions/${submissionId}`)).json()).toMatchObject({
      submissionId,
      courseId: 11,
      exerciseId: 1103,
      submitters: [{ userId: 201, alias: false }],
      submittedAt: '2026-12-01T00:00:00.000Z',
      attempt: null,
      language: null,
      state: 'not_queued',
      points: null,
      maxPoints: 20,
      upstream: null,
    })
  })

  it.each(['teacher', 'student'])('has only members that the contract names, for the %s', async (who) => {
    const session = who === 'student' ? sessions.student : service.teacher
    const shown = (await (await get(`/submissions/${submissionId}`, session)).json()) as object
    const { example } = frontendInternal.operations.getSubmission.replies[200]
    expect(Object.keys(shown).toSorted()).toEqual(Object.keys(example).toSorted())
  })

  it('hides unreleased points from its submitter', async () => {
    expect(await (await get(`/submissions/${submissionId}`, sessions.student)).json()).toMatchObject({
      state: 'submitted',
      points: null,
      autoPoints: null,
      upstream: null,
      upstreamFeedbackHtml: null,
    })
  })

  it.each([
    ['the teacher', 'teacher', 200],
    ['a grader, since its language is not known', 'grader', 200],
    ['a grader of other tags', 'groupB', 404],
    ['who submitted it', 'student', 200],
    ['another student', 'other', 404],
    ['a teacher of another course', 'otherTeacher', 404],
  ] as const)('is the same for %s as any other submission', async (_who, who, status) => {
    const session = who === 'teacher' ? service.teacher : sessions[who]
    expect((await get(`/submissions/${submissionId}`, session)).status).toBe(status)
  })

  it('may be of any exercise of a configured course', async () => {
    expect((await get(`/submissions/${elsewhere.ofOtherExercise}`)).status).toBe(200)
    expect((await get(`/submissions/${elsewhere.inConfiguredCourse}`, sessions.otherTeacher)).status).toBe(200)
  })

  it.each([
    ['is in a course that is not configured', elsewhere.inNoCourseOfOurs, 'student'],
    ['is in another course', elsewhere.inConfiguredCourse, 'student'],
    ['is nowhere', 7999, 'student'],
  ] as const)('is 404 if it %s', async (_where, id, who) => {
    expect(await problemOf(await get(`/submissions/${id}`, sessions[who]))).toEqual([404, 'not_found'])
  })

  it('is not looked up once it is known', async () => {
    await register(service, submissionId, { language: 'fi' })
    expect((await get(`/submissions/${submissionId}`)).status).toBe(200)
    expect(calls()).toEqual(['readSubmission'])
  })
})
