import type { Texts } from '../../texts/texts.ts'
import type { GradingStart } from './grading-start.ts'

/** The name of the button says whether the grade goes out with the completion, and whether the next submission comes. */
export function completeName({ exercise, goesOn }: Pick<GradingStart, 'exercise' | 'goesOn'>, texts: Texts): string {
  const { complete, completeAndSend, completeAlone, completeAloneAndSend } = texts.grading.buttons
  if (goesOn) return exercise.isImmediate ? completeAndSend : complete
  return exercise.isImmediate ? completeAloneAndSend : completeAlone
}
