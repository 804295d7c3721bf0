import type { Catcher, Defect } from '../defect.ts'

const inFrontend = (file: string, test: string): Catcher => ({
  project: 'frontend-internal',
  file: `services/frontend-internal/src/${file}.test.ts`,
  test,
})
const seen = (test: string): Catcher => inFrontend('feedback/student-visible-result', `what students see > ${test}`)
const notified = (test: string): Catcher => ({
  project: 'system',
  file: 'test/system/src/grading/notifications.long.test.ts',
  test: `notifications of a release > ${test}`,
})

const wasReleasedBefore = 'WHERE earlier.assessment_id = assessment.id AND earlier.released_at IS NOT NULL\n'
const pointsOfStudents =
  'SELECT student_visible_result.points, student_visible_result.max_points\n      FROM student_visible_result\n      WHERE student_visible_result.submission_id = known.submission_id'
const standingPoints =
  'SELECT completed_result.points, completed_result.max_points\n      FROM completed_result\n      WHERE completed_result.submission_id = known.submission_id AND completed_result.withdrawn_at IS NULL'

/** Mistakes in what students see of feedback, when they see it, and how often they are notified of it. */
export const feedback: readonly Defect[] = [
  {
    title: 'the release time also releases results that were released before and changed since',
    edits: [
      {
        file: 'libs/data/src/grading/release-grades.ts',
        old: wasReleasedBefore,
        new: `${wasReleasedBefore.trimEnd()} AND FALSE\n`,
      },
      {
        file: 'libs/data/src/grading/list-due-releases.ts',
        old: 'WHERE earlier.assessment_id = standing.assessment_id AND earlier.released_at IS NOT NULL\n',
        new: 'WHERE earlier.assessment_id = standing.assessment_id AND earlier.released_at IS NOT NULL AND FALSE\n',
      },
    ],
    caughtBy: [seen('is the result before, where the time of release comes after a release')],
  },
  {
    title: 'grades are released before the time that the settings name',
    edits: [
      {
        file: 'libs/data/src/grading/list-due-releases.ts',
        old: ' AND exercise_grading.release_at <= clock_timestamp())`',
        new: ' AND exercise_grading.release_at IS NOT NULL)`',
      },
    ],
    caughtBy: [seen('is nothing until the time of release comes')],
  },
  {
    title: 'students read the points of an unreleased result in their list',
    edits: [{ file: 'libs/data/src/submissions/submission-parts.ts', old: pointsOfStudents, new: standingPoints }],
    caughtBy: [seen('is nothing until the time of release comes')],
    always: true,
  },
  {
    title: 'a release does not show a withdrawn document again',
    edits: [
      {
        file: 'libs/data/src/grading/release-grades.ts',
        old: "UPDATE feedback SET state = 'published'\n      FROM changed\n      WHERE feedback.assessment_id = changed.assessment_id AND feedback.state <> 'published'",
        new: "UPDATE feedback SET state = 'published'\n      FROM changed\n      WHERE feedback.assessment_id = changed.assessment_id AND feedback.state = 'draft'",
      },
    ],
    caughtBy: [seen('is what was withdrawn, with the next release')],
  },
  {
    title: 'a refused save of feedback is not parked',
    edits: [
      {
        file: 'services/frontend-internal/src/feedback/refused-feedback.ts',
        old: '  await parkFeedback(tx, found.id, {\n',
        new: "  if (code !== 'not_found') return new DomainError(code, { ...revisionsOf(found) })\n  await parkFeedback(tx, found.id, {\n",
      },
    ],
    caughtBy: [
      inFrontend(
        'assessments/nothing-typed-is-lost',
        'the text of two to four writers > is in the assessment, the feedback',
      ),
    ],
  },
  {
    title: 'students are notified again of a result that has arrived before',
    edits: [
      {
        file: 'libs/data/src/delivery/delivery-steps.ts',
        old: "AND earlier.result_id = ${resultId} AND earlier.state = 'delivered'",
        new: "AND earlier.result_id = ${resultId} AND earlier.state = 'none'",
      },
    ],
    caughtBy: [notified('are not sent again if a release is repeated and nothing has changed')],
  },
]
