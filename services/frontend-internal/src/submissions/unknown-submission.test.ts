import { describe, expect } from 'vitest'
import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { refresh, register, startWithSnapshot } from './submissions.fixture.ts'
import { itOn, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared).extend('other', { scope: 'file' }, ({ service }) => service.signIn(207))
const fileId = 98_001
const elsewhere = { ofOtherExercise: 2001, inConfiguredCourse: 20_001, inNoCourseOfOurs: 7002 }
it.beforeEach(({ service }) => service.upstream.journal.clear())

describe('a submission that this service has never heard of', () => {
  it.for([
    ['getSubmission', '', ['readExercise', 'readSubmission']],
    ['getSubmissionContent', '/content', ['readExercise', 'readExercise', 'readFile', 'readSubmission']],
    ['getSubmissionFile', `/files/${fileId}`, ['readExercise', 'readFile', 'readSubmission']],
    ['getSubmissionArchive', '/archive', ['readExercise', 'readExercise', 'readFile', 'readSubmission']],
  ] as const)('is looked up once: %s', async ([_operation, path, expected], { service }) => {
    const reply = await service.get(`/submissions/${submissionId}${path}`)
    expect(reply.status).toBe(200)
    await reply.arrayBuffer()
    expect(calls(service)).toEqual(expected)
  })

  it('has only the facts that the learning platform has', async ({ service }) => {
    expect(await service.read(`/submissions/${submissionId}`)).toMatchObject({
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
      upstream: { status: 'waiting', grade: 0 },
    })
  })

  it.for(['teacher', 'student'] as const)(
    'is as the contract says for %s',
    async (who, { service, teacher, student }) => {
      const session = who === 'student' ? student : teacher
      const shown = await service.read<object>(`/submissions/${submissionId}`, session)
      const { example } = frontendInternal.operations.getSubmission.replies[200]
      expect(Object.keys(shown).toSorted()).toEqual(Object.keys(example).toSorted())
    },
  )

  it('hides unreleased points from its submitter', async ({ service, student }) => {
    expect(await service.read(`/submissions/${submissionId}`, student)).toMatchObject({
      state: 'submitted',
      points: null,
      autoPoints: null,
      upstream: null,
      upstreamFeedbackHtml: null,
    })
  })

  it.for([
    ['a grader, since its language is not known', 102, 200],
    ['a grader of other tags', 103, 404],
    ['another student', 207, 404],
  ] as const)('is the same for %s as any other submission', async ([_who, userId, status], { service }) => {
    const session = await service.signIn(userId)
    await expect(service.get(`/submissions/${submissionId}`, session)).toBeReply(status)
  })

  it('may be of any exercise of a configured course', async ({ service, otherTeacher }) => {
    await expect(service.get(`/submissions/${elsewhere.ofOtherExercise}`)).toBeReply(200)
    await expect(service.get(`/submissions/${elsewhere.inConfiguredCourse}`, otherTeacher)).toBeReply(200)
  })

  it.for([
    ['is in a course that is not configured', elsewhere.inNoCourseOfOurs],
    ['is in another course', elsewhere.inConfiguredCourse],
    ['is nowhere', 7999],
  ] as const)('is 404 if it %s', async ([_where, id], { service, student }) => {
    await expect(service.get(`/submissions/${id}`, student)).toBeProblem(404, 'not_found')
  })

  it('is not looked up once it is known', async ({ service }) => {
    await register(service, submissionId, { language: 'fi' })
    await expect(service.get(`/submissions/${submissionId}`)).toBeReply(200)
    expect(calls(service)).toEqual(['readSubmission'])
  })

  it('is withheld from its submitter while the snapshot hides its exercise', async ({ service, student }) => {
    const { world } = service.upstream
    world.exercise(1103).status = 'hidden'
    await refresh(service)
    world.exercise(1103).status = 'ready'
    world.addSubmission({ id: 7003, exerciseId: 1103, submitterIds: [201] })
    await expect(service.get('/submissions/7003', student)).toBeProblem(404, 'not_found')
    await refresh(service)
    await expect(service.get('/submissions/7003', student)).toBeReply(200)
  })
})

async function prepared() {
  const service = await startWithSnapshot({
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
  return service
}

/** A submission that was made after the snapshot was taken. */
const submissionId = 7001
const calls = (service: TestService) => service.upstream.journal.entries.map(({ operation }) => operation).toSorted()
