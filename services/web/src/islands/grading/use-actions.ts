import { buttonOfField, focusedText } from './field-at.ts'
import type { KeyAction } from './keys.ts'
import { type ActionPorts, pageActions, type SimpleAction } from './page-actions.ts'
import { useKeys } from './use-keys.ts'
import { whyDropped } from './why-dropped.ts'

/** Hears the keys of the page. Returns what does the same by a button. */
export function useActions(ports: ActionPorts & { readonly hasSingleKeys: boolean }): (action: SimpleAction) => void {
  const { texts, grading, criteria, hasSingleKeys, announce } = ports
  const actions = pageActions(ports)

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
    onElsewhere: () => announce(texts.live.nothing.undo),
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
