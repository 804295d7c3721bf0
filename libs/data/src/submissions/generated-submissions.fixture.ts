import fc from 'fast-check'
import { aHead, aModule, aStudent, refresh } from '../testing/a-reading.ts'
import { openData } from '../testing/open-data.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { selectSubmissions, type SubmissionQuery } from './list-submissions.ts'

/** A database to which generated courses are written. */
export async function openGenerated() {
  const data = await openData()
  const { database, owner } = data
  /** Writes registered submissions, some of them in the snapshot too, and others only in the snapshot; returns the course and the data. */
  async function write({ tagsOf, submissions }: AnyCourse): Promise<{ courseId: number; known: Known[] }> {
    const exerciseIds = [(lastId += 1), (lastId += 1)]
    const courseId = await configureCourse(database, { manualGradingExercises: exerciseIds })
    const known = submissions.map(
      ({ exercise, minute, submitters, language, fixture, isNobodys, isUncounted }): Known => ({
        id: (lastId += 1),
        exerciseId: exerciseIds[exercise] ?? 0,
        submittedAt: new Date(Date.UTC(2026, 10, 1, 10, minute)).toISOString(),
        submitters: isNobodys && language !== null ? [] : submitters,
        language,
        fixture: fixture && language !== null,
        isUncounted,
      }),
    )
    await refresh(database, courseId, {
      modules: [aModule(1, exerciseIds)],
      students: tagsOf.map((tagSlugs, index) => aStudent(userIds[index] ?? 0, { tagSlugs })),
      submissions: exerciseIds.map((exerciseId) => ({
        exerciseId,
        heads: known
          .filter((each) => each.exerciseId === exerciseId && (each.language === null || each.id % 2 === 0))
          // The snapshot has other data about registered submissions, which must be ignored.
          .map(({ id, submittedAt, submitters, language, isUncounted }) =>
            language === null
              ? aHead(id, submitters, { submittedAt, status: isUncounted ? 'rejected' : 'ready' })
              : aHead(id, [1]),
          ),
      })),
    })
    await owner.query(
      `WITH given AS (
      SELECT * FROM json_to_recordset($2) AS given (id bigint, "exerciseId" bigint, "submittedAt" timestamptz, submitters bigint[],
        language text, fixture boolean, "isUncounted" boolean)
      WHERE language IS NOT NULL
    ),
    entered AS (
      INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, uncounted,
        registered_at)
      SELECT id, $1, "exerciseId", "submittedAt", language, 1, 10, TRUE, fixture, "isUncounted", now() FROM given
    )
    INSERT INTO submission_submitter (submission_id, user_id) SELECT id, unnest(submitters) FROM given`,
      [courseId, JSON.stringify(known)],
    )
    return { courseId, known }
  }
  /** The whole list, read page by page. */
  async function walk(query: SubmissionQuery): Promise<number[]> {
    const ids: number[] = []
    for (let after: SubmissionQuery['after'] = null; ;) {
      const page = await selectSubmissions(database, { ...query, after })
      ids.push(...page.map(({ submissionId }) => submissionId))
      if (page.length < query.limit) return ids
      after = page.at(-1) ?? null
    }
  }
  return { ...data, write, walk }
}

export const courseLanguages = ['fi', 'en', 'sv']
const tags = ['a', 'b', 'c']
const someTags = fc.subarray(tags)
/** Six people, of whom the last is not on the roster. */
export const userIds = [1, 2, 3, 4, 5, 6]
const submission = fc.record({
  exercise: fc.nat({ max: 1 }),
  /** From few values, so that many submissions have the same time. */
  minute: fc.nat({ max: 4 }),
  submitters: fc.subarray(userIds, { minLength: 1, maxLength: 3 }),
  /** Null if the submission is not registered, and only in the snapshot. */
  language: fc.option(fc.constantFrom(...courseLanguages, 'de')),
  fixture: fc.boolean(),
  /** Whether all submitters were erased. */
  isNobodys: fc.nat({ max: 9 }).map((number) => number === 0),
  isUncounted: fc.nat({ max: 3 }).map((number) => number === 0),
})
export const anyCourse = fc.record({
  tagsOf: fc.array(someTags, { minLength: 5, maxLength: 5 }),
  submissions: fc.array(submission, { maxLength: 25 }),
  grader: fc.record(
    { languages: fc.subarray(courseLanguages), feedbackTags: someTags, gradingTags: someTags },
    { requiredKeys: ['languages'] },
  ),
})
type AnyCourse = typeof anyCourse extends fc.Arbitrary<infer T> ? T : never
interface Known {
  readonly id: number
  readonly exerciseId: number
  readonly submittedAt: string
  readonly submitters: readonly number[]
  readonly language: string | null
  readonly fixture: boolean
  readonly isUncounted: boolean
}
let lastId = 0
export const isBefore = (one: Known, other: Known): boolean =>
  one.submittedAt < other.submittedAt || (one.submittedAt === other.submittedAt && one.id < other.id)
export const inOrder = (known: readonly Known[]) =>
  known.toSorted((a, b) => (isBefore(a, b) ? -1 : 1)).map(({ id }) => id)
