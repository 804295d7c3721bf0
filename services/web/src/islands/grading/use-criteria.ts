import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { chooseByKey, choiceText } from './choose-by-key.ts'
import { fieldAt, goToElement } from './field-at.ts'
import { paths } from './fields.ts'
import type { GradingPage } from './grading-page.ts'
import type { Grading } from './grading-state.ts'
import { gapsIn } from './judgement.ts'
import { type FormPlace, missingPlaces, nextMissing, placeOfCriterion } from './missing.ts'

interface CriteriaTools {
  /** The index of the criterion that keys judge. */
  readonly present: number
  /** Returns whether there is a criterion in that direction. */
  readonly step: (by: 1 | -1) => boolean
  /** Called when the focus came into the criterion. */
  readonly follow: (index: number) => void
  readonly goToComment: () => void
  /** Goes each time to the next thing that is missing. Returns whether there is one. */
  readonly goToMissing: () => boolean
  readonly goToFirstMissing: () => void
  /** Chooses in the present criterion by number. Returns whether the key has done all that it does. */
  readonly choose: (index: number) => boolean
}

/** Knows at which criterion a person is, and does what keys do there. A work opens at the first one that is missing. */
export function useCriteria(page: GradingPage, grading: Grading, announce: (text: string) => void): CriteriaTools {
  const { texts, start } = page
  const { locale, assessment } = start
  const { criteria } = assessment.rubric.document
  const missing = (): FormPlace[] =>
    missingPlaces(
      gapsIn({ ...assessment, ...start.exercise }, grading.state().theirs, grading.state().fields),
      criteria,
    )
  const indexOf = (place: FormPlace): number => criteria.findIndex(({ id }) => placeOfCriterion(id) === place)
  const firstIndex = (): number => Math.max(0, indexOf(missing()[0] ?? ''))
  const [opened, setOpened] = useState(() => ({ id: assessment.id, present: firstIndex() }))
  const presentRef = useRef(opened.present)
  const drawnRef = useRef('')
  /** Where the next thing missing is looked for from, and whether `m` led there. */
  const lookRef = useRef({ from: '', isThere: false })

  function follow(present: number): void {
    const id = criteria[present]?.id
    if (id === undefined) return
    presentRef.current = present
    const from = placeOfCriterion(id)
    if (lookRef.current.from !== from) lookRef.current = { from, isThere: false }
    setOpened({ id: assessment.id, present })
  }

  // This runs together with the drawing: a key between the two would judge a criterion of the last work.
  useLayoutEffect(() => {
    if (drawnRef.current === assessment.id) return
    drawnRef.current = assessment.id
    lookRef.current = { from: '', isThere: false }
    follow(firstIndex())
    // Where the page scrolls as a whole it is shown from the heading on, and somebody may type already.
    const column = criterionAt(presentRef.current)?.closest('.judging') ?? null
    const isApart = column !== null && getComputedStyle(column).overflowY !== 'visible'
    if (isApart && !column.contains(document.activeElement)) show(presentRef.current)
  })

  function goTo(index: number): void {
    follow(index)
    criterionAt(index)?.focus()
    show(index)
  }

  function goToPlace(place: FormPlace): void {
    const index = indexOf(place)
    if (index >= 0) goTo(index)
    else goToElement(fieldAt(place))
    lookRef.current = { from: place, isThere: true }
  }

  function goToMissing(): boolean {
    const { from, isThere } = lookRef.current
    const hasFocus = criterionAt(indexOf(from))?.contains(document.activeElement) === true
    const next = nextMissing(missing(), { from, isThere: isThere || hasFocus, criteria })
    if (next !== undefined) goToPlace(next)
    return next !== undefined
  }

  function choose(index: number): boolean {
    const criterion = criteria[presentRef.current]
    if (criterion === undefined) return true
    show(presentRef.current)
    if (criterion.kind === 'points') {
      const field = fieldAt(paths.points(criterion.id))
      field?.focus()
      if (field instanceof HTMLInputElement) field.select()
      return false
    }
    const changes = chooseByKey(criterion, index, grading.state().fields)
    for (const [path, value] of Object.entries(changes ?? {})) grading.change(path, value)
    announce(choiceText(criterion, index, changes, { texts, locale }))
    return true
  }

  return {
    present: opened.id === assessment.id ? opened.present : -1,
    step(by) {
      const next = presentRef.current + by
      goTo(Math.max(0, Math.min(criteria.length - 1, next)))
      return criteria[next] !== undefined
    },
    follow,
    goToComment() {
      const field = fieldAt(paths.comment(criteria[presentRef.current]?.id ?? ''))
      field?.focus()
      // The button of a folded comment opens it.
      field?.click()
    },
    goToMissing,
    goToFirstMissing() {
      const [first] = missing()
      if (first !== undefined) goToPlace(first)
    },
    choose,
  }
}

const criterionAt = (index: number): HTMLElement | undefined =>
  document.querySelectorAll<HTMLElement>('[data-criterion]')[index]

const show = (index: number): void => criterionAt(index)?.scrollIntoView({ block: 'nearest' })
