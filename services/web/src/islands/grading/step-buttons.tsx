import type { Texts } from '../../texts/texts.ts'
import { KeyHint } from './key-hint.tsx'
import { type KeyAction, shortcutOf } from './keys.ts'

interface StepButtonsProps<Action extends KeyAction> {
  readonly texts: Texts
  /** What the buttons lead through, for people who see them: each button's own name says it whole. */
  readonly name?: string
  readonly back: Action
  readonly on: Action
  readonly onAction: (action: Action) => void
}

/** Two keys that lead back and on, as buttons. */
export function StepButtons<Action extends KeyAction>(props: StepButtonsProps<Action>) {
  const { texts, name, back, on, onAction } = props
  const button = (action: Action, arrow: string) => (
    <button
      type="button"
      class="plain small"
      title={texts.live.keyActions[action]}
      aria-keyshortcuts={shortcutOf(action)}
      onClick={() => onAction(action)}
    >
      <span aria-hidden="true">{arrow}</span> <KeyHint action={action} />
    </button>
  )
  return (
    <span class="steps">
      {name !== undefined && (
        <span class="quiet small" aria-hidden="true">
          {name}
        </span>
      )}
      {button(back, '‹')}
      {button(on, '›')}
    </span>
  )
}
