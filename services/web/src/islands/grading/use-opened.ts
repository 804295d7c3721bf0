import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Texts } from '../../texts/texts.ts'
import type { GradingState } from './grading-state.ts'
import { completedText } from './live-notices.tsx'

/** When another assessment was opened in place of the last one, the focus goes to its heading, and what was completed is said. */
export function useOpened(
  { start, completed }: Pick<GradingState, 'start' | 'completed'>,
  texts: Texts,
  announce: (text: string) => void,
): void {
  const openedRef = useRef(start.assessment.id)
  // This runs together with the drawing: a key between the two would land in the next assessment's text.
  useLayoutEffect(() => {
    if (openedRef.current === start.assessment.id) return
    openedRef.current = start.assessment.id
    announce(completed === null ? '' : completedText(completed, texts, start.locale))
    document.querySelector<HTMLElement>('#grading h1')?.focus()
  }, [start, announce, completed, texts])
}
