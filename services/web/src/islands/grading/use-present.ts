import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { GradingStart } from './grading-start.ts'
import { placeOfCriterion } from './missing.ts'
import type { MissingSteps } from './missing-steps.ts'

interface Present {
  /** The index of the criterion as it is drawn; -1 while another work is drawn. */
  readonly drawn: number
  readonly now: () => number
  /** Called when the focus came into the criterion. */
  readonly follow: (index: number) => void
  readonly goTo: (index: number) => void
}

/** Knows at which criterion a person is. */
export function usePresent(
  { id, rubric }: GradingStart['assessment'],
  steps: MissingSteps,
  firstIndex: () => number,
): Present {
  const [opened, setOpened] = useState(() => ({ id, index: firstIndex() }))
  const indexRef = useRef(opened.index)
  const drawnRef = useRef('')

  function follow(index: number): void {
    const criterion = rubric.document.criteria[index]
    if (criterion === undefined) return
    indexRef.current = index
    steps.cameTo(placeOfCriterion(criterion.id))
    setOpened({ id, index })
  }

  // This runs together with the drawing: a key between the two would judge a criterion of the last work.
  useLayoutEffect(() => {
    if (drawnRef.current === id) return
    drawnRef.current = id
    steps.restart()
    follow(firstIndex())
    // Where the page scrolls as a whole it is shown from the heading on, and somebody may type already.
    const column = criterionAt(indexRef.current)?.closest('.judging') ?? null
    const isApart = column !== null && getComputedStyle(column).overflowY !== 'visible'
    if (isApart && !column.contains(document.activeElement)) show(indexRef.current)
  })

  return {
    drawn: opened.id === id ? opened.index : -1,
    now: () => indexRef.current,
    follow,
    goTo(index) {
      follow(index)
      criterionAt(index)?.focus()
      show(index)
    },
  }
}

export const criterionAt = (index: number): HTMLElement | undefined =>
  document.querySelectorAll<HTMLElement>('[data-criterion]')[index]

export const show = (index: number): void => criterionAt(index)?.scrollIntoView({ block: 'nearest' })
