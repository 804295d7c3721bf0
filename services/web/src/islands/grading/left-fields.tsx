import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { Texts } from '../../texts/texts.ts'
import type { GradingStart } from './grading-start.ts'
import { nameOfField, shownValue } from './name-of-field.ts'
import type { Typed } from './saver.ts'

interface LeftFieldsProps {
  readonly texts: Texts
  readonly start: GradingStart
  readonly title: ComponentChildren
  readonly left: Typed
  readonly onForget?: () => void
  /** What is said where nothing is left to copy. */
  readonly otherwise?: string
}

/** Shows what was typed and is not saved, to copy. */
export function LeftFields({ texts, start, title, left: { base, mine }, onForget, otherwise }: LeftFieldsProps) {
  const titleId = useId()
  const naming = { rubric: start.assessment.rubric, texts, locale: start.locale }
  const shown = Object.entries(mine).flatMap(([path, value]) => {
    const name = nameOfField(path, { ...start.fields, ...mine }, naming)
    const isShown = value !== base[path] && value !== start.fields[path]
    return !isShown || name === null ? [] : [{ path, name, value }]
  })
  if (shown.length === 0 && !onForget && otherwise === undefined) return null
  return (
    <section class="notice" aria-labelledby={titleId}>
      <p id={titleId}>{title}</p>
      {shown.length === 0 && <p class="quiet">{otherwise}</p>}
      {shown.map(({ path, name, value }) => (
        <label key={path} class="area">
          {name}
          <textarea rows={3} readOnly autoComplete="off" value={shownValue(path, value, naming)} />
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
