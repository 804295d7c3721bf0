import { Client } from 'pg'
import { exercises } from './course.ts'
import { withoutTriggers } from './seed.ts'

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
