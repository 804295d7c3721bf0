import type { Texts } from '../../texts/texts.ts'
import type { Gap } from './gaps.ts'

/** A field whose two texts differ: what the person typed, and what stands now. */
export interface Difference {
  readonly name: string
  readonly own: string
  readonly other: string
}

/** Why the page was drawn again instead of going on. */
export interface Refusal {
  readonly message: string
  /** What is missing or wrong, a sentence each. */
  readonly gaps: readonly Gap[]
  /** Where somebody else's text stands beside what was typed. */
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
            <b>{mine}</b> {own}
          </p>
          <p>
            <b>{theirs}</b> {other}
          </p>
        </fieldset>
      ))}
    </div>
  )
}
