import type { Texts } from '../../texts/texts.ts'
import type { Gap } from './gaps.ts'

/** A field whose typed text differs from what the server has now. */
export interface Difference {
  readonly name: string
  readonly own: string
  readonly other: string
}

/** Why the page was drawn again instead of going on. */
export interface Refusal {
  readonly message: string
  readonly gaps: readonly Gap[]
  readonly differences: readonly Difference[]
}

interface RefusalNoticeProps {
  readonly texts: Texts
  readonly refusal: Refusal
}

export function RefusalNotice({ texts, refusal: { message, gaps, differences } }: RefusalNoticeProps) {
  const { mine, theirs } = texts.grading
  return (
    <div class="notice" role="alert">
      <p>{message}</p>
      {gaps.length > 0 && (
        <ul>
          {gaps.map(({ path, text }) => (
            <li key={path}>{text}</li>
          ))}
        </ul>
      )}
      {differences.map(({ name, own, other }) => (
        <fieldset key={name}>
          <legend>{name}</legend>
          <p>
            <b>{mine}</b> {own || '–'}
          </p>
          <p>
            <b>{theirs}</b> {other || '–'}
          </p>
        </fieldset>
      ))}
    </div>
  )
}
