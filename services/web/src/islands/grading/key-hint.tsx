import { type KeyAction, keyOf } from './keys.ts'

/** The key of a button, for people who see it: assistive technology reads `aria-keyshortcuts`. */
export const KeyHint = ({ action }: { readonly action: KeyAction }) => <kbd aria-hidden="true">{keyOf(action)}</kbd>
