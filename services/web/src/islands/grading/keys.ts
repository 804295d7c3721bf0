/** The keys of the grading page: one table for what they do, for the hints and for the list of keys. */
export const keys = [
  { key: 'j', action: 'nextCriterion' },
  { key: 'k', action: 'previousCriterion' },
  { key: 'e', action: 'feedback' },
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
  /** Where the key is: `KeyJ` whatever the layout has there. */
  readonly code: string
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

const otherScript = /\p{Nd}|[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

/** The character of a key. Where the layout has letters or digits of another script, it is the one that others have at that place. */
function characterOf({ key, code }: PressedKey): string {
  if (key.charCodeAt(0) < 128 || !otherScript.test(key)) return key
  const [, letter] = /^(?:Key|Digit)(\w)$/.exec(code) ?? []
  return letter?.toLowerCase() ?? { Comma: ',', Period: '.' }[code] ?? key
}

/** What a key does; null for a key that the page does not use. Shift is as the layout of the keyboard needs it. */
export const actionOf = (pressed: PressedKey, how: Pressing): Pressed | null =>
  pressed.isComposing ? null : meaningOf(pressed, how)

function meaningOf(pressed: PressedKey, { isTyping, hasSingleKeys }: Pressing): Pressed | null {
  const { ctrlKey, metaKey, altKey } = pressed
  const key = characterOf(pressed)
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
  const found = meaningOf(pressed, how)
  // The browser would save a file even while a character is composed.
  if (pressed.isComposing) return found?.action === 'save'
  if (found === null) return false
  // The key that saves is the page's even in a dialog.
  if (found.action !== 'save' && isDialogOpen()) return false
  // A key that is held down completes only one assessment.
  return (pressed.repeat && found.action === 'complete') || act(found)
}

export const keyOf = (action: KeyAction): string => keys.find((each) => each.action === action)?.key ?? ''

/** The value of `aria-keyshortcuts` for the key of an action. */
export const shortcutOf = (action: KeyAction): string =>
  keyOf(action).replace('Ctrl', 'Control').replace('Esc', 'Escape')
