import { sql, type FragmentSqlToken } from 'slonik'
import { lookedUp } from '../db/planner.ts'

/** The learning platform still has the submission, whose URL was used before or has not expired. */
export const isDeliverable = (submissionId: FragmentSqlToken) =>
  lookedUp(
    sql.fragment`
  SELECT capability.deliverable AND NOT registered.gone
    AND (capability.used_at IS NOT NULL OR capability.expires_at > clock_timestamp())
  FROM capability
  JOIN submission AS registered ON registered.submission_id = capability.submission_id
  WHERE capability.submission_id = ${submissionId}
`,
    { ifNone: false },
  )
