import { describe, expect } from 'vitest'
import { recordVerifiedAfter } from '../delivery/standing-queries.ts'
import { aHead, refresh } from '../testing/a-reading.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'
import type { ExerciseOfCourse, SubmissionOfExercise } from '../db/lock-order.ts'
import { findOtherSubmission, markGone, unmarkGone } from './mark-gone.ts'

const it = testIn(openWorld)

describe('markGone', () => {
  it('takes a submission out of the queue, once', async ({ world }) => {
    const submission = await world.waiting()
    expect(await world.mark(submission)).toEqual({ submissionIds: [submission.submissionId], changed: [] })
    expect(await world.rowOf(submission)).toEqual({ gone: true, queued: false })
    expect(await world.mark(submission)).toEqual(nothing)
  })

  it('marks no fixture', async ({ world }) => {
    const submission = await world.waiting({ fixture: true })
    expect(await world.mark(submission)).toEqual(nothing)
    expect(await world.rowOf(submission)).toEqual({ gone: false, queued: true })
  })

  it('marks nothing that was registered since the reading began', async ({ world }) => {
    const submission = await world.waiting()
    const readAt = await world.now()
    await world.registeredAgain(submission)
    expect(await world.mark(submission, readAt)).toEqual(nothing)
    expect(await world.rowOf(submission)).toEqual({ gone: false, queued: true })
  })

  it('marks nothing that a later reading has seen, until a reading after that one lacks it', async ({ world }) => {
    const here = await world.anExercise()
    const submission = await world.waiting(here)
    const readAt = await world.now()
    await world.listed(here, submission.submissionId)
    expect(await world.mark(submission, readAt)).toEqual(nothing)
    expect(await world.rowOf(submission)).toEqual({ gone: false, queued: true })
    expect(await world.mark(submission, await world.now())).toMatchObject({ submissionIds: [submission.submissionId] })
  })

  it('marks what a later snapshot kept only because it could not list the exercise', async ({ world }) => {
    const here = await world.anExercise()
    const submission = await world.waiting(here)
    await world.listed(here, submission.submissionId)
    const readAt = await world.now()
    await world.notListed(here)
    expect(await world.mark(submission, readAt)).toMatchObject({ submissionIds: [submission.submissionId] })
  })

  it('marks nothing of another exercise or course', async ({ world }) => {
    const submission = await world.waiting()
    expect(await world.mark({ ...submission, exerciseId: 12 })).toEqual(nothing)
    expect(await world.rowOf(submission)).toEqual({ gone: false, queued: true })
  })

  it('lets a registration at the same time win, whichever comes first', async ({ world }) => {
    for (let round = 0; round < 8; round += 1) {
      const submission = await world.waiting()
      const readAt = await world.now()
      await Promise.all([world.mark(submission, readAt), world.registeredAgain(submission)])
      expect(await world.rowOf(submission)).toEqual({ gone: false, queued: true })
    }
  })

  it('returns the delivered grade that no longer stands', async ({ world }) => {
    const submission = await world.waiting()
    const deliveryId = await world.delivered(submission.submissionId)
    const { exerciseId, submissionId } = submission
    expect(await world.mark(submission)).toEqual({
      submissionIds: [submissionId],
      changed: [{ deliveryId, exerciseId, submissionId }],
    })
  })
})

describe('unmarkGone', () => {
  it('lets it wait again, unless something is completed', async ({ world }) => {
    const [submission, completed] = [await world.waiting(), await world.waiting()]
    await world.complete(completed.submissionId, 'held')
    for (const each of [submission, completed]) {
      await world.mark(each)
      await world.unmark(each)
    }
    expect([await world.rowOf(submission), await world.rowOf(completed)]).toEqual([
      { gone: false, queued: true },
      { gone: false, queued: false },
    ])
  })

  it('does not believe a reading that began before the mark', async ({ world }) => {
    const submission = await world.waiting()
    const readAt = await world.now()
    await world.mark(submission)
    await world.unmark(submission, readAt)
    expect(await world.rowOf(submission)).toEqual({ gone: true, queued: false })
  })
})

describe('a registration', () => {
  it('takes the mark off, and lets it wait again unless something is completed', async ({ world }) => {
    const [submission, completed] = [await world.waiting(), await world.waiting()]
    await world.complete(completed.submissionId, 'held')
    for (const each of [submission, completed]) {
      await world.mark(each)
      await world.registeredAgain(each)
    }
    expect([await world.rowOf(submission), await world.rowOf(completed)]).toEqual([
      { gone: false, queued: true },
      { gone: false, queued: false },
    ])
  })
})

