import { mayReadSubmission, submissionRestriction } from '@course-grading/domain/submissions/may-read-submission'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { fullRun } from '../testing/full-run.ts'
import { testIn } from '../testing/test-in.ts'
import {
  anyCourse,
  courseLanguages,
  inOrder,
  isBefore,
  openGenerated,
  userIds,
} from './generated-submissions.fixture.ts'
import { aSubmissionQuery } from './submission-query.fixture.ts'

const it = testIn(openGenerated)

describe('selectSubmissions, with generated people and submissions', () => {
  it('lists exactly the submissions that mayReadSubmission allows a grader, in order, with any page size', async ({
    world,
  }) => {
    await fc.assert(
      fc.asyncProperty(anyCourse, fc.integer({ min: 1, max: 7 }), async (generated, limit) => {
        const { courseId, known } = await world.write(generated)
        const { grader, tagsOf } = generated
        const readable = known.filter(({ language, submitters }) =>
          mayReadSubmission(grader, {
            language,
            courseLanguages,
            submitterTags: submitters.flatMap((userId) => tagsOf[userIds.indexOf(userId)] ?? []),
          }),
        )
        const restriction = submissionRestriction(grader, courseLanguages)
        const query = aSubmissionQuery(courseId, { restriction, limit })
        expect(await world.walk(query)).toEqual(inOrder(readable))
        expect(await world.walk({ ...query, restriction: null })).toEqual(inOrder(known))
        const ofTwo = readable.filter(({ submitters }) => submitters.includes(2))
        expect(await world.walk({ ...query, userId: 2 })).toEqual(inOrder(ofTwo))
        expect(await world.walk({ ...query, q: 'student 2' })).toEqual(inOrder(ofTwo))
        const isTagged = (userId: number) => tagsOf[userIds.indexOf(userId)]?.includes('b') === true
        const tagged = readable.filter(({ submitters }) => submitters.some(isTagged))
        expect(await world.walk({ ...query, tag: 'b' })).toEqual(inOrder(tagged))
        expect(await world.walk({ ...query, tag: 'b', q: 'student 2' })).toEqual(
          inOrder(tagged.filter(({ submitters }) => submitters.includes(2))),
        )
      }),
      { numRuns: fullRun ? 200 : 10 },
    )
  })

  it('with `latest`, leaves out exactly the submissions for which a newer one that counts has all of the submitters', async ({
    world,
  }) => {
    await fc.assert(
      fc.asyncProperty(anyCourse, fc.integer({ min: 1, max: 7 }), async (generated, limit) => {
        const { courseId, known } = await world.write(generated)
        const latest = known.filter(
          (each) =>
            each.submitters.length === 0 ||
            !known.some(
              (newer) =>
                newer.exerciseId === each.exerciseId &&
                newer.fixture === each.fixture &&
                !newer.isUncounted &&
                isBefore(each, newer) &&
                each.submitters.every((userId) => newer.submitters.includes(userId)),
            ),
        )
        const query = aSubmissionQuery(courseId, { attempts: 'latest', limit })
        expect(await world.walk(query)).toEqual(inOrder(latest))
        for (const exerciseId of new Set(known.map((each) => each.exerciseId))) {
          const ofExercise = latest.filter((each) => each.exerciseId === exerciseId)
          expect(await world.walk({ ...query, exerciseId })).toEqual(inOrder(ofExercise))
        }
      }),
      { numRuns: fullRun ? 200 : 10 },
    )
  })
})
