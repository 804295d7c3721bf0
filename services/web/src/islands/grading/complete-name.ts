import type { Texts } from '../../texts/texts.ts'
import type { GradingStart } from './grading-start.ts'

/** What the button says that completes: whether the grade goes out with it, and whether the next one comes. */
export function completeName({ exercise, goesOn }: Pick<GradingStart, 'exercise' | 'goesOn'>, texts: Texts): string {
  const { complete, completeAndSend, completeAlone, completeAloneAndSend } = texts.grading.buttons
  if (goesOn) return exercise.isImmediate ? completeAndSend : complete
  return exercise.isImmediate ? completeAloneAndSend : completeAlone
}
