import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'

/** A registered submission, with the properties that decide whether it is superseded. */
interface Known {
  readonly submissionId: number
  readonly submitters: readonly number[]
  /** The time at which it was handed in, in minutes. */
  readonly at: number
  readonly fixture: boolean
  readonly hasResult: boolean
  readonly gone: boolean
  readonly uncounted: boolean
}

/** The same rule as in SQL, written a second time: which submission supersedes each one, and whether it is in the queue. */
export function expectedQueue(known: readonly Known[], attempts: 'latest' | 'all') {
  const isNewer = (one: Known, other: Known) =>
    one.at > other.at || (one.at === other.at && one.submissionId > other.submissionId)
  return known.map((own) => {
    const newer = known.filter(
      (other) =>
        isNewer(other, own) &&
        !other.gone &&
        !other.uncounted &&
        other.fixture === own.fixture &&
        own.submitters.length > 0 &&
        own.submitters.every((id) => other.submitters.includes(id)),
    )
    const newest = newer.reduce<Known | null>(
      (best, each) => (best === null || isNewer(each, best) ? each : best),
      null,
    )
    const supersededBy = attempts === 'all' ? null : (newest?.submissionId ?? null)
    return {
      submissionId: own.submissionId,
      supersededBy,
      inQueue: supersededBy === null && own.submitters.length > 0 && !own.hasResult && !own.gone,
    }
  })
}

/**
 * The stored submissions to an exercise, by id: the columns that the rule decides, and the properties that it decides by.
 * @throws Error if the copy of the submitters differs from the original
 */
export async function storedQueue(owner: pg.Client, exerciseId: number) {
  const { rows } = await owner.query<
    Known & { supersededBy: number | null; inQueue: boolean; copiedSubmitters: readonly number[] }
  >(
    `SELECT submission.submission_id::float8 AS "submissionId", superseded_by::float8 AS "supersededBy", in_queue AS "inQueue", fixture, gone, uncounted,
      ARRAY(SELECT user_id::float8 FROM submission_submitter WHERE submission_submitter.submission_id = submission.submission_id
        ORDER BY user_id) AS submitters,
      ARRAY(SELECT unnest(submitter_ids)::float8 AS user_id ORDER BY user_id) AS "copiedSubmitters",
      extract(epoch FROM submitted_at)::float8 / 60 AS at,
      EXISTS (
        SELECT FROM completed_result WHERE completed_result.submission_id = submission.submission_id AND withdrawn_at IS NULL
      ) AS "hasResult"
    FROM submission WHERE exercise_id = $1 ORDER BY submission_id`,
    [exerciseId],
  )
  const wrong = rows.find((row) => !isDeepStrictEqual(row.submitters, row.copiedSubmitters))
  if (wrong !== undefined) throw new Error(`the copy has other submitters: ${JSON.stringify(wrong)}`)
  return {
    known: rows,
    decided: rows.map(({ submissionId, supersededBy, inQueue }) => ({ submissionId, supersededBy, inQueue })),
  }
}
