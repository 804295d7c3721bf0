/** The keys of the grading page: one table for what they do, for the hints and for the list of keys. */
export const keys = [
  { key: 'j', action: 'nextCriterion' },
  { key: 'k', action: 'previousCriterion' },
  { key: '1–9 0', action: 'choose' },
  { key: 'c', action: 'comment' },
  { key: 'm', action: 'missing' },
  { key: ',', action: 'previousFile' },
  { key: '.', action: 'nextFile' },
  { key: 'n', action: 'nextAnnotation' },
  { key: 'p', action: 'previousAnnotation' },
  { key: 'a', action: 'annotate' },
  { key: 'f', action: 'fold' },
  { key: '?', action: 'keys' },
  { key: 'Ctrl+Enter', action: 'complete' },
  { key: 'Ctrl+S', action: 'save' },
  { key: 'Ctrl+K', action: 'snippet' },
  { key: 'Esc', action: 'back' },
] as const

export type KeyAction = (typeof keys)[number]['action']

export interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly isComposing: boolean
}

interface Pressing {
  /** Whether the focus is where characters are typed. */
  readonly isTyping: boolean
  /** Whether keys of one character are switched on. */
  readonly hasSingleKeys: boolean
}

export interface Pressed {
  readonly action: KeyAction
  /** The index of the `choose` key, from 0. */
  readonly index?: number
}

/** What a key does; null for a key that the page does not use. Shift is as the layout of the keyboard needs it. */
export function actionOf(pressed: PressedKey, { isTyping, hasSingleKeys }: Pressing): Pressed | null {
  const { key, ctrlKey, metaKey, altKey, isComposing } = pressed
  if (isComposing) return null
  if (key === 'Escape') return { action: 'back' }
  if (ctrlKey || metaKey) {
    const combined = { enter: 'complete', s: 'save', k: 'snippet' } as const
    const name = key.toLowerCase()
    return Object.hasOwn(combined, name) && !altKey ? { action: combined[name as keyof typeof combined] } : null
  }
  if (altKey || isTyping || !hasSingleKeys) return null
  if (/^\d$/.test(key)) return { action: 'choose', index: (Number(key) + 9) % 10 }
  const found = keys.find((each) => each.key === key || (each.key.length === 1 && each.key === key.toLowerCase()))
  return found ? { action: found.action } : null
}

interface Hearing extends Pressing {
  readonly isDialogOpen: () => boolean
  /** Returns false to leave the key to the element that has the focus then. */
  readonly act: (pressed: Pressed) => boolean
}

/** Acts on a key of the page. Returns whether the key is the page's, and not the browser's. */
export function hear(
  pressed: PressedKey & { readonly repeat: boolean },
  { isDialogOpen, act, ...how }: Hearing,
): boolean {
  const found = actionOf(pressed, how)
  if (found === null || (found.action === 'back' && !how.isTyping)) return false
  // The key that saves is the page's even in a dialog: the browser would save a file.
  if (found.action !== 'save' && isDialogOpen()) return false
  // A key that is held down completes only one assessment.
  return (pressed.repeat && found.action === 'complete') || act(found)
}

export const keyOf = (action: KeyAction): string => keys.find((each) => each.action === action)?.key ?? ''

/** The value of `aria-keyshortcuts` for the key of an action. */
export const shortcutOf = (action: KeyAction): string =>
  keyOf(action).replace('Ctrl', 'Control').replace('Esc', 'Escape')
