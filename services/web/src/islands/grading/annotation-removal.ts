import type { Texts } from '../../texts/texts.ts'
import type { GradingPage } from './grading-page.ts'
import type { Grading } from './grading-state.ts'

interface RemovalPorts {
  readonly announce: (text: string) => void
  readonly goTo: (annotationId: string) => void
}

/** An annotation is removed, and can be put back until annotations change. */
export function annotationRemoval(
  grading: Grading,
  { live }: Texts,
  { announce, goTo }: RemovalPorts,
): Pick<GradingPage, 'removed' | 'onRemove' | 'onPutBack'> {
  const { removed } = grading.state()
  return {
    removed,
    onRemove(id) {
      grading.removeAnnotation(id)
      announce(live.annotationRemoved)
    },
    onPutBack() {
      grading.putBack()
      if (removed !== null) goTo(removed.annotationId)
    },
  }
}
