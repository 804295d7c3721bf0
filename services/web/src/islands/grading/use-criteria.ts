import { jsonPath } from '@course-grading/domain/json/json-path'
import { useRef } from 'preact/hooks'
import { chooseByKey, choiceText } from './choose-by-key.ts'
import { fieldAt } from './field-at.ts'
import { paths } from './fields.ts'
import { fieldPathOf, gapsOf, isBelow } from './gaps.ts'
import type { GradingPage } from './grading-page.ts'
import type { Grading } from './grading-state.ts'
import { gapsIn } from './judgement.ts'

interface CriteriaTools {
  readonly step: (by: 1 | -1) => void
  /** Called when the focus came into the criterion. */
  readonly follow: (index: number) => void
  readonly goToComment: () => void
  /** Goes each time to the next thing that is missing. */
  readonly goToMissing: () => void
  readonly goToFirstMissing: () => void
  /** Chooses in the present criterion by number. Returns whether the key has done all that it does. */
  readonly choose: (index: number) => boolean
}

/** Knows at which criterion a person is, and does what keys do there. */
export function useCriteria(page: GradingPage, grading: Grading, announce: (text: string) => void): CriteriaTools {
  const atRef = useRef(-1)
  const missingAtRef = useRef(-1)
  const { texts, start, fields } = page
  const { locale, assessment } = start
  const { criteria } = assessment.rubric.document

  function goTo(index: number): void {
    const fieldset = document.querySelectorAll<HTMLElement>('[data-criterion]')[index]
    if (fieldset === undefined) return
    atRef.current = index
    fieldset.focus()
    fieldset.scrollIntoView({ block: 'nearest' })
  }

  function goToMissing(): void {
    const missing = gapsOf(gapsIn({ ...assessment, ...start.exercise }, grading.state().theirs, fields), fields, {
      texts,
      locale,
      rubric: assessment.rubric,
    })
    if (missing.length === 0) return
    missingAtRef.current = (missingAtRef.current + 1) % missing.length
    const path = missing[missingAtRef.current]?.path ?? ''
    const index = criteria.findIndex(({ id }) => isBelow(path, jsonPath(['scores', id])))
    if (index >= 0) goTo(index)
    else fieldAt(fieldPathOf(path))?.focus()
  }

  function choose(index: number): boolean {
    const criterion = criteria[Math.max(0, atRef.current)]
    if (criterion === undefined || page.isReadOnly || page.isPaused === true) return true
    if (atRef.current < 0) goTo(0)
    if (criterion.kind === 'points') {
      const field = fieldAt(paths.points(criterion.id))
      field?.focus()
      if (field instanceof HTMLInputElement) field.select()
      return false
    }
    const changes = chooseByKey(criterion, index, fields)
    if (changes === null) return true
    for (const [path, value] of Object.entries(changes)) grading.change(path, value)
    announce(choiceText(criterion, index, changes, { texts, locale }))
    return true
  }

  return {
    step: (by) => goTo(Math.max(0, Math.min(criteria.length - 1, atRef.current + by))),
    follow: (index) => {
      atRef.current = index
    },
    goToComment: () => {
      const field = fieldAt(paths.comment(criteria[Math.max(0, atRef.current)]?.id ?? ''))
      field?.focus()
      // The button of a folded comment opens it.
      field?.click()
    },
    goToMissing,
    goToFirstMissing: () => {
      missingAtRef.current = -1
      goToMissing()
    },
    choose,
  }
}