describe('findOtherSubmission', () => {
  it('finds another one of the exercise that is neither gone nor a fixture', async ({ world }) => {
    const here = await world.anExercise()
    const [first, gone, last] = [await world.waiting(here), await world.waiting(here), await world.waiting(here)]
    await world.waiting({ ...here, fixture: true })
    await world.mark(gone)
    expect(await findOtherSubmission(world.frontend, first)).toBe(last.submissionId)
    expect(await findOtherSubmission(world.frontend, last)).toBe(first.submissionId)
    expect(await findOtherSubmission(world.frontend, gone)).toBeNull()
  })

  it('finds best one of other people, since a student may have deleted several', async ({ world }) => {
    const here = await world.anExercise()
    const others = await world.waiting(here)
    const [one, next] = [
      await world.waiting({ ...here, submitterIds: [71] }),
      await world.waiting({ ...here, submitterIds: [71] }),
    ]
    expect(await findOtherSubmission(world.frontend, one)).toBe(others.submissionId)
    expect(await findOtherSubmission(world.frontend, next)).toBe(others.submissionId)
    await world.mark(others)
    expect(await findOtherSubmission(world.frontend, one)).toBe(next.submissionId)
  })

  it('finds one that only the snapshot has, and none for a fixture or what was never registered', async ({ world }) => {
    const here = await world.anExercise()
    const [alone, fixture] = [await world.waiting(here), await world.waiting({ ...here, fixture: true })]
    expect(await findOtherSubmission(world.frontend, alone)).toBeNull()
    await world.listed(here, 777)
    expect(await findOtherSubmission(world.frontend, alone)).toBe(777)
    expect(await findOtherSubmission(world.frontend, fixture)).toBeNull()
    expect(await findOtherSubmission(world.frontend, { ...here, submissionId: 778 })).toBeNull()
  })
})

const nothing = { submissionIds: [], changed: [] }

async function openWorld() {
  const grading = await openGrading()
  const { database, frontend, one, courseId, registered } = grading
  let lastSubmitterId = 10_000
  /** A registered submission of somebody who handed in nothing else. */
  const waiting = async (change: Parameters<typeof registered>[0] = {}): Promise<SubmissionOfExercise> => {
    const given = { courseId, exerciseId: 11, submitterIds: [(lastSubmitterId += 1)], ...change }
    return { courseId: given.courseId, exerciseId: given.exerciseId, submissionId: await registered(given) }
  }
  const registeredAgain = (of: SubmissionOfExercise) => registered({ ...of, submitterIds: [of.submissionId] })
  /** The learning platform lists this submission alone. */
  const listed = async ({ courseId, exerciseId }: ExerciseOfCourse, submissionId: number): Promise<void> => {
    await refresh(frontend, courseId, { submissions: [{ exerciseId, heads: [aHead(submissionId, [1])] }] })
  }
  const notListed = async ({ courseId, exerciseId }: ExerciseOfCourse): Promise<void> => {
    await refresh(frontend, courseId, { submissions: [{ exerciseId, heads: null }] })
  }
  const now = async () => (await one<{ now: string }>('SELECT clock_timestamp()::text AS now', []))?.now ?? ''
  const mark = (of: SubmissionOfExercise, readAt = 'infinity') =>
    frontend.transaction((tx) => markGone(tx, { ...of, submissionIds: [of.submissionId], readAt }))
  const unmark = (of: SubmissionOfExercise, readAt = 'infinity') =>
    frontend.transaction((tx) => unmarkGone(tx, { ...of, submissionIds: [of.submissionId], readAt }))
  const rowOf = ({ submissionId }: SubmissionOfExercise) =>
    one('SELECT gone, in_queue AS queued FROM submission WHERE submission_id = $1', [submissionId])
  /** Delivers a grade that was seen to stand upstream. */
  const delivered = async (submissionId: number): Promise<string> => {
    const deliveryId = await grading.complete(submissionId, 'pending')
    await grading.bringTo(deliveryId, 'delivered')
    const standing = { grade: 7, gradingTime: '2026-11-20T10:00:00Z', graderId: null }
    const shown = { status: 'ready', grade: 7, latePenalty: null } as const
    if (!(await recordVerifiedAfter(database, { deliveryId, epoch: 1, shown, standing })))
      throw new Error('not recorded')
    return deliveryId
  }
  return { ...grading, waiting, registeredAgain, delivered, listed, notListed, now, mark, unmark, rowOf }
}
