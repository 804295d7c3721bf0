import type { SystemWorld } from '../world.ts'

interface Step {
  readonly assessmentId: string
  readonly event: string
  readonly by: number | null
  readonly from: number | null
  readonly to: number | null
}

/**
 * Finds mistakes in the history of all assessments of an exercise by replaying it. It is a second, short implementation of the
 * rules who may do what, and knows nothing of the service but its rows.
 */
export async function judgeClaims(
  { query }: SystemWorld,
  { exerciseId, maxOpenClaims }: { readonly exerciseId: number; readonly maxOpenClaims: number },
): Promise<string[]> {
  const { rows } = await query<Step>(
    `SELECT assessment_id AS "assessmentId", event, by_user_id::float8 AS by, from_revision AS from, to_revision AS to
    FROM (
      SELECT assessment_id, event, by_user_id, from_revision, to_revision, at FROM assessment_event
      UNION ALL
      SELECT assessment_id, 'lapsed', NULL, NULL, NULL, at FROM storm_lapse
    ) AS step
    JOIN assessment ON assessment.id = assessment_id
    WHERE assessment.exercise_id = $1
    ORDER BY step.at, event <> 'saved'`,
    [exerciseId],
  )
  const replay = new Replay(maxOpenClaims)
  for (const step of rows) replay.take(step)
  const { rows: wrong } = await query<{ what: string }>(
    `SELECT 'submission ' || submission_id || ' is still in the queue, ' || CASE
      WHEN held_until > clock_timestamp() THEN 'held by ' || (SELECT holder_id FROM assessment WHERE assessment.submission_id = submission.submission_id)
      ELSE 'held by nobody' END AS what
    FROM submission WHERE exercise_id = $1 AND in_queue
    UNION ALL
    SELECT 'submission ' || submission_id || ' has ' || count(completed_result.id) || ' results that stand' FROM submission
    LEFT JOIN completed_result USING (submission_id)
    WHERE submission.exercise_id = $1 AND withdrawn_at IS NULL GROUP BY submission_id HAVING count(completed_result.id) <> 1
    UNION ALL
    SELECT 'assessment ' || assessment.id || ' was completed by another than its result says'
    FROM assessment JOIN completed_result ON assessment_id = assessment.id
    WHERE assessment.exercise_id = $1 AND created_by <> grader_id`,
    [exerciseId],
  )
  return [...replay.wrong, ...wrong.map(({ what }) => what)]
}

interface Held {
  readonly holder: number | null
  readonly isLive: boolean
  readonly revision: number
  readonly isCompleted: boolean
}

class Replay {
  readonly wrong: string[] = []
  readonly #held = new Map<string, Held>()
  readonly #live = new Map<number, number>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  take({ assessmentId, event, by, from, to }: Step): void {
    const before = this.#held.get(assessmentId) ?? { holder: null, isLive: false, revision: 1, isCompleted: false }
    const say = (what: string): void => void this.wrong.push(`${assessmentId}: ${event} by ${by}: ${what}`)
    if (event === 'lapsed') {
      this.#become(assessmentId, before, { ...before, isLive: false })
      return
    }
    if (by === null || from === null || to === null) {
      say('nobody did it')
      return
    }
    if (before.isCompleted) say('it was completed before')
    if (from !== before.revision) say(`it begins at revision ${from}, after ${before.revision}`)
    if (event === 'claimed') {
      if (before.holder !== null && before.isLive && before.holder !== by) say(`${before.holder} holds it`)
      if ((this.#live.get(by) ?? 0) >= this.#limit) say('the limit was reached')
    } else if (before.holder !== by) say(`${before.holder ?? 'nobody'} holds it`)
    const keeps = event === 'claimed' || event === 'saved'
    this.#become(assessmentId, before, {
      holder: keeps ? by : null,
      isLive: keeps,
      revision: to,
      isCompleted: event === 'completed',
    })
  }

  #become(assessmentId: string, before: Held, after: Held): void {
    this.#count(before, -1)
    this.#count(after, 1)
    this.#held.set(assessmentId, after)
  }

  #count({ holder, isLive }: Held, change: 1 | -1): void {
    if (holder !== null && isLive) this.#live.set(holder, (this.#live.get(holder) ?? 0) + change)
  }
}
