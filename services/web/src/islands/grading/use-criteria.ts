import { useState } from 'preact/hooks'
import { chooseByKey, choiceText } from './choose-by-key.ts'
import { fieldAt, goToElement } from './field-at.ts'
import { names } from './field-names.ts'
import { scoreOf, withScore } from './fields.ts'
import type { GradingPage } from './grading-page.ts'
import type { Grading } from './grading-state.ts'
import { gapsIn } from './judgement.ts'
import { type FormPlace, missingPlaces, placeOfCriterion } from './missing.ts'
import { MissingSteps } from './missing-steps.ts'
import { criterionAt, show, usePresent } from './use-present.ts'

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

/** What keys do at the criteria. A work opens at the first one that is missing. */
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
  const [steps] = useState(() => new MissingSteps())
  const present = usePresent(assessment, steps, () => Math.max(0, indexOf(missing()[0] ?? '')))

  function goToPlace(place: FormPlace | undefined): boolean {
    if (place === undefined) return false
    const index = indexOf(place)
    if (index >= 0) present.goTo(index)
    else goToElement(fieldAt(place))
    steps.ledTo(place)
    return true
  }

  return {
    present: present.drawn,
    step(by) {
      const next = present.now() + by
      present.goTo(Math.max(0, Math.min(criteria.length - 1, next)))
      return criteria[next] !== undefined
    },
    follow: present.follow,
    goToComment() {
      const field = fieldAt(names.comment(criteria[present.now()]?.id ?? ''))
      field?.focus()
      // The button of a folded comment opens it.
      field?.click()
    },
    goToMissing() {
      const hasFocus = criterionAt(indexOf(steps.from))?.contains(document.activeElement) === true
      return goToPlace(steps.next(missing(), { criteria, hasFocus }))
    },
    goToFirstMissing: () => void goToPlace(missing()[0]),
    choose(index) {
      const criterion = criteria[present.now()]
      if (criterion === undefined) return true
      show(present.now())
      if (criterion.kind === 'points') return goToPoints(criterion.id)
      const score = chooseByKey(criterion, index, scoreOf(grading.state().fields, criterion.id))
      if (score !== null) grading.change(withScore(criterion.id, () => score))
      announce(choiceText(criterion, index, score, { texts, locale }))
      return true
    },
  }
}

/** The digit is then typed into the field. */
function goToPoints(criterionId: string): false {
  const field = fieldAt(names.points(criterionId))
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
  return false
}
