import { sql, type FragmentSqlToken } from 'slonik'

/** The learning platform still has the submission, whose URL was used before or has not expired. */
export const isDeliverable = (submissionId: FragmentSqlToken) => sql.fragment`coalesce((
  SELECT capability.deliverable AND NOT registered.gone
    AND (capability.used_at IS NOT NULL OR capability.expires_at > clock_timestamp())
  FROM capability
  JOIN submission AS registered ON registered.submission_id = capability.submission_id
  WHERE capability.submission_id = ${submissionId}
), FALSE)`
