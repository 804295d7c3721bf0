import { describe, expect } from 'vitest'
import { upsertCapability } from '../capabilities/register-capability.ts'
import { erasePerson } from '../people/erase-person.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'
import { exportedText } from '../testing/about-people.ts'

const it = testIn(openWorld)

describe('erasing a person', () => {
  it.for([
    ['pending', 'delivery_pending'],
    ['open', 'delivery_pending'],
    ['ambiguous', 'delivery_ambiguous'],
  ] as const)(
    'is rejected while a delivery of the person is %s, and changes nothing',
    async ([state, outcome], { world }) => {
      const userId = nextUserId()
      const { submissionId, deliveryId } = await world.deliveryOf([userId], state)
      expect(await world.erase(userId)).toEqual({ outcome })
      expect(await world.submittersOf(submissionId)).toEqual([userId])
      expect(await world.resultOf(submissionId)).toEqual({
        feedback_html: '<p>good</p>',
        payload: { rubric: 1 },
        points: '7.5',
      })
      if (state === 'pending') await world.bringTo(deliveryId, 'delivered')
    },
  )

  it('removes the texts of submissions that nobody else handed in, keeps the points, and cancels grades that were not sent', async ({
    world,
  }) => {
    const userId = nextUserId()
    const [held, refused] = [await world.deliveryOf([userId], 'held'), await world.deliveryOf([userId], 'refused')]
    const delivered = await world.deliveryOf([userId], 'delivered')
    expect(await world.erase(userId)).toEqual({ outcome: 'erased' })
    for (const { submissionId } of [held, refused, delivered]) {
      expect(await world.submittersOf(submissionId)).toEqual([])
      expect(await world.resultOf(submissionId)).toEqual({ feedback_html: '', payload: {}, points: '7.5' })
    }
    expect(await world.stateOf(held.deliveryId)).toBe('cancelled')
    expect(await world.stateOf(refused.deliveryId)).toBe('cancelled')
    expect(await world.stateOf(delivered.deliveryId)).toBe('delivered')
    expect((await world.stepsOf(held.deliveryId)).at(-1)).toBe('erased held→cancelled')
  })

  it('puts a submission that is registered again into the queue, and makes no delivery of the result without texts', async ({
    world,
  }) => {
    const userId = nextUserId()
    const theirs = [await world.deliveryOf([userId], 'held'), await world.deliveryOf([userId], 'delivered')]
    await world.erase(userId)
    for (const { submissionId } of theirs) {
      expect(await world.register({ submissionId, submitterIds: [userId] })).toMatchObject({ heldAgain: false })
      expect(await world.isQueued(submissionId)).toBe(true)
      expect(
        await world.one("SELECT FROM delivery WHERE submission_id = $1 AND state = 'held'", [submissionId]),
      ).toBeUndefined()
      expect(await world.submittersOf(submissionId)).toEqual([userId])
    }
  })

  it('removes the reasons that teachers wrote for decisions on the deliveries', async ({ world }) => {
    const userId = nextUserId()
    const { deliveryId } = await world.deliveryOf([userId], 'ambiguous')
    await world.resolve(deliveryId, 'delivered')
    await world.erase(userId)
    expect(
      (
        await world.owner.query('SELECT reason FROM delivery_event WHERE delivery_id = $1 AND reason IS NOT NULL', [
          deliveryId,
        ])
      ).rows,
    ).toEqual([])
  })

  it('keeps submissions that others handed in together with the person', async ({ world }) => {
    const [userId, other] = [nextUserId(), nextUserId()]
    const { submissionId, deliveryId } = await world.deliveryOf([userId, other], 'held')
    expect(await world.erase(userId)).toEqual({ outcome: 'erased' })
    expect(await world.submittersOf(submissionId)).toEqual([other])
    expect(await world.resultOf(submissionId)).toEqual({
      feedback_html: '<p>good</p>',
      payload: { rubric: 1 },
      points: '7.5',
    })
    expect(await world.stateOf(deliveryId)).toBe('held')
  })

  it('takes a waiting submission out of the queue until it is registered again', async ({ world }) => {
    const userId = nextUserId()
    const submissionId = await world.registered({ submitterIds: [userId] })
    await world.erase(userId)
    expect(await world.isQueued(submissionId)).toBe(false)
    await world.database.transaction((tx) =>
      upsertCapability(tx, world.aCapability({ submissionId, submitterIds: [userId] })),
    )
    expect(await world.isQueued(submissionId)).toBe(true)
    expect(await world.submittersOf(submissionId)).toEqual([userId])
  })

  it('still holds in one course when a registration lets the person take part in another one again', async ({
    world,
  }) => {
    const userId = nextUserId()
    const there = await configureCourse(world.frontend, { manualGradingExercises: [21] })
    for (const of of [{}, { courseId: there, exerciseId: 21 }])
      await world.registered({ ...of, submitterIds: [userId] })
    expect(await world.erase(userId)).toEqual({ outcome: 'erased' })
    expect(await world.erase(userId, there)).toEqual({ outcome: 'erased' })
    await world.registered({ submitterIds: [userId] })
    const { rows } = await world.owner.query('SELECT course_id::int FROM course_erased_person WHERE user_id = $1', [
      userId,
    ])
    expect(rows).toEqual([{ course_id: there }])
  })
})

