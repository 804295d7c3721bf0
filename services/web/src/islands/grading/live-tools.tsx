import type { Texts } from '../../texts/texts.ts'
import type { Answer } from './ask.ts'
import type { GradingStart } from './grading-start.ts'
import { MoreOfWork } from './more-of-work.tsx'
import type { MoreOfSubmission } from './replies.ts'
import type { ChosenLines } from './work-lines.ts'

export const rooms = ['even', 'work', 'rubric'] as const
export type Room = (typeof rooms)[number]

interface LiveToolsProps {
  readonly texts: Texts
  readonly start: GradingStart
  /** The assessment that was open before in this tab. */
  readonly previous: string | null
  readonly chosen: ChosenLines | null
  readonly isFolded: boolean
  readonly room: Room
  readonly loadMore: () => Promise<Answer<MoreOfSubmission>>
  readonly onAnnotate: () => void
  readonly onFold: () => void
  readonly onRoom: (room: Room) => void
  readonly onKeys: () => void
}

/** What can be done with the work and with the page. Each has its key. */
export function LiveTools(props: LiveToolsProps) {
  const { texts, start, previous, chosen, isFolded, room, loadMore, onAnnotate, onFold, onRoom, onKeys } = props
  const { live } = texts
  return (
    <div class="tools">
      <MoreOfWork key={start.assessment.id} texts={texts} locale={start.locale} load={loadMore} />
      {previous !== null && (
        <a class="button small" href={`/grade/${previous}`}>
          {live.previous}
        </a>
      )}
      <button type="button" class="small" onClick={onAnnotate} disabled={chosen === null} aria-keyshortcuts="a">
        {chosen === null ? live.annotateNothing : live.annotate(chosen.first, chosen.last)}
      </button>
      <button type="button" class="small" aria-pressed={isFolded} onClick={onFold} aria-keyshortcuts="f">
        {live.fold}
      </button>
      <button
        type="button"
        class="small room"
        onClick={() => onRoom(rooms[(rooms.indexOf(room) + 1) % rooms.length] ?? 'even')}
      >
        {live.room[room]}
      </button>
      <button type="button" class="small" onClick={onKeys} aria-keyshortcuts="?">
        {live.keys}
      </button>
    </div>
  )
}
