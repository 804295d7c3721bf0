import type { Texts } from '../../texts/texts.ts'
import type { Phase } from './grading-state.ts'

/** Says which step is under way, during which nothing can be written; null where none is. */
export function stepText(phase: Phase, { live }: Pick<Texts, 'live'>): string | null {
  return phase === 'grading' || phase === 'unsure' || phase === 'between' ? null : live.steps[phase]
}
