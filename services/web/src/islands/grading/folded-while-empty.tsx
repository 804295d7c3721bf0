import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

interface FoldedWhileEmptyProps {
  readonly title: string
  readonly isEmpty: boolean
  readonly children: ComponentChildren
}

/** Fields that most works leave empty. What came into one of them opens it; only a person closes it again. */
export function FoldedWhileEmpty({ title, isEmpty, children }: FoldedWhileEmptyProps) {
  const [wasFilled] = useState(!isEmpty)
  const detailsRef = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    if (!isEmpty && detailsRef.current?.open === false) detailsRef.current.open = true
  }, [isEmpty])
  return (
    <details ref={detailsRef} class="folded" open={wasFilled}>
      <summary>{title}</summary>
      <div class="bare">{children}</div>
    </details>
  )
}
