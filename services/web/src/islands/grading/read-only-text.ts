import type { Texts } from '../../texts/texts.ts'
import type { GradingStart } from './grading-start.ts'

type Work = Pick<GradingStart, 'assessment' | 'shown' | 'leaseLeftS'>

/** Why somebody only reads the page of an assessment that is not theirs to write. */
export function readOnlyText({ assessment, shown, leaseLeftS }: Work, { grading }: Texts): string {
  const { completed, heldBy, waiting } = grading.readOnly
  if (assessment.state === 'completed') return completed
  return shown.holder === null || (leaseLeftS ?? 1) <= 0 ? waiting : heldBy(shown.holder.name)
}
