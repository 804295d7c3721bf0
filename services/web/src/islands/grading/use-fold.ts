import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'

interface Fold {
  readonly isFolded: boolean
  /** Folds the work before the next drawing, so that an annotation that is gone to can have the focus. */
  readonly fold: (isIt: boolean) => void
  /** The element of the page by which the styles know it. */
  readonly foldedRef: RefObject<HTMLDivElement | null>
}

export function useFold(): Fold {
  const [isFolded, setIsFolded] = useState(false)
  const foldedRef = useRef<HTMLDivElement>(null)
  return {
    isFolded,
    foldedRef,
    fold(isIt) {
      setIsFolded(isIt)
      foldedRef.current?.setAttribute('data-folded', String(isIt))
    },
  }
}
