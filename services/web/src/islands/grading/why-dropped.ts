import type { Texts } from '../../texts/texts.ts'
import type { GradingState } from './grading-state.ts'
import type { KeyAction } from './keys.ts'
import { readOnlyText } from './read-only-text.ts'
import { stepText } from './step-text.ts'

/** Keys that write or send something. The others lead to a place or show something. */
const writing: readonly (KeyAction | 'type')[] = ['choose', 'annotate', 'snippet', 'save', 'complete', 'type']

type Standing = Pick<GradingState, 'start' | 'phase' | 'save' | 'isSecondTab' | 'holder'>

/** Why the page drops a key of an action, or a character that is typed; null where it does what the key is for. */
export function whyDropped(action: KeyAction | 'type', state: Standing, texts: Texts): string | null {
  const { live, grading } = texts
  const { start, phase } = state
  const step = stepText(phase, texts)
  if (step !== null) return step
  if (!writing.includes(action)) return null
  if (phase === 'grading') {
    const isGone = action === 'complete' && start.whose === 'mine' && start.assessment.gone
    return isGone ? grading.gone : whyReadOnly(state, texts)
  }
  // The key repeats the step that failed.
  if (action === 'complete') return null
  return live.stops[phase === 'unsure' ? 'not-completed' : 'no-next']
}

/** Null for a person who may write. */
export function whyReadOnly({ start, save, isSecondTab, holder }: Standing, texts: Texts): string | null {
  const { live } = texts
  if (save === 'other-person') return live.otherPerson
  if (save === 'lost') return live.lost(holder?.name ?? null)
  if (isSecondTab) return live.secondTab
  return start.whose === 'mine' ? null : readOnlyText(start, texts)
}
