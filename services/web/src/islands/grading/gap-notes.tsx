import type { Gap } from './gaps.ts'

interface GapNotesProps {
  /** By which the fields are described. */
  readonly id: string
  readonly gaps: readonly Gap[]
}

/** What is wrong with a field, beside it. */
export function GapNotes({ id, gaps }: GapNotesProps) {
  if (gaps.length === 0) return null
  return (
    <p id={id} class="error">
      {gaps.map(({ text }) => text).join(' ')}
    </p>
  )
}
