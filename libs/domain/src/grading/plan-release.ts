/** A completed or begun assessment that a release may concern, as it is once the release has its locks. */
export interface ReleasableAssessment {
  readonly id: string
  readonly isCompleted: boolean
  /** Whether the release has locked its submission, since something of it was to be released. */
  readonly isLocked: boolean
  /** Whether it was completed again, or its grade held again, after the release locked the held deliveries. */
  readonly isHeldSince: boolean
  /** Whether the result that stands is released. */
  readonly isReleased: boolean
  /** Whether a result of it was released before, standing or not. */
  readonly wasReleased: boolean
  /** Its delivery, if that is held. */
  readonly heldDeliveryId: string | null
  readonly isDeliverable: boolean
}

interface Release {
  /** Whether the assessments were asked for by name, so that each gets an answer. */
  readonly isNamed: boolean
  /** Whether it happens at the time in the settings: that never concerns what was released before. */
  readonly isDue: boolean
}

interface ReleasePlan<Row> {
  /** Whose result students may see from now on. */
  readonly shown: readonly Row[]
  /** Whose held grade is sent from now on. */
  readonly sent: readonly Row[]
  /** Both together. */
  readonly changed: readonly Row[]
  /** How many are completed, changed ones and others. */
  readonly completed: number
  readonly blocked: readonly { readonly assessmentId: string; readonly reason: 'not_completed' | 'undeliverable' }[]
}

/** What a release does to each assessment. A result whose grade cannot be sent is released to students all the same. */
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
    completed: settled.length,
    blocked: [
      ...undeliverable.map(({ id }) => ({ assessmentId: id, reason: 'undeliverable' as const })),
      ...notCompleted.map(({ id }) => ({ assessmentId: id, reason: 'not_completed' as const })),
    ].toSorted((one, other) => (one.assessmentId < other.assessmentId ? -1 : 1)),
  }
}
