import { findAssessment } from '@course-grading/data/assessments/find-assessment'
import type { ResultPart } from '@course-grading/domain/rubrics/result-part'
import type { Criterion, RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import type { Score, Scores } from '@course-grading/domain/rubrics/score'
import { queriesLike, recordStatements } from '../recorded-statements.ts'

const marks = { id: '00000000-0000-4000-8000-000000000701' }
const [find] = await recordStatements((tx) => findAssessment(tx, marks.id), [])
export const findQuery = queriesLike('findAssessment', find!, marks)

/** The row of an assessment as `pg` reads it. */
export interface TwinAssessment {
  readonly id: string
  readonly courseId: string
  readonly exerciseId: string
  readonly exerciseName: string | null
  readonly submissionId: string
  readonly round: number
  readonly state: string
  readonly revision: number
  readonly graderId: string
  readonly holderId: string | null
  readonly leaseExpiresAt: Date | null
  readonly isGone: boolean
  readonly isSuperseded: boolean
  readonly supersededBy: string | null
  readonly postponedNote: string | null
  readonly postponedAt: Date | null
  readonly rubricId: string
  readonly rubricVersion: number
  readonly rubricWording: number
  readonly rubricDocument: RubricDocument
  readonly scores: Scores
  readonly adjustment: object | null
  readonly partRevisions: Readonly<Record<string, number>>
  readonly privateNote: string
  readonly submittedAt: Date
  readonly language: string
  readonly attempt: number
  readonly upstreamMaxPoints: string
  readonly autoPoints: number | null
  readonly leaseMinutes: number
  readonly deliverable: boolean
  readonly feedbackId: string
  readonly feedbackRevision: number
  readonly deliveryId: string | null
  readonly deliveryState: string | null
  readonly startedAt: Date
  readonly updatedAt: Date
  readonly completedAt: Date | null
  readonly releasedAt: Date | null
  readonly submitters: readonly {
    readonly userId: number
    readonly fullName: string | null
    readonly tagSlugs: readonly string[]
  }[]
}

const pointsOf = (criterion: Criterion, score: Score | undefined): number => {
  if (score === undefined) return 0
  if ('points' in score) return score.points
  if (!('levelId' in score) || criterion.kind !== 'levels') return 0
  return criterion.levels.find(({ id }) => id === score.levelId)?.points ?? 0
}

/** The points of scores. All are quarters of points, so that binary fractions are exact. */
export function scored(
  { criteria, startingPoints }: RubricDocument,
  scores: Scores,
): {
  readonly points: number
  readonly byCriterion: Readonly<Record<string, number>>
  readonly parts: readonly ResultPart[]
} {
  const byCriterion = Object.fromEntries(criteria.map((each) => [each.id, pointsOf(each, scores[each.id])]))
  const parts = Object.entries(byCriterion).map(([criterionId, points]) => ({
    kind: 'criterion' as const,
    criterionId,
    points,
  }))
  const points = parts.reduce((sum, part) => sum + part.points, startingPoints)
  return {
    byCriterion,
    points,
    parts: startingPoints === 0 ? parts : [{ kind: 'starting', points: startingPoints }, ...parts],
  }
}

/** The reply that shows an assessment. */
export function replyOf(row: TwinAssessment) {
  const { rubricId, rubricVersion, rubricWording, rubricDocument, postponedNote, deliveryId, scores } = row
  const { points, byCriterion, parts } = scored(rubricDocument, scores)
  return {
    id: row.id,
    courseId: Number(row.courseId),
    exerciseId: Number(row.exerciseId),
    exerciseName: row.exerciseName,
    submissionId: Number(row.submissionId),
    round: row.round,
    state: row.state,
    revision: row.revision,
    gone: row.isGone,
    grader: staff(row.graderId),
    holder: row.holderId === null ? null : staff(row.holderId),
    leaseExpiresAt: row.leaseExpiresAt,
    superseded: row.isSuperseded,
    supersededBy: row.supersededBy,
    postponed: postponedNote === null ? null : { note: postponedNote, at: row.postponedAt },
    rubric: { rubricId, version: rubricVersion, wording: rubricWording, document: rubricDocument },
    scores,
    adjustment: row.adjustment,
    privateNote: row.privateNote,
    points,
    maxPoints: rubricDocument.maxPoints,
    upstreamPoints:
      Object.keys(scores).length === 0
        ? null
        : Math.round((points / rubricDocument.maxPoints) * Number(row.upstreamMaxPoints)),
    upstreamMaxPoints: Number(row.upstreamMaxPoints),
    byCriterion,
    parts,
    submitters: row.submitters.map(({ userId, fullName }) => ({ userId, fullName, alias: false })),
    tagSlugs: [...new Set(row.submitters.flatMap(({ tagSlugs }) => tagSlugs))].toSorted(),
    submittedAt: row.submittedAt,
    language: row.language,
    attempt: row.attempt,
    autoPoints: row.autoPoints,
    deliverable: row.deliverable,
    feedbackId: row.feedbackId,
    delivery: deliveryId === null ? null : { id: deliveryId, state: row.deliveryState },
    startedAt: row.startedAt,
    updatedAt: row.updatedAt,
    completedAt: row.completedAt,
    releasedAt: row.releasedAt,
  }
}

const staff = (userId: string) => ({ userId: Number(userId), fullName: `User ${userId}`, alias: false })
