import { languageName } from '../islands/display/formats.ts'
import { idOf, type FormLook } from '../islands/forms/form-look.ts'
import { LineNotes, RowButton } from '../islands/forms/fields.tsx'
import type { Visit } from '../http/visit.ts'
import { lineOf } from './graders-form.ts'
import type { CourseGrader } from './write-settings.ts'

/** What somebody grades, in words. Null for somebody who does not grade. */
export function describeGrader(
  grader: CourseGrader | null,
  { texts, locale }: Pick<Visit, 'texts' | 'locale'>,
): string {
  const { removed, worksOf, feedbackTo, which } = texts.graders
  if (grader === null) return removed
  const { languages, gradingTags, feedbackTags } = grader
  const tags = (list: readonly string[]) => (list.length === 0 ? which.none : list.join(', '))
  return [
    languages.map((code) => languageName(locale, code)).join(', '),
    ...(gradingTags ? [worksOf(tags(gradingTags))] : []),
    ...(feedbackTags ? [feedbackTo(tags(feedbackTags))] : []),
  ].join(' · ')
}

interface GraderLineProps {
  readonly look: FormLook
  readonly visit: Pick<Visit, 'texts' | 'locale'>
  readonly name: string
  readonly userId: number
  /** Null where this form removes them, and somebody else changed them. */
  readonly grader: CourseGrader | null
  /** How much they may grade as the settings stand; null for somebody whom they do not list. */
  readonly may: string | null
}

export function GraderLine({ look, visit, name, userId, grader, may }: GraderLineProps) {
  const { change, remove } = visit.texts.graders
  return (
    <li id={idOf(look, lineOf(userId))} tabIndex={-1} class="line">
      <span class="what">
        <b>{name}</b> <span class="quiet">{describeGrader(grader, visit)}</span>{' '}
        {may !== null && <span class="quiet small number">{may}</span>}
      </span>
      {grader !== null && (
        <span class="buttons">
          <RowButton press={`change:${userId}`} text={change} of={name} />
          <RowButton press={`remove:${userId}`} text={remove} of={name} />
        </span>
      )}
      <LineNotes name={lineOf(userId)} title={name} />
    </li>
  )
}
