import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { StoredAssessment } from '@course-grading/data/assessments/find-assessment'
import { judge, type Judged } from '@course-grading/domain/assessments/judge'
import { countedUpstream } from '@course-grading/domain/delivery/counted-upstream'
import type { PartRevisions } from '@course-grading/domain/documents/part-revisions'
import { builtInRubric } from '@course-grading/domain/rubrics/built-in-rubric'
import type { RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import type { Adjustment, Scores } from '@course-grading/domain/rubrics/score'
import { upstreamPoints } from '@course-grading/domain/rubrics/upstream-points'
import { shownTagSlugs, toPersonRef } from '@course-grading/domain/submissions/person-ref'

interface JudgedAssessment extends Judged {
  readonly document: RubricDocument
  readonly scores: Scores
  readonly adjustment: Adjustment | null
}

export function judgeStored(assessment: StoredAssessment): JudgedAssessment {
  const { scores, adjustment, upstreamMaxPoints, autoPoints, addsAutoPoints } = assessment
  const document = assessment.rubricDocument ?? builtInRubric(assessment.ownMaxPoints)
  const result = judge({ document, scores, adjustment, autoPoints, addsAutoPoints, upstreamMaxPoints })
  if (assessment.state !== 'completed') return { document, scores, adjustment, ...result }
  // A completed assessment keeps the points that it was completed with, even if the grading settings have changed.
  const { points, frozenParts } = assessment
  return {
    document,
    scores,
    adjustment,
    ...result,
    points,
    parts: frozenParts ?? [],
    upstreamPoints: upstreamPoints(points, document.maxPoints, upstreamMaxPoints),
  }
}

function toAssessment(assessment: StoredAssessment): Assessment {
  const {
    document,
    scores,
    adjustment,
    points,
    byCriterion,
    parts,
    upstreamPoints: shownUpstream,
  } = judgeStored(assessment)
  const { postponedNote: note, postponedAt: at, deliveryId, deliveryState, upstream } = assessment
  const { maxPoints } = document
  return {
    id: assessment.id,
    courseId: assessment.courseId,
    exerciseId: assessment.exerciseId,
    exerciseName: assessment.exerciseName,
    submissionId: assessment.submissionId,
    round: assessment.round,
    state: assessment.state,
    revision: assessment.revision,
    gone: assessment.isGone,
    grader: toStaffRef(assessment.graderId, assessment.graderName),
    holder: assessment.holderId === null ? null : toStaffRef(assessment.holderId, assessment.holderName),
    leaseExpiresAt: assessment.leaseExpiresAt,
    superseded: assessment.isSuperseded,
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
    maxPoints,
    upstreamPoints: shownUpstream,
    upstreamMaxPoints: assessment.upstreamMaxPoints,
    byCriterion,
    parts: [...parts],
    submitters: assessment.submitters.map(toPersonRef),
    tagSlugs: shownTagSlugs(assessment.submitters),
    submittedAt: assessment.submittedAt,
    language: assessment.language,
    attempt: assessment.attempt,
    autoPoints: assessment.autoPoints,
    deliverable: assessment.deliverable,
    feedbackId: assessment.feedbackId,
    delivery: deliveryId === null || deliveryState === null ? null : { id: deliveryId, state: deliveryState },
    upstream: countedUpstream(upstream, { points, maxPoints }, 'staff'),
    startedAt: assessment.startedAt,
    updatedAt: assessment.updatedAt,
    completedAt: assessment.completedAt,
    releasedAt: assessment.releasedAt,
  }
}

export function partRevisionsOf({ partRevisions }: StoredAssessment): PartRevisions {
  return partRevisions
}

/** Members of the staff never have an alias. The name is null where none is known. */
export function toStaffRef(userId: number, fullName: string | null) {
  return toPersonRef({ userId, fullName, alias: null })
}

export function assessmentReply(assessment: StoredAssessment) {
  const { revision } = assessment
  return { body: toAssessment(assessment), revision, assessmentRevision: revision }
}
