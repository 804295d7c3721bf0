import { sql, type FragmentSqlToken } from 'slonik'
import Type, { type Static } from 'typebox'
import { findAssessment, type StoredAssessment } from '../assessments/find-assessment.ts'
import type { Tx } from '../db.ts'
import { lockGrader } from '../lock-order.ts'
import { newId } from '../new-id.ts'
import { nullable, statement } from '../row.ts'
import { type Claimer, claimOfChosen, claimSettings, isListedNow } from './claim-parts.ts'
import { type Searcher, searchParts, type Waiting, waitingFor } from './waiting-for-grader.ts'

/** Who claims the next submission of an exercise, and which ones they may grade. */
export interface NextClaim extends Claimer, Searcher {}

type ClaimNextOutcome =
  /** The grader holds a new claim. */
  | { readonly outcome: 'claimed'; readonly assessment: StoredAssessment }
  /** The grader already holds a submission that was offered before and that nobody has saved. Nothing was changed. */
  | { readonly outcome: 'offered'; readonly assessment: StoredAssessment }
  | { readonly outcome: 'nothing_left' }
  /**
   * At this moment others have locked everything that waits for the grader, or what was offered was just deleted. The next
   * request may succeed.
   */
  | { readonly outcome: 'locked' }
  | { readonly outcome: 'claim_limit' }
  /** The course does not grade the exercise by hand now. */
  | { readonly outcome: 'not_listed' }

const row = Type.Object({
  offeredId: nullable(Type.String()),
  claimedId: nullable(Type.String()),
  isListed: Type.Boolean(),
  isAtLimit: Type.Boolean(),
})
const claimByBands = statement('claimNextByBands', row)
const claimOldest = statement('claimNextOldest', row)
const findWaiting = statement('isSomethingWaiting', Type.Object({ isWaiting: Type.Boolean() }))

/**
 * Gives a grader the next submission of an exercise. Candidates are the submissions that wait or whose claim has ended, and
 * that the grader may grade. The first one in the order of the exercise is chosen; postponed ones come last. Submissions that
 * somebody else has locked at this moment are skipped; if there are no others, the outcome is `locked`. Until the grader saves,
 * further calls return the same submission. Three statements.
 */
export async function claimNext(tx: Tx, claim: NextClaim): Promise<ClaimNextOutcome> {
  await lockGrader(tx, claim)
  const found = await tx.maybeOne(claimStatement(claim))
  if (found === null) throw new Error('a select without a table has a row')
  const id = found.claimedId ?? found.offeredId
  if (id === null) {
    const outcome = withoutClaim(found)
    return { outcome: outcome === 'nothing_left' && (await isSomethingWaiting(tx, claim)) ? 'locked' : outcome }
  }
  const assessment = await findAssessment(tx, id)
  // What was offered before is not locked, so a reset of fixtures may have deleted it. The next request claims another one.
  if (assessment === null && found.claimedId === null) return { outcome: 'locked' }
  if (assessment === null) throw new Error('an assessment that was claimed is gone')
  return { outcome: found.claimedId === null ? 'offered' : 'claimed', assessment }
}

/** The statement that claims. Exported for the test of its plan. */
export function claimStatement(claim: NextClaim) {
  const { courseId, exerciseId, graderId } = claim
  const ids = { assessmentId: newId(), feedbackId: newId() }
  const [inOrder, ofTagged] = waitingFor(claim)
  const named = claim.order === 'bands' ? claimByBands : claimOldest
  return named`
    WITH ${claimSettings(claim)},
    ${searchParts(claim)},
    listed AS MATERIALIZED (SELECT ${isListedNow(claim)} AS now),
    offered AS MATERIALIZED (
      SELECT assessment.id
      FROM assessment
      WHERE assessment.holder_id = ${graderId}::bigint AND assessment.exercise_id = ${exerciseId}::bigint
        AND assessment.course_id = ${courseId}::bigint AND assessment.is_offered AND assessment.lease_until > clock_timestamp()
      ORDER BY assessment.claimed_at, assessment.id
      LIMIT 1
    ),
    may_claim AS MATERIALIZED (
      SELECT listed.now AND NOT EXISTS (SELECT FROM offered) AND live.claims < settings.max_open_claims AS now
      FROM listed, live, settings
    ),
    first_in_order AS MATERIALIZED (${firstOf(inOrder)}),
    first_of_tagged AS MATERIALIZED (${firstOf(ofTagged)}),
    chosen AS MATERIALIZED (
      SELECT ${chosenColumns} FROM first_in_order AS known UNION ALL SELECT ${chosenColumns} FROM first_of_tagged AS known
    ),
    ${claimOfChosen(claim, ids, true)}
    SELECT (SELECT offered.id FROM offered, listed WHERE listed.now) AS "offeredId", (SELECT claimed.id FROM claimed) AS "claimedId",
      listed.now AS "isListed", live.claims >= settings.max_open_claims AS "isAtLimit"
    FROM listed, live, settings`
}

/** Whether anything waits that the grader may grade, locked or not. One statement. */
async function isSomethingWaiting(tx: Tx, claim: NextClaim): Promise<boolean> {
  const searcher = { ...claim, order: 'oldest' } as const
  const [inOrder, ofTagged] = waitingFor(searcher)
  const found = await tx.maybeOne(findWaiting`
    WITH ${searchParts(searcher)}
    SELECT EXISTS (SELECT FROM submission AS known WHERE ${inOrder.where} ORDER BY ${inOrder.orderBy} LIMIT 1)
      OR EXISTS (SELECT FROM submission AS known WHERE ${ofTagged.where}) AS "isWaiting"
  `)
  return found?.isWaiting === true
}

function withoutClaim({ isListed, isAtLimit }: Static<typeof row>) {
  if (!isListed) return 'not_listed'
  return isAtLimit ? 'claim_limit' : 'nothing_left'
}

const chosenColumns = sql.fragment`
  known.submission_id, known.course_id, known.exercise_id, known.language, known.max_points, known.auto_points, known.fixture`

/** Locks the first one that nobody else has locked. */
const firstOf = ({ where, orderBy }: Waiting): FragmentSqlToken => sql.fragment`
  SELECT ${chosenColumns}
  FROM submission AS known
  WHERE (SELECT may_claim.now FROM may_claim) AND ${where}
  ORDER BY ${orderBy}
  LIMIT 1
  FOR NO KEY UPDATE OF known SKIP LOCKED`
