import type { SystemWorld } from '../world.ts'

/** Rules that hold in every committed state. Each has a query for rows that break it. */
const rules = {
  'an assessment is completed exactly while a result of it stands': `
    SELECT FROM assessment WHERE (state = 'completed') <> EXISTS (
      SELECT FROM completed_result WHERE completed_result.assessment_id = assessment.id AND withdrawn_at IS NULL)`,
  'at most one result of a submission stands': `
    SELECT FROM completed_result WHERE withdrawn_at IS NULL GROUP BY submission_id HAVING count(*) > 1`,
  'every result has a delivery': `
    SELECT FROM completed_result WHERE NOT EXISTS (SELECT FROM delivery WHERE delivery.result_id = completed_result.id)`,
  'at most one delivery of a submission is unfinished': `
    SELECT FROM delivery WHERE state NOT IN ('delivered', 'cancelled') GROUP BY submission_id HAVING count(*) > 1`,
  'no delivery waits whose result does not stand': `
    SELECT FROM delivery JOIN completed_result ON completed_result.id = result_id
    WHERE state IN ('held', 'pending') AND withdrawn_at IS NOT NULL`,
  'nothing waits whose result stands, that is superseded, or that has no submitters left': `
    SELECT FROM submission WHERE in_queue AND (superseded_by IS NOT NULL
      OR EXISTS (SELECT FROM completed_result WHERE completed_result.submission_id = submission.submission_id AND withdrawn_at IS NULL)
      OR NOT EXISTS (SELECT FROM submission_submitter WHERE submission_submitter.submission_id = submission.submission_id))`,
  'the queue knows the lease of each claim': `
    SELECT FROM submission LEFT JOIN assessment USING (submission_id) WHERE held_until IS DISTINCT FROM lease_until`,
  'every assessment has its document': `
    SELECT FROM assessment WHERE NOT EXISTS (SELECT FROM feedback WHERE feedback.assessment_id = assessment.id)`,
  'nothing that was written stays of work that has no submitters left': `
    SELECT FROM submission JOIN assessment USING (submission_id)
    WHERE NOT EXISTS (SELECT FROM submission_submitter WHERE submission_submitter.submission_id = submission.submission_id)
      AND (scores::text <> '{}' OR private_note <> '' OR holder_id IS NOT NULL
        OR EXISTS (SELECT FROM parked_draft WHERE parked_draft.assessment_id = assessment.id))`,
  'no delivery of a result begins before the result is released': `
    SELECT FROM completed_result JOIN delivery ON result_id = completed_result.id
    WHERE released_at IS NULL AND delivery.state IN ('pending', 'sending', 'delivered')`,
} as const

const names = Object.keys(rules)

/** The rules that are broken now, all checked by one query. */
export async function brokenRules({ query }: SystemWorld): Promise<readonly string[]> {
  const {
    rows: [row],
  } = await query<{ broken: boolean[] }>(
    `SELECT ARRAY[${Object.values(rules)
      .map((rule) => `EXISTS (${rule})`)
      .join(', ')}] AS broken`,
  )
  return names.filter((_, index) => row?.broken[index] !== false)
}

/** How many deadlocks PostgreSQL ended in this database. */
export async function deadlocks({ query }: SystemWorld): Promise<number> {
  const { rows } = await query<{ deadlocks: number }>(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  )
  return rows[0]?.deadlocks ?? -1
}
