import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { exercises, graderIds } from './course.ts'
import { firstCompletedId, withoutTriggers } from './seed.ts'

/** Restores the queue as it was seeded: everything that was claimed waits again, and has no assessment. */
export async function putBackClaims(owner: Client): Promise<void> {
  const begun = `SELECT id FROM assessment WHERE exercise_id = ${exercises.claimed} AND state = 'in_progress'`
  await withoutTriggers(owner, async () => {
    await owner.query(`DELETE FROM assessment_event WHERE assessment_id IN (${begun})`)
    await owner.query(`DELETE FROM feedback WHERE assessment_id IN (${begun})`)
    await owner.query(`WITH gone AS (
        DELETE FROM assessment WHERE id IN (${begun}) RETURNING submission_id
      )
      UPDATE submission SET in_queue = TRUE, held_until = NULL FROM gone WHERE submission.submission_id = gone.submission_id`)
  })
  await owner.query('VACUUM ANALYZE assessment, feedback, assessment_event, submission')
}

/**
 * Finishes claimed work after half a second, so that nobody reaches the limit of claims and few submissions in the queue are
 * held.
 */
const endClaims = `
  WITH ended AS (
    UPDATE assessment SET holder_id = NULL, claimed_at = NULL, lease_until = NULL
    WHERE holder_id IS NOT NULL AND exercise_id = ${exercises.claimed}
    RETURNING submission_id
  )
  UPDATE submission SET in_queue = FALSE, held_until = NULL FROM ended WHERE submission.submission_id = ended.submission_id`

export interface EndingClaims {
  /** Restores the queue. Claims are not ended meanwhile, since the two would wait for each other. */
  readonly putBack: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Ends claims at intervals during a measurement. */
export async function keepEndingClaims(ownerUrl: string, everyMs = 500): Promise<EndingClaims> {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  const failures: unknown[] = []
  let underWay: Promise<void> = Promise.resolve()
  const next = (act: () => Promise<void>): Promise<void> => {
    underWay = underWay.then(act).catch((error: unknown) => void failures.push(error))
    return underWay
  }
  const requireNone = (): void => {
    if (failures.length > 0) throw new Error('claims could not be ended', { cause: failures[0] })
  }
  const timer = setInterval(() => void next(() => withoutTriggers(owner, () => owner.query(endClaims))), everyMs)
  return {
    putBack: async () => {
      await next(() => putBackClaims(owner))
      requireNone()
    },
    stop: async () => {
      clearInterval(timer)
      await underWay
      await owner.end()
      requireNone()
    },
  }
}

/**
 * Resolves when no server has a statement or a transaction in progress. The last requests of a load are processed for a moment
 * after its end.
 */
async function untilIdle(owner: Client): Promise<void> {
  for (let idle = 0; idle < 3;) {
    const { rows } = await owner.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`,
    )
    idle = rows.length === 0 ? idle + 1 : 0
    await sleep(50)
  }
}

/** Reopens every completed assessment as it was before, and distributes them evenly to the first `connections` graders. */
export async function putBackCompletions(owner: Client, connections: number): Promise<void> {
  await untilIdle(owner)
  const here = `exercise_id = ${exercises.completed}`
  await withoutTriggers(owner, async () => {
    await owner.query(`DELETE FROM delivery_event WHERE delivery_id IN (SELECT id FROM delivery WHERE ${here})`)
    await owner.query(`DELETE FROM delivery WHERE ${here}`)
    await owner.query(`DELETE FROM completed_result WHERE ${here}`)
    await owner.query(
      `DELETE FROM feedback_version USING feedback JOIN assessment ON assessment.id = feedback.assessment_id
      WHERE feedback_version.feedback_id = feedback.id AND ${here}`,
    )
    await owner.query(`DELETE FROM assessment_event WHERE assessment_id IN (SELECT id FROM assessment WHERE ${here})`)
    await owner.query(`UPDATE assessment
      SET state = 'in_progress', completed_at = NULL, rubric_wording = NULL, claimed_at = now(), lease_until = now() + interval '1 day',
        holder_id = ${graderIds[0]} + (submission_id - ${firstCompletedId}) % ${connections}
      WHERE ${here}`)
    await owner.query(
      `UPDATE submission SET in_queue = TRUE, held_until = now() + interval '1 day' WHERE ${here} AND NOT in_queue`,
    )
  })
  await owner.query(
    'VACUUM ANALYZE assessment, assessment_event, feedback_version, completed_result, delivery, delivery_event, submission',
  )
}
