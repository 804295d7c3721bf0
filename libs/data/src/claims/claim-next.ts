import { randomUUIDv7 } from 'node:crypto'
import type { SubmissionRestriction } from '@course-grading/domain'
import { sql, type FragmentSqlToken } from 'slonik'
import Type, { type Static } from 'typebox'
import { findAssessment, type StoredAssessment } from '../assessments/find-assessment.ts'
import type { Tx } from '../db.ts'
import { lockGrader } from '../lock-order.ts'
import { nullable, statement } from '../row.ts'
import { isInLanguage } from '../submissions/submission-filters.ts'
import { registered } from '../submissions/submission-parts.ts'
import { type Claimer, claimOfChosen, claimSettings, isListedNow } from './claim-parts.ts'

export interface NextClaim extends Claimer {
  readonly order: 'bands' | 'oldest'
  /** Null for a teacher. */
  readonly restriction: SubmissionRestriction | null
}

export type ClaimNextOutcome =
  /** The grader holds a new claim. */
  | { readonly outcome: 'claimed'; readonly assessment: StoredAssessment }
  /** The grader holds one that was offered before and that nobody has saved; nothing was changed. */
  | { readonly outcome: 'offered'; readonly assessment: StoredAssessment }
  | { readonly outcome: 'nothing_left' }
  /** What waits for the grader is locked by others, or what was offered is deleted, at this moment: it may be there when asked again. */
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
 * Gives a grader the next submission of an exercise: of those that wait, or whose claim has ended, and that the grader may grade, the
 * first one in the order of the exercise; postponed ones last. Those that somebody else has locked at this moment are passed by, and are
 * reported where there are no others. Asked again before a save, it answers the same. Three statements.
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
  // What was offered before is not locked, so a reset of fixtures may have deleted it. Asked again, the claim is of another one.
  if (assessment === null && found.claimedId === null) return { outcome: 'locked' }
  if (assessment === null) throw new Error('an assessment that was claimed is gone')
  return { outcome: found.claimedId === null ? 'offered' : 'claimed', assessment }
}

/** The statement that claims. Exported for the test of its plan. */
export function claimStatement(claim: NextClaim) {
  return claim.order === 'bands'
    ? claimByBands`${claimInOrder(claim, byBands)}`
    : claimOldest`${claimInOrder(claim, byTime)}`
}

/** Whether anything waits that the grader may grade, locked or not. One statement. */
async function isSomethingWaiting(tx: Tx, claim: NextClaim): Promise<boolean> {
  const found = await tx.maybeOne(findWaiting`
    WITH ${taggedOf(claim)}
    SELECT EXISTS (SELECT FROM submission AS known WHERE ${waitsForGrader(claim)}) AS "isWaiting"
  `)
  return found?.isWaiting === true
}

function withoutClaim({ isListed, isAtLimit }: Static<typeof row>) {
  if (!isListed) return 'not_listed'
  return isAtLimit ? 'claim_limit' : 'nothing_left'
}

const byTime = sql.fragment`known.postponed, known.submitted_at, known.submission_id`
/** By day, and inside a day in an order that looks random and is the same at every look. An index has it. */
const byBands = sql.fragment`
  known.postponed, (known.submitted_at AT TIME ZONE 'UTC')::date, hashint8extended(known.submission_id, 0), known.submission_id`

/** How many submissions of tagged students are read at once, before anything is chosen. */
const maxHandedIn = 2_000

/**
 * `tagged (user_id)`: the students of the course with one of the tags of the grader. `handed_in (submission_id)`: what they handed in,
 * up to one more than is read at once.
 */
const taggedOf = ({ courseId, restriction }: NextClaim): FragmentSqlToken => sql.fragment`
  tagged AS MATERIALIZED (
    SELECT roster_student.user_id
    FROM roster_student
    WHERE roster_student.course_id = ${courseId}::bigint
      AND roster_student.tag_slugs && ${sql.array([...(restriction?.tags ?? [])], 'text')}
  ),
  handed_in AS MATERIALIZED (
    SELECT submission_submitter.submission_id
    FROM submission_submitter
    WHERE submission_submitter.user_id = ANY (ARRAY(SELECT tagged.user_id FROM tagged))
    LIMIT ${maxHandedIn + 1}::integer
  )`

/**
 * Whether a submitter of `known` is tagged; for a grader without tags always. Where the tagged handed in little, it is compared with that,
 * so that a grader for whom little waits need not look at the submitters of all that waits before it.
 */
const isForTags = ({ restriction }: NextClaim): FragmentSqlToken => sql.fragment`(
  ${(restriction?.tags ?? null) === null} OR CASE
    WHEN (SELECT count(*) <= ${maxHandedIn}::integer FROM handed_in)
      THEN known.submission_id IN (SELECT handed_in.submission_id FROM handed_in)
    ELSE coalesce(${registered.hasSubmitter(sql.fragment`IN (SELECT tagged.user_id FROM tagged)`)}, FALSE)
  END)`

/** Whether `known` waits in the exercise and the grader may grade it. */
const waitsForGrader = (claim: NextClaim): FragmentSqlToken => sql.fragment`
  known.exercise_id = ${claim.exerciseId}::bigint AND known.in_queue AND known.course_id = ${claim.courseId}::bigint
  AND coalesce(known.held_until <= clock_timestamp(), TRUE)
  AND ${isInLanguage(registered, claim.restriction)}
  AND ${isForTags(claim)}
  -- Nobody judges their own work.
  AND known.submission_id <> ALL (ARRAY(
    SELECT submission_submitter.submission_id FROM submission_submitter WHERE submission_submitter.user_id = ${claim.graderId}::bigint
  ))`

function claimInOrder(claim: NextClaim, order: FragmentSqlToken): FragmentSqlToken {
  const { courseId, exerciseId, graderId } = claim
  const ids = { assessmentId: randomUUIDv7(), feedbackId: randomUUIDv7() }
  return sql.fragment`
    WITH ${claimSettings(claim)},
    ${taggedOf(claim)},
    listed AS MATERIALIZED (SELECT ${isListedNow(claim)} AS now),
    offered AS MATERIALIZED (
      SELECT assessment.id
      FROM assessment
      WHERE assessment.holder_id = ${graderId}::bigint AND assessment.exercise_id = ${exerciseId}::bigint
        AND assessment.course_id = ${courseId}::bigint AND assessment.is_offered AND assessment.lease_until > clock_timestamp()
      ORDER BY assessment.claimed_at, assessment.id
      LIMIT 1
    ),
    chosen AS MATERIALIZED (
      SELECT known.submission_id, known.course_id, known.exercise_id, known.language, known.max_points, known.auto_points, known.fixture
      FROM submission AS known
      WHERE (SELECT listed.now FROM listed) AND NOT EXISTS (SELECT FROM offered)
        AND (SELECT live.claims < settings.max_open_claims FROM live, settings)
        AND ${waitsForGrader(claim)}
      ORDER BY ${order}
      LIMIT 1
      FOR NO KEY UPDATE OF known SKIP LOCKED
    ),
    ${claimOfChosen(claim, ids, true)}
    SELECT (SELECT offered.id FROM offered, listed WHERE listed.now) AS "offeredId", (SELECT claimed.id FROM claimed) AS "claimedId",
      listed.now AS "isListed", live.claims >= settings.max_open_claims AS "isAtLimit"
    FROM listed, live, settings`
}
