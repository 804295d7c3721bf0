import type { ComponentChildren } from 'preact'
import type { Texts } from '../../texts/texts.ts'

interface PostponeFoldProps {
  readonly texts: Texts
  /** The field of the reason, and the button. */
  readonly children: ComponentChildren
  readonly isOpen: boolean
}

/** Postponing takes a reason, for which the bar has no room. */
export const PostponeFold = ({ texts, isOpen, children }: PostponeFoldProps) => (
  <details class="postpone" open={isOpen} data-action>
    <summary class="button">{`${texts.grading.buttons.postpone}…`}</summary>
    <div class="buttons card">{children}</div>
  </details>
)
