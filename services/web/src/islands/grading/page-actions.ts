import type { Texts } from '../../texts/texts.ts'
import { fieldAt, focusedText } from './field-at.ts'
import { names } from './field-names.ts'
import type { Grading } from './grading-state.ts'
import type { KeyAction } from './keys.ts'
import type { useCriteria } from './use-criteria.ts'
import type { useSnippets } from './use-snippets.ts'
import type { WorkTools } from './use-work.ts'

export interface ActionPorts {
  readonly texts: Texts
  readonly grading: Grading
  readonly criteria: ReturnType<typeof useCriteria>
  readonly snippets: ReturnType<typeof useSnippets>
  readonly work: WorkTools
  readonly isFolded: boolean
  readonly fold: (isIt: boolean) => void
  readonly showKeys: () => void
  readonly announce: (text: string) => void
}

export type SimpleAction = Exclude<KeyAction, 'choose'>

/** What keys and their buttons do. What cannot be done is said. */
export function pageActions(ports: ActionPorts): Record<SimpleAction, () => void> {
  const { texts, grading, criteria, snippets, work, isFolded, fold, showKeys, announce } = ports
  const { nothing } = texts.live

  async function complete(): Promise<void> {
    await grading.complete()
    if (grading.state().stop === 'gaps') criteria.goToFirstMissing()
  }

  /** Does what needs the work to be seen. */
  function unfolded(act: () => boolean): boolean {
    fold(false)
    return act()
  }

  const says = (isDone: boolean, otherwise: string): void => {
    if (!isDone) announce(otherwise)
  }

  return {
    nextCriterion: () => says(criteria.step(1), nothing.lastCriterion),
    previousCriterion: () => says(criteria.step(-1), nothing.firstCriterion),
    feedback: () => fieldAt(names.body)?.focus(),
    comment: criteria.goToComment,
    missing: () => says(criteria.goToMissing(), nothing.missing),
    previousFile: () => says(work.goToFile(-1), nothing.file),
    nextFile: () => says(work.goToFile(1), nothing.file),
    nextAnnotation: () =>
      says(
        unfolded(() => work.goToAnnotation(1)),
        nothing.annotation,
      ),
    previousAnnotation: () =>
      says(
        unfolded(() => work.goToAnnotation(-1)),
        nothing.annotation,
      ),
    annotate: () => says(unfolded(work.annotate), nothing.lines),
    fold: () => fold(!isFolded),
    keys: showKeys,
    complete: () => void complete(),
    save: () => void grading.saveNow(),
    snippet: () => {
      const field = focusedText()
      if (field === null) announce(nothing.text)
      else snippets.open(field)
    },
    back: () => {
      const from = document.activeElement
      from?.closest('details.postpone')?.removeAttribute('open')
      work.goBack(from)
    },
  }
}
