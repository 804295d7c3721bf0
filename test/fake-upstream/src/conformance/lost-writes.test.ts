import { afterEach, describe, expect } from 'vitest'
import { factsAbout, openUpstreamUnderTest } from './upstream-under-test.ts'
import type { Submission } from '../world/submission.ts'

const upstream = await openUpstreamUnderTest()

afterEach(() => {
  if (!upstream.lacks('simulator')) upstream.simulated.world.calledServices = {}
})

// A+ reads a whole row, calls another service, and then writes the row back, so changes that others wrote in between are lost.
describe('A+ while it calls another service', () => {
  fact('loses a grade that is delivered during a re-submit, though it answered success', ['simulator'], async () => {
    const { world } = upstream.simulated
    const submission = stored()
    const answers: unknown[] = []
    world.calledServices.grading = async () => void answers.push(await deliver(submission), submission.grade)
    expect((await resubmit(submission)).status).toBe(200)
    expect(answers).toEqual([true, 20])
    expect(submission).toMatchObject(untouched)
  })

  fact('loses a grade that is delivered during the submit itself', ['simulator'], async () => {
    const { world } = upstream.simulated
    const answers: unknown[] = []
    world.calledServices.grading = async (submission) =>
      void answers.push(submission.status, await deliver(submission), submission.grade)
    const headers = { authorization: `Token ${world.tokenOf(218)}` }
    const sent = await upstream.ask('/exercises/1103/submissions/submit', {
      method: 'POST',
      headers,
      form: { answer: 'x' },
    })
    expect(answers).toEqual(['initialized', true, 20])
    expect(world.submission(Number(sent.headers.get('location')?.split('/').at(-1)))).toMatchObject(untouched)
  })

  fact(
    'stands at waiting after a re-submit of a graded submission, while grade and grader still stand',
    ['simulator'],
    async () => {
      const submission = stored({
        status: 'ready',
        grade: 9,
        graderId: 101,
        gradedAtMs: 5,
        gradingData: { points: '9' },
      })
      await resubmit(submission)
      expect(submission).toMatchObject({
        status: 'waiting',
        grade: 9,
        graderId: 101,
        gradedAtMs: 5,
        gradingData: { points: '9' },
      })
    },
  )

  fact("wipes a teacher's review that is made while a delivered grade is being saved", ['simulator'], async () => {
    const { world } = upstream.simulated
    const submission = stored()
    const reviewed: unknown[] = []
    world.calledServices.postGradingHook = ({ id }) => {
      upstream.simulated.review(id, { graderId: 101, points: 7, assistantFeedback: "a person's" })
      reviewed.push(submission.grade, submission.graderId)
    }
    expect(await deliver(submission)).toBe(true)
    expect(reviewed).toEqual([7, 101])
    expect(submission).toMatchObject({
      status: 'ready',
      grade: 20,
      graderId: null,
      feedback: 'delivered',
      assistantFeedback: '',
    })
  })

  fact('keeps the grader and the text of a review that was made before the grade came', ['simulator'], async () => {
    const submission = stored()
    upstream.simulated.review(submission.id, { graderId: 101, points: 7, assistantFeedback: "a person's" })
    expect(submission).toMatchObject({ status: 'ready', grade: 7, graderId: 101, latePenaltyApplied: null })
    expect(await deliver(submission)).toBe(true)
    expect(submission).toMatchObject({
      grade: 20,
      graderId: 101,
      feedback: 'delivered',
      assistantFeedback: "a person's",
    })
  })

  fact('shows the old row until the hook has answered', ['simulator'], async () => {
    const submission = stored()
    const seen: unknown[] = []
    upstream.simulated.world.calledServices.postGradingHook = async ({ id }) => {
      seen.push((await upstream.ask(`/submissions/${id}`, { as: 'teacher' })).object()['status'])
    }
    await deliver(submission)
    expect([...seen, submission.status]).toEqual(['waiting', 'ready'])
  })
})

const fact = factsAbout(upstream)
const form = { points: '20', max_points: '20', feedback: 'delivered' }
const untouched = { status: 'waiting', grade: 0, gradingData: null, gradedAtMs: null, graderId: null }

function stored(given: Partial<Submission> = {}): Submission {
  return upstream.simulated.world.addSubmission({ exerciseId: 1103, submitterIds: [219], ...given })
}

async function deliver({ id }: Pick<Submission, 'id'>): Promise<unknown> {
  const got = await upstream.ask(upstream.simulated.submissionUrl(id), { method: 'POST', form })
  return got.object()['success']
}

function resubmit({ id }: Submission): ReturnType<typeof upstream.ask> {
  return upstream.ask(`/submissions/${id}/re-submit`, { as: 'teacher', method: 'POST' })
}
