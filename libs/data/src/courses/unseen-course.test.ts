import { describe, expect } from 'vitest'
import { findLastChange } from '../assessments/find-last-change.ts'
import { findRubricInForce } from '../assessments/rubric-in-force.ts'
import { findWorkToBegin } from '../claims/begin-claim.ts'
import { takeNext } from '../claims/take-next.ts'
import type { Tx } from '../db/db.ts'
import { findUnregisteredSubmission } from '../submissions/find-unregistered-submission.ts'
import { courseReads, personReads } from '../testing/course-reads.ts'
import { courseWrites, gradingWrites } from '../testing/course-writes.ts'
import type { LargeCourse } from '../testing/many-courses.ts'
import { testIn } from '../testing/test-in.ts'
import { all, openCourses } from './unseen-course.fixture.ts'

const it = testIn(openUnseen)

describe('a course that was written after the others were analysed', () => {
  it.for(Object.keys(courseReads))('is read by indexes, and no other with it: %s', (name, { world }) =>
    world.expectOwnRows(name),
  )

  it.for(Object.keys(personReads))('has its people and documents looked up one by one: %s', (name, { world }) =>
    world.expectOwnRows(name),
  )

  it.for(Object.keys({ ...courseWrites, ...gradingWrites }))(
    'is written without a look at others: %s',
    (name, { world }) => world.expectOwnRows(name),
  )

  it('is read without a call of a function of the schema: it is put into the statement', async ({ world }) => {
    const plans = await world.allPlans()
    expect(plans.filter(({ called }) => called.some((name) => world.functions.has(name)))).toEqual([])
  })
})

/** Reads that are not among the lists, since they ask little of a course. */
const otherReads: readonly ((tx: Tx, course: LargeCourse) => Promise<unknown>)[] = [
  ...(['bands', 'oldest'] as const).flatMap((order) =>
    [['a'], null].map(
      (tags) =>
        (tx: Tx, { courseId, exerciseIds }: LargeCourse) =>
          takeNext(tx, {
            courseId,
            exerciseId: exerciseIds[1]!,
            graderId: 101,
            restriction: { languages: [], courseLanguages: ['fi', 'sv', 'en'], tags },
            order,
          }),
    ),
  ),
  (tx, { submissionId }) => findWorkToBegin(tx, submissionId),
  (tx, { assessmentId }) => findLastChange(tx, assessmentId),
  (tx, { courseId, exerciseIds }) => findRubricInForce(tx, { courseId, exerciseId: exerciseIds[0]! }),
  (tx, { courseId, exerciseIds, userId }) =>
    findUnregisteredSubmission(tx, {
      submissionId: 1,
      courseId,
      exerciseId: exerciseIds[0]!,
      submittedAt: '2026-11-01T10:00:00.000Z',
      submitterIds: [userId],
    }),
]

async function openUnseen() {
  const courses = await openCourses('others', { modes: ['force_custom_plan'] })
  const allPlans = async () => {
    const plans: Awaited<ReturnType<typeof courses.plansOf>> = []
    for (const name of Object.keys(all)) plans.push(...(await courses.knownPlansOf(name)))
    for (const read of otherReads) plans.push(...(await courses.plansOfRead((tx) => read(tx, courses.course))))
    return plans
  }
  return { ...courses, allPlans }
}
