import type { SubmissionDetail } from '@course-grading/contracts/submissions/submission'
import { describe, expect } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import { assess, register, showResult, startWithSnapshot } from './submissions.fixture.ts'
import { itOn, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared).extend('frequent', { scope: 'file' }, ({ service }) => service.signIn(216))
it.beforeEach(({ service }) => service.upstream.journal.clear())

describe('getSubmission', () => {
  it('shows staff the submission with its attempts, the newest first', async ({ service }) => {
    const detail = await read(service, 3001)
    expect(detail).toMatchObject({
      submissionId: 3001,
      courseId: 11,
      exerciseId: 1103,
      attempt: 1,
      language: 'fi',
      state: 'completed',
      points: 15,
      maxPoints: 20,
      autoPoints: 2.5,
      upstream: { status: 'ready', grade: 11 },
      latePenalty: 0.25,
      feedbackIds: [expect.any(String)],
    })
    expect(detail.attempts.map(({ submissionId, state }) => [submissionId, state])).toEqual([
      [3031, 'waiting'],
      [3001, 'completed'],
    ])
  })

  it('shows staff status, grade and penalty of one reading, however old the snapshot is', async ({ service }) => {
    const submission = service.upstream.world.submission(3001)
    Object.assign(submission, { status: 'unofficial', grade: 9, latePenaltyApplied: 0.5 })
    const detail = await read(service, 3001)
    Object.assign(submission, { status: 'ready', grade: 11, latePenaltyApplied: 0.25 })
    expect(detail).toMatchObject({ upstream: { status: 'unofficial', grade: 9 }, latePenalty: 0.5 })
    expect(detail.attempts[1]).toMatchObject({ submissionId: 3001, upstream: { status: 'unofficial', grade: 9 } })
  })

  it('shows another attempt as the snapshot has it', async ({ service }) => {
    const { attempts } = await read(service, 3001)
    expect(attempts[0]).toMatchObject({ submissionId: 3031, upstream: { status: 'waiting', grade: 0 } })
  })

  it('shows staff the feedback of automatic checks, without anything that a browser would run', async ({ service }) => {
    const { upstreamFeedbackHtml } = await read(service, 3001)
    expect(upstreamFeedbackHtml).toContain('Passed <b>3</b> of 5')
    for (const hostile of ['onclick', 'script', 'steal', 'javascript:'])
      expect(upstreamFeedbackHtml).not.toContain(hostile)
  })

  it("has the address of the platform's page for staff and for students", async ({ service, student }) => {
    const page = /\/programming\/1\/module-51\/exercise-1103\/submissions\/3001\//
    const [staff, own] = [await read(service, 3001), await read(service, 3001, student)]
    expect(staff.upstreamUrl).toBe(`${own.upstreamUrl}inspect/`)
    expect(own.upstreamUrl).toMatch(new RegExp(`${page.source}$`))
  })

  it('shows a student no unreleased results, also not in the list of attempts', async ({ service, student }) => {
    const [staff, own] = [await read(service, 3001), await read(service, 3001, student)]
    expect(own).toEqual({
      ...staff,
      ...masked,
      feedbackIds: [],
      attempts: staff.attempts.map((attempt) => ({ ...attempt, ...masked })),
      latePenalty: null,
      upstreamFeedbackHtml: null,
      upstreamUrl: expect.any(String),
    })
  })

  it('shows a student no unreleased result of an unlisted older submission', async ({ service, frequent }) => {
    const own = await read(service, often.first, frequent)
    expect(own).toMatchObject({ ...masked, submissionId: often.first, latePenalty: null, upstreamFeedbackHtml: null })
    expect(own.attempts).toHaveLength(100)
    expect(own.attempts.map(({ submissionId }) => submissionId)).not.toContain(often.first)
    for (const attempt of own.attempts) expect(attempt).toMatchObject(masked)
    expect(await read(service, often.first)).toMatchObject({
      state: 'completed',
      points: 15,
      autoPoints: 3,
      latePenalty: 0.5,
    })
  })

  it('leaves out attempts that a grader may not read', async ({ service, inFinnish }) => {
    const { attempts } = await read(service, 3001, inFinnish)
    expect(attempts.map(({ submissionId }) => submissionId)).toEqual([3001])
  })

  it("shows a group's submission to each member, with attempts of the same people", async ({ service, student }) => {
    const { submitters, attempts } = await read(service, 3009, student)
    expect(submitters.map(({ userId }) => userId)).toEqual([201, 203, 205])
    expect(attempts.map(({ submissionId }) => submissionId)).toEqual([3009])
  })

  it.for(['teacher', 'student'] as const)('makes one call for a %s', async (who, { service, teacher, student }) => {
    await read(service, 3001, who === 'teacher' ? teacher : student)
    expect(service.upstream.journal.entries.map(({ operation }) => operation)).toEqual(['readSubmission'])
  })

  it.for([
    ['403', [403, 'forbidden']],
    ['404', [404, 'not_found']],
  ] as const)('has the status of the refusal upstream: %s', async ([status, verdict], { service, student }) => {
    service.upstream.faults.add({
      path: '/api/v2/submissions/3001',
      times: 1,
      action: { kind: 'status', status: Number(status) },
    })
    expect(await problemOf(await service.get('/submissions/3001', student))).toEqual(verdict)
  })

  it.for([
    ['long', 'x'.repeat(100_001)],
    ['rich in character references', '&amp;'.repeat(2_001)],
    ['rich in tags', '<b>'.repeat(1_001) + '</i>'.repeat(1_001)],
  ] as const)('leaves out feedback that is too %s to be sanitised in a request', async ([_, html], { service }) => {
    const submission = service.upstream.world.submission(3002)
    submission.feedback = html
    expect((await read(service, 3002)).upstreamFeedbackHtml).toBeNull()
    submission.feedback = '<p>short</p>'
    expect((await read(service, 3002)).upstreamFeedbackHtml).toContain('short')
  })

  it('shows a student only released results', async ({ service, student, frequent }) => {
    await showResult(service, 3001)
    const own = await read(service, 3001, student)
    expect(own).toMatchObject({ ...masked, state: 'released', points: 14, upstreamFeedbackHtml: null })
    expect(own.attempts).toMatchObject([masked, { ...masked, state: 'released', points: 14 }])
    await showResult(service, often.first)
    expect(await read(service, often.first, frequent)).toMatchObject({ ...masked, state: 'released', points: 14 })
  })
})

