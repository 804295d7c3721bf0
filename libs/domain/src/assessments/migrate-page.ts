import {
  type AssessmentToMigrate,
  migrateAssessment,
  type RenderTexts,
  type TargetVersion,
} from './migrate-assessment.ts'

interface PlannedAssessment extends AssessmentToMigrate {
  readonly id: string
  readonly submissionId: number
  readonly revision: number
  readonly resultId: string | null
  readonly fromVersion: number
}

const maxDropped = 50

/** Takes and returns JSON text: it runs in a thread whose caller only passes them on. */
export function migratePage(work: string, target: TargetVersion, render: RenderTexts): string {
  const assessments = JSON.parse(work) as readonly PlannedAssessment[]
  return JSON.stringify(assessments.map((assessment) => plannedRow(assessment, target, render)))
}

function plannedRow(assessment: PlannedAssessment, target: TargetVersion, render: RenderTexts) {
  const { effect, scores, points, parts, dropped, changedCriteria, shownChanged, texts } = migrateAssessment(
    assessment,
    target,
    render,
  )
  return {
    assessmentId: assessment.id,
    submissionId: assessment.submissionId,
    revision: assessment.revision,
    resultId: assessment.resultId,
    fromVersion: assessment.fromVersion,
    effect,
    pointsBefore: assessment.points,
    pointsAfter: points,
    maxPointsBefore: assessment.maxPoints,
    maxPoints: target.document.maxPoints,
    shownChanged,
    scores,
    changedCriteria,
    dropped: dropped.slice(0, maxDropped),
    droppedCount: dropped.length,
    parts: texts === null ? null : parts,
    feedbackHtml: texts?.feedbackHtml ?? null,
    studentText: texts === null ? null : (JSON.parse(texts.studentText) as unknown),
    payload: texts === null ? null : (JSON.parse(texts.payload) as unknown),
  }
}
