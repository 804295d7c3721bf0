import type { Defect } from '../defect.ts'

const folder = 'services/frontend-internal/src/submissions'
const seen: Defect['caughtBy'] = {
  file: 'services/frontend-internal/src/feedback/student-visible-result.test.ts',
  test: 'what students see > is nothing until the time of release comes',
}
const whoSeesWhat = (test: string): Defect['caughtBy'] => ({
  file: `${folder}/who-sees-what.test.ts`,
  test: `work of a group, work that nobody registered, and work of who left > ${test}`,
})
const schema = 'libs/data/migrations'
const pointsOfStudents =
  'SELECT student_visible_result.result_id, student_visible_result.points, student_visible_result.max_points\n  FROM student_visible_result\n  WHERE student_visible_result.submission_id = known.submission_id'
const standingPoints =
  'SELECT completed_result.id AS result_id, completed_result.points, completed_result.max_points\n  FROM completed_result\n  WHERE completed_result.submission_id = known.submission_id AND completed_result.withdrawn_at IS NULL'

const way = 'libs/http-kit/src/operations/serve-operations.ts'
const readBody =
  '\n      const readBody = bodyOf === null ? undefined : () => bodyOf.read(ctx, caller?.userId)\n      const body = (readBody && (await bodies.read(ctx.req, caller?.userId, readBody))) as undefined'
const rights = '\n      const found = courseInBody'

/** Mistakes after which somebody reads what is not, or not yet, for them. */
export const access: readonly Defect[] = [
  {
    title: 'students read the points of an unreleased result in their list',
    edits: [
      { file: `${schema}/20261125221600_known_submission__create.sql`, old: pointsOfStudents, new: standingPoints },
    ],
    caughtBy: seen,
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
    caughtBy: seen,
  },
  {
    title: 'anonymous work has a name as soon as it is completed',
    edits: [
      {
        file: `${schema}/20261125221500_statement_part__create.sql`,
        old: 'AND completed_result.released_at IS NOT NULL',
        new: '',
      },
    ],
    caughtBy: {
      file: 'libs/data/src/grading/list-grades.test.ts',
      test: 'listGrades > names nobody where work is anonymous',
    },
  },
  {
    title: 'a student of the course reads the work of others',
    edits: [
      {
        file: 'services/frontend-internal/src/access/submission-subject.ts',
        old: '!member.isStudent || !isSubmitter || isHidden',
        new: '!member.isStudent || isSubmitter === null || isHidden',
      },
    ],
    caughtBy: whoSeesWhat('is shown to one of a group'),
  },
  {
    title: 'the restriction of a grader is not checked for lists and archives',
    edits: [
      {
        file: `${folder}/submission-reader.ts`,
        old: '{ restriction: submissionRestriction(grader, access.languages), claimer, ofStudent: null }',
        new: '{ restriction: null, claimer, ofStudent: null }',
      },
    ],
    caughtBy: whoSeesWhat('is shown to a grader of group B'),
  },
  {
    title: 'the body is read before it is known whether the course is theirs',
    edits: [
      { file: way, old: readBody, new: '' },
      { file: way, old: rights, new: readBody + rights },
    ],
    caughtBy: {
      file: 'services/public-api/src/settings/order-of-checks.test.ts',
      test: 'putCourseSettings: the order of checks > reports the one of two faults that is checked first',
    },
  },
]