async function prepared() {
  const service = await startWithSnapshot({
    world: (world) => {
      Object.assign(world.submission(3001), {
        status: 'ready',
        grade: 11,
        gradedAtMs: Date.UTC(2026, 9, 2),
        latePenaltyApplied: 0.25,
        feedback: hostileHtml,
      })
      for (let number = 0; number < often.count; number += 1) {
        world.addSubmission({
          id: often.first + number,
          exerciseId: 1104,
          submitterIds: [216],
          submittedAtMs: Date.UTC(2026, 10, 1) + number * 60_000,
          status: 'ready',
          grade: 50,
          latePenaltyApplied: 0.5,
          feedback: '<p>Seen</p>',
        })
      }
    },
    settings: { graders: [{ userId: 102, languages: ['fi'] }] },
  })
  await register(service, 3001, { language: 'fi', attempt: 1, autoPoints: 2.5 })
  await register(service, 3031, { language: 'en', attempt: 2, autoPoints: 3 })
  await register(service, often.first, { language: 'fi', attempt: 2, autoPoints: 3 })
  await assess(service, 3001, 15)
  await assess(service, often.first, 15)
  return service
}

/** Submissions of student 216, who has more attempts than a list shows. */
const often = { first: 40_001, count: 103 }
const hostileHtml = '<p onclick="x()">Passed <b>3</b> of 5</p><script>steal()</script><a href="javascript:x()">more</a>'
const masked = {
  state: 'submitted',
  points: null,
  autoPoints: null,
  upstream: null,
  assessment: null,
  postponed: null,
  superseded: false,
  mayClaim: false,
}

const read = (service: TestService, submissionId: number, session?: string) =>
  service.read<SubmissionDetail>(`/submissions/${submissionId}`, session)
