import { sql, type FragmentSqlToken } from 'slonik'

interface SamePeople {
  readonly courseId: FragmentSqlToken
  readonly exerciseId: FragmentSqlToken
  readonly fixture: FragmentSqlToken
  /** The array of their user ids. */
  readonly ids: FragmentSqlToken
}

/**
 * After FROM: the registered submissions of the exercise, as `attempt`, that all of these people handed in, perhaps with others, and
 * that count and are not gone. Fixtures are compared only with fixtures. More conditions may follow with AND.
 */
export const attemptsOfAll = ({ courseId, exerciseId, fixture, ids }: SamePeople): FragmentSqlToken => sql.fragment`
  submission_submitter AS common
  CROSS JOIN LATERAL (
    SELECT submission.submission_id, submission.course_id, submission.exercise_id, submission.submitted_at, submission.fixture,
      submission.uncounted, submission.gone
    FROM submission
    WHERE submission.submission_id = common.submission_id
    LIMIT 1
  ) AS attempt
  WHERE common.user_id = ${ids}[1] AND attempt.course_id = ${courseId} AND attempt.exercise_id = ${exerciseId}
    AND attempt.fixture = ${fixture} AND NOT attempt.uncounted AND NOT attempt.gone AND ${ids} <@ ARRAY(
      SELECT submission_submitter.user_id
      FROM submission_submitter
      WHERE submission_submitter.submission_id = attempt.submission_id
    )`