describe('exporting a person', () => {
  it('has the submissions and their results, and not the other submitters', async ({ world }) => {
    const [userId, other] = [nextUserId(), nextUserId()]
    const { submissionId } = await world.deliveryOf([userId, other], 'delivered')
    const shown = await exportedText(world.frontend, { courseId: world.courseId, userId })
    expect(JSON.parse(shown)).toMatchObject({
      assessedSubmissions: [
        {
          submissionId,
          exerciseId: 11,
          language: 'en',
          attempt: 1,
          autoPoints: null,
          submittedAt: '2026-11-01T10:00:00.000Z',
          results: [{ points: 7.5, maxPoints: 10, feedbackHtml: '<p>good</p>', payload: { rubric: 1 } }],
        },
      ],
    })
    // Ids of rows are random, so that the digits alone may occur in one.
    expect(shown).not.toMatch(new RegExp(`\\b${other}\\b`))
  })

  it('has no submissions to another course', async ({ world }) => {
    const userId = nextUserId()
    const there = await configureCourse(world.frontend, { manualGradingExercises: [23] })
    const idsIn = async (of: number) => {
      const text = await exportedText(world.frontend, { courseId: of, userId })
      const { assessedSubmissions } = JSON.parse(text) as { assessedSubmissions: { submissionId: number }[] }
      return assessedSubmissions.map(({ submissionId }) => submissionId)
    }
    const [here, elsewhere] = [
      await world.registered({ submitterIds: [userId] }),
      await world.registered({ courseId: there, exerciseId: 23, submitterIds: [userId] }),
    ]
    expect([await idsIn(world.courseId), await idsIn(there)]).toEqual([[here], [elsewhere]])
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { courseId, frontend } = grading
  const erase = (userId: number, of = courseId) =>
    frontend.transaction((tx) => erasePerson(tx, { courseId: of, userId, byUserId: 101 }))
  const resultOf = (submissionId: number) =>
    grading.one('SELECT feedback_html, payload, points FROM completed_result WHERE submission_id = $1', [submissionId])
  /** A delivery in the state, of a submission by these people. */
  async function deliveryOf(
    submitterIds: number[],
    state: 'held' | 'pending' | 'open' | 'delivered' | 'refused' | 'ambiguous',
  ) {
    const submissionId = await grading.registered({ submitterIds })
    const deliveryId = await grading.complete(submissionId, state === 'held' ? 'held' : 'pending')
    if (state !== 'held' && state !== 'pending') await grading.bringTo(deliveryId, state)
    return { submissionId, deliveryId }
  }
  return { ...grading, erase, resultOf, deliveryOf }
}

let lastUserId = 700
const nextUserId = () => (lastUserId += 1)
