import { sql, type FragmentSqlToken } from 'slonik'

/** It has a URL, which was used before or has not expired. */
export const isDeliverable = (submissionId: FragmentSqlToken) => sql.fragment`coalesce((
  SELECT capability.deliverable AND (capability.used_at IS NOT NULL OR capability.expires_at > clock_timestamp())
  FROM capability
  WHERE capability.submission_id = ${submissionId}
), FALSE)`
