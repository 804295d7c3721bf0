import { Fresh } from '../display/fresh.tsx'
import type { Gap } from './gaps.ts'

interface GapNotesProps {
  /** The id with which fields refer to these notes as their description. */
  readonly id: string
  readonly gaps: readonly Gap[]
}

/** Says beside a field what is wrong with it. */
export function GapNotes({ id, gaps }: GapNotesProps) {
  if (gaps.length === 0) return null
  return (
    <p id={id} class="error">
      <Fresh text={gaps.map(({ text }) => text).join(' ')} />
    </p>
  )
}
