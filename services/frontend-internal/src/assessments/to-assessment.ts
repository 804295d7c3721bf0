import type { Assessment } from '@course-grading/contracts'
import type { StoredAssessment } from '@course-grading/data'
import {
  type Adjustment,
  builtInRubric,
  judge,
  type Judged,
  type PartRevisions,
  type RubricDocument,
  type Scores,
  toPersonRef,
  upstreamPoints,
} from '@course-grading/domain'

/** What a grader judged, by what, and what it comes to. */
export interface JudgedAssessment extends Judged {
  readonly document: RubricDocument
  readonly scores: Scores
  readonly adjustment: Adjustment | null
}

/** Reads the stored texts of an assessment, and scores it. */
export function judged(assessment: StoredAssessment): JudgedAssessment {
  const { rubricDocument, upstreamMaxPoints, autoPoints, addsAutoPoints } = assessment
  const document =
    rubricDocument === null ? builtInRubric(upstreamMaxPoints) : (JSON.parse(rubricDocument) as RubricDocument)
  const scores = JSON.parse(assessment.scores) as Scores
  const adjustment = assessment.adjustment === null ? null : (JSON.parse(assessment.adjustment) as Adjustment)
  const result = judge({ document, scores, adjustment, autoPoints, addsAutoPoints, upstreamMaxPoints })
  if (assessment.state !== 'completed') return { document, scores, adjustment, ...result }
  // A completed one keeps the points of its completion, whatever the settings of the exercise say now.
  const { points } = assessment
  return {
    document,
    scores,
    adjustment,
    ...result,
    points,
    upstreamPoints: upstreamPoints(points, document.maxPoints, upstreamMaxPoints),
  }
}

/** An assessment as replies show it. */
export function toAssessment(assessment: StoredAssessment): Assessment {
  const { document, scores, adjustment, points, byCriterion, upstreamPoints: shownUpstream } = judged(assessment)
  const { postponedNote: note, postponedAt: at, deliveryId, deliveryState } = assessment
  return {
    id: assessment.id,
    courseId: assessment.courseId,
    exerciseId: assessment.exerciseId,
    submissionId: assessment.submissionId,
    round: assessment.round,
    state: assessment.state,
    revision: assessment.revision,
    grader: staff(assessment.graderId),
    holder: assessment.holderId === null ? null : staff(assessment.holderId),
    leaseExpiresAt: assessment.leaseExpiresAt,
    supersededBy: assessment.supersededBy,
    postponed: note === null || at === null ? null : { note, at },
    rubric: {
      rubricId: assessment.rubricId,
      version: assessment.rubricVersion,
      wording: assessment.rubricWording,
      document: document as Assessment['rubric']['document'],
    },
    scores,
    adjustment,
    privateNote: assessment.privateNote,
    points,
    maxPoints: document.maxPoints,
    upstreamPoints: shownUpstream,
    upstreamMaxPoints: assessment.upstreamMaxPoints,
    byCriterion,
    submitters: assessment.submitters.map(toPersonRef),
    submittedAt: assessment.submittedAt,
    language: assessment.language,
    attempt: assessment.attempt,
    autoPoints: assessment.autoPoints,
    deliverable: assessment.deliverable,
    feedbackId: assessment.feedbackId,
    delivery: deliveryId === null || deliveryState === null ? null : { id: deliveryId, state: deliveryState },
    startedAt: assessment.startedAt,
    updatedAt: assessment.updatedAt,
    completedAt: assessment.completedAt,
    releasedAt: assessment.releasedAt,
  }
}

/** The last revision in which each part of an assessment changed. */
export function partRevisionsOf({ partRevisions }: StoredAssessment): PartRevisions {
  return JSON.parse(partRevisions) as PartRevisions
}

/** Staff are on no roster, so nothing is stored of them but their ids. */
export function staff(userId: number) {
  return toPersonRef({ userId, fullName: null, alias: null })
}

/** The body and the headers of every reply that shows an assessment. */
export function assessmentReply(assessment: StoredAssessment) {
  const { revision } = assessment
  return { body: toAssessment(assessment), revision, assessmentRevision: revision }
}
