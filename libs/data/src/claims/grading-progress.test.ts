import { shareWaiting } from '@course-grading/domain/claims/grading-progress'
import { gradingRestriction } from '@course-grading/domain/claims/may-grade-submission'
import fc from 'fast-check'
import { expect } from 'vitest'
import { fullRun } from '../testing/full-run.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { listWaitingWork } from './list-waiting-work.ts'
import { it } from './open-claims.fixture.ts'

const courseLanguages = ['fi', 'en', 'sv']
const slugs = ['a', 'b', 'c']
const students = [9_001, 9_002, 9_003, 9_004, 9_005]

const grader = fc.record(
  { languages: fc.subarray(courseLanguages), gradingTags: fc.subarray(slugs) },
  { requiredKeys: ['languages'] },
)
/** Of people on the roster and off it, also in a language that the course lacks. */
const work = fc.record({
  nth: fc.nat(1),
  language: fc.constantFrom(...courseLanguages, 'de'),
  submitterIds: fc.uniqueArray(fc.constantFrom(...students, 9_999), { minLength: 1, maxLength: 2 }),
})
const course = fc.record({
  graders: fc.array(grader, { maxLength: 4 }),
  tags: fc.tuple(...students.map(() => fc.subarray(slugs))),
  works: fc.array(work, { minLength: 1, maxLength: 8 }),
})

it('counts what claimNext gives to each grader, and what it gives to none', { timeout: 600_000 }, async ({ world }) => {
  let lastExerciseId = 700_000
  await fc.assert(
    fc.asyncProperty(course, async ({ graders, tags, works }) => {
      const exerciseIds = [(lastExerciseId += 1), (lastExerciseId += 1)]
      const courseId = await configureCourse(world.frontend, { manualGradingExercises: exerciseIds })
      const exercises = exerciseIds.map((exerciseId) => ({ courseId, exerciseId }))
      for (const here of exercises) await world.setGrading(here, { maxOpenClaims: 50 })
      await world.enrol(exercises[0]!, Object.fromEntries(students.map((id, index) => [id, tags[index] ?? []])))
      for (const { nth, ...change } of works) await world.registered({ ...exercises[nth]!, ...change })
      // Newer work of the same people has superseded some.
      const { rows: waiting } = await world.owner.query<{ id: number; exerciseId: number; language: string }>(
        `SELECT submission_id::float8 AS id, exercise_id::float8 AS "exerciseId", language FROM submission
        WHERE course_id = $1 AND in_queue ORDER BY exercise_id`,
        [courseId],
      )
      const names = [...new Set(graders.flatMap(({ gradingTags = [] }) => gradingTags))]
      const listed = await listWaitingWork(world.frontend, { courseId, exerciseId: null, tags: names })
      const shares = shareWaiting(graders, courseLanguages, listed)

      const taken = new Set<number>()
      const counts: number[] = []
      for (const [index, each] of graders.entries()) {
        const given: number[] = []
        for (const here of exercises)
          given.push(
            ...(await world.takeAll(here, 100 + index, { restriction: gradingRestriction(each, courseLanguages) })),
          )
        counts.push(given.length)
        for (const id of given) taken.add(id)
      }
      expect(shares.mayGrade).toEqual(counts)

      const left = graders.length === 0 ? [] : waiting.filter(({ id }) => !taken.has(id))
      const isUnread = (language: string) =>
        courseLanguages.includes(language) && graders.every(({ languages }) => !languages.includes(language))
      expect(shares.stuck.map(numbersOf)).toEqual(
        exerciseIds
          .map((exerciseId) => left.filter((each) => each.exerciseId === exerciseId))
          .filter((own) => own.length > 0)
          .map((own) => [
            own[0]!.exerciseId,
            courseLanguages.map(
              (language) => own.filter((each) => each.language === language && isUnread(language)).length,
            ),
            own.filter(({ language }) => !isUnread(language)).length,
          ]),
      )
    }),
    { numRuns: fullRun ? 100 : 8 },
  )
})

const numbersOf = ({ exerciseId, languages, byTags }: ReturnType<typeof shareWaiting>['stuck'][number]) => [
  exerciseId,
  courseLanguages.map((name) => languages.find(({ language }) => language === name)?.count ?? 0),
  byTags,
]
