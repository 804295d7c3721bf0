import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { Locale, Texts } from '../texts/texts.ts'
import type { FormState } from './form-state.ts'
import { localizedText } from './localized-text.ts'

/** A field whose two texts differ: what the person typed, and what stands now. */
export interface Difference {
  readonly name: string
  readonly own: string
  readonly other: string
}

/** Where what was typed differs from what stands now. */
export function differencesBetween(
  typed: FormState,
  now: FormState,
  { rubric }: Pick<Assessment, 'rubric'>,
  { texts, locale }: { readonly texts: Texts; readonly locale: Locale },
): Difference[] {
  const { comment, points, adjustment, privateNote, feedback } = texts.grading
  const criteria = rubric.document.criteria.flatMap((criterion) => {
    const own = typed.criteria[criterion.id]
    const other = now.criteria[criterion.id]
    const title = localizedText(criterion.title, locale)
    return [
      { name: title, own: chosenBy(criterion, own, locale), other: chosenBy(criterion, other, locale) },
      { name: `${title}: ${points}`, own: own?.points ?? '', other: other?.points ?? '' },
      { name: `${title}: ${comment}`, own: own?.comment ?? '', other: other?.comment ?? '' },
    ]
  })
  const annotationIds = [...new Set([...Object.keys(typed.annotations), ...Object.keys(now.annotations)])]
  return [
    ...criteria,
    { name: adjustment, own: adjustmentText(typed), other: adjustmentText(now) },
    { name: privateNote, own: typed.privateNote, other: now.privateNote },
    { name: feedback, own: typed.body, other: now.body },
    ...annotationIds.map((id) => ({
      name: texts.feedback.remarks(1),
      own: typed.annotations[id] ?? '',
      other: now.annotations[id] ?? '',
    })),
  ].filter(({ own, other }) => own !== other)
}

type Criterion = Assessment['rubric']['document']['criteria'][number]

function chosenBy(criterion: Criterion, fields: FormState['criteria'][string] | undefined, locale: Locale): string {
  if (fields === undefined || criterion.kind === 'points') return ''
  if (criterion.kind === 'levels')
    return criterion.levels
      .filter(({ id }) => id === fields.levelId)
      .map(({ title }) => localizedText(title, locale))
      .join()
  return criterion.checks
    .filter(({ id }) => (fields.checks[id] ?? 0) > 0)
    .map(({ id, title }) => `${localizedText(title, locale)} × ${fields.checks[id]}`)
    .join(', ')
}

const adjustmentText = ({ adjustment: { points, reason } }: FormState): string => [points, reason].join(' ').trim()
