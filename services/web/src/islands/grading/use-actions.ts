import type { Texts } from '../../texts/texts.ts'
import { buttonOfField, fieldAt, focusedText } from './field-at.ts'
import { paths } from './fields.ts'
import type { Grading } from './grading-state.ts'
import type { KeyAction } from './keys.ts'
import type { useCriteria } from './use-criteria.ts'
import { useKeys } from './use-keys.ts'
import type { useSnippets } from './use-snippets.ts'
import type { WorkTools } from './use-work.ts'
import { whyDropped } from './why-dropped.ts'

interface ActionPorts {
  readonly texts: Texts
  readonly grading: Grading
  readonly criteria: ReturnType<typeof useCriteria>
  readonly snippets: ReturnType<typeof useSnippets>
  readonly work: WorkTools
  readonly hasSingleKeys: boolean
  readonly isFolded: boolean
  readonly fold: (isIt: boolean) => void
  readonly showKeys: () => void
  readonly announce: (text: string) => void
}

export type SimpleAction = Exclude<KeyAction, 'choose'>

/** What keys and their buttons do. What cannot be done is said. */
export function useActions(ports: ActionPorts): (action: SimpleAction) => void {
  const { texts, grading, criteria, snippets, work, hasSingleKeys, isFolded, fold, showKeys, announce } = ports
  const { nothing } = texts.live

  async function complete(): Promise<void> {
    await grading.complete()
    if (grading.state().stop === 'gaps') criteria.goToFirstMissing()
  }

  function goToAnnotation(step: 1 | -1): boolean {
    fold(false)
    return work.goToAnnotation(step)
  }

  function annotate(): boolean {
    fold(false)
    return work.annotate()
  }

  const says = (isDone: boolean, otherwise: string): void => {
    if (!isDone) announce(otherwise)
  }

  const actions: Record<SimpleAction, () => void> = {
    nextCriterion: () => says(criteria.step(1), nothing.lastCriterion),
    previousCriterion: () => says(criteria.step(-1), nothing.firstCriterion),
    feedback: () => fieldAt(paths.body)?.focus(),
    comment: criteria.goToComment,
    missing: () => says(criteria.goToMissing(), nothing.missing),
    previousFile: () => says(work.goToFile(-1), nothing.file),
    nextFile: () => says(work.goToFile(1), nothing.file),
    nextAnnotation: () => says(goToAnnotation(1), nothing.annotation),
    previousAnnotation: () => says(goToAnnotation(-1), nothing.annotation),
    annotate: () => says(annotate(), nothing.lines),
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

  /** Returns whether the page does nothing, which it says. */
  function drops(action: KeyAction | 'type'): boolean {
    const why = whyDropped(action, grading.state(), texts)
    if (why !== null) announce(why)
    return why !== null
  }

  function act(action: SimpleAction): void {
    if (!drops(action)) actions[action]()
  }

  useKeys({
    hasSingleKeys,
    onAny: grading.wasActive,
    onUnwritable: () => void drops('type'),
    onElsewhere: () => announce(nothing.undo),
    onAction: ({ action, index = 0 }) => {
      // A field that belongs to an action, such as the reason for postponing, keeps its keys on any page.
      const own = action === 'complete' ? buttonOfField() : null
      if (own !== null) own.click()
      else if (action === 'snippet' && focusedText() !== null) actions.snippet()
      else if (action === 'choose') return drops(action) || criteria.choose(index)
      else act(action)
      return true
    },
    onCriterion: criteria.follow,
  })

  return act
}
