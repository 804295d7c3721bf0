import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { Texts } from '../../texts/texts.ts'
import { type NamedFields, readName } from './field-names.ts'
import type { GradingStart } from './grading-start.ts'
import { type AnswerTitles, labelOf, shownText } from './name-of-field.ts'
import { fromNames, toNames } from './read-fields.ts'

/** What was typed, by names of fields, and from what. */
export interface Left {
  readonly base: NamedFields
  readonly mine: NamedFields
}

interface LeftFieldsProps {
  readonly texts: Texts
  readonly start: GradingStart
  readonly title: ComponentChildren
  readonly left: Left
  readonly answerTitles: AnswerTitles | undefined
  readonly onForget?: () => void
  /** What is said where nothing is left to copy. */
  readonly otherwise?: string
}

/** Shows what was typed and is not saved, to copy. */
export function LeftFields({ texts, start, title, left, answerTitles, onForget, otherwise }: LeftFieldsProps) {
  const { base, mine } = left
  const titleId = useId()
  const naming = { rubric: start.assessment.rubric, texts, locale: start.locale, answerTitles }
  const stands = toNames(start.fields)
  const all = fromNames({ ...stands, ...mine })
  const shown = Object.entries(mine).flatMap(([name, text]) => {
    const field = readName(name)
    const label = field && labelOf(field, all, naming)
    const isShown = text !== base[name] && text !== stands[name]
    return !isShown || field === null || label === null ? [] : [{ name, label, text: shownText(field, text, naming) }]
  })
  if (shown.length === 0 && !onForget && otherwise === undefined) return null
  return (
    <section class="notice" aria-labelledby={titleId}>
      <p id={titleId}>{title}</p>
      {shown.length === 0 && <p class="quiet">{otherwise}</p>}
      {shown.map(({ name, label, text }) => (
        <label key={name} class="area">
          {label}
          <textarea rows={3} readOnly autoComplete="off" value={text} />
        </label>
      ))}
      {onForget && (
        <button type="button" onClick={onForget}>
          {texts.live.left.forget}
        </button>
      )}
    </section>
  )
}
