import type { Issue } from '../errors/domain-error.ts'

export interface ReleasableAssessment {
  readonly id: string
  readonly isCompleted: boolean
  /** Whether the release holds the lock of the submission, since something of it was unreleased. */
  readonly isLocked: boolean
  /** Whether it was completed or held again after the release locked the held deliveries: too late for this release. */
  readonly isHeldSince: boolean
  readonly isReleased: boolean
  /** Whether any result of the assessment, standing or not, was released. */
  readonly wasReleased: boolean
  readonly heldDeliveryId: string | null
  readonly isDeliverable: boolean
}

interface Release {
  /** Whether the assessments were asked for by name, so that each gets an answer. */
  readonly isNamed: boolean
  /** Whether the release is due by the time in the settings: then what was ever released is left out. */
  readonly isDue: boolean
}

interface ReleasePlan<Row> {
  readonly shown: readonly Row[]
  readonly sent: readonly Row[]
  readonly changed: readonly Row[]
  readonly settledCount: number
  readonly blocked: readonly { readonly assessmentId: string; readonly reason: 'not_completed' | 'undeliverable' }[]
}

/** A result whose grade cannot be sent is released to students all the same. */
export function planRelease<Row extends ReleasableAssessment>(
  rows: readonly Row[],
  { isNamed, isDue }: Release,
): ReleasePlan<Row> {
  const isSettled = (row: Row) => row.isCompleted && !row.isHeldSince
  const settled = rows.filter(isSettled)
  const chosen = settled.filter((row) => row.isLocked && !(isDue && row.wasReleased))
  const isShown = (row: Row) => !row.isReleased
  const isSent = (row: Row) => row.heldDeliveryId !== null && row.isDeliverable
  const undeliverable = chosen.filter((row) => row.heldDeliveryId !== null && !row.isDeliverable)
  const notCompleted = isNamed ? rows.filter((row) => !isSettled(row)) : []
  return {
    shown: chosen.filter(isShown),
    sent: chosen.filter(isSent),
    changed: chosen.filter((row) => isShown(row) || isSent(row)),
    settledCount: settled.length,
    blocked: [
      ...undeliverable.map(({ id }) => ({ assessmentId: id, reason: 'undeliverable' as const })),
      ...notCompleted.map(({ id }) => ({ assessmentId: id, reason: 'not_completed' as const })),
    ].toSorted((one, other) => (one.assessmentId < other.assessmentId ? -1 : 1)),
  }
}

export function unknownAssessments(
  assessmentIds: readonly string[],
  rows: readonly { readonly id: string }[],
): Issue[] {
  const known = new Set(rows.map(({ id }) => id))
  return assessmentIds.flatMap((id, place): Issue[] =>
    known.has(id)
      ? []
      : [
          {
            path: `$.assessmentIds[${place}]`,
            code: 'invalid_value',
            message: 'Must be an assessment of the exercise.',
          },
        ],
  )
}
