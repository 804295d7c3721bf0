import type { ComponentChildren } from 'preact'
import type { Texts } from '../../texts/texts.ts'

interface PostponeFoldProps {
  readonly texts: Texts
  /** The field of the reason, and the button. */
  readonly children: ComponentChildren
  readonly isOpen: boolean
}

/** Postponing takes a reason, for which the bar has no room. It lies above the page, so it is closed when the focus goes on; the text stays. */
export const PostponeFold = ({ texts, isOpen, children }: PostponeFoldProps) => (
  <details class="postpone" open={isOpen} data-action onFocusOut={closeBehind}>
    <summary class="button">{`${texts.grading.buttons.postpone}…`}</summary>
    <div class="buttons card">{children}</div>
  </details>
)

function closeBehind({ currentTarget, relatedTarget }: FocusEvent): void {
  if (!(currentTarget instanceof HTMLDetailsElement) || !(relatedTarget instanceof Element)) return
  // A comment that is chosen in a dialog is inserted here.
  if (relatedTarget.closest('dialog') === null && !currentTarget.contains(relatedTarget)) currentTarget.open = false
}
