import { Fresh } from '../display/fresh.tsx'
import type { Texts } from '../../texts/texts.ts'
import type { Answer } from './ask.ts'
import type { GradingStart } from './grading-start.ts'
import { KeyHint } from './key-hint.tsx'
import { shortcutOf } from './keys.ts'
import { MoreOfWork } from './more-of-work.tsx'
import type { AnswerTitles } from './name-of-field.ts'
import { ParkedDrafts } from './parked-drafts.tsx'
import type { MoreOfSubmission, ParkedSaves } from './replies.ts'
import { StepButtons } from './step-buttons.tsx'
import type { ChosenLines } from './chosen-lines.ts'

export const rooms = ['even', 'work', 'rubric'] as const
export type Room = (typeof rooms)[number]

interface LiveToolsProps {
  readonly texts: Texts
  readonly start: GradingStart
  readonly answerTitles: AnswerTitles | undefined
  /** The assessment that was open before in this tab. */
  readonly previous: string | null
  readonly chosen: ChosenLines | null
  readonly isFolded: boolean
  readonly room: Room
  readonly loadMore: () => Promise<Answer<MoreOfSubmission>>
  readonly loadParked: () => Promise<Answer<ParkedSaves>>
  readonly onAction: (action: 'annotate' | 'fold' | 'keys' | WorkStep) => void
  readonly onRoom: (room: Room) => void
  /** Whether a save of this person was refused and is kept. */
  readonly hasRefusedSaves: boolean
  readonly onMore: (more: MoreOfSubmission) => void
}

type WorkStep = 'previousFile' | 'nextFile' | 'previousAnnotation' | 'nextAnnotation'

export function LiveTools(props: LiveToolsProps) {
  const { texts, start, previous, chosen, isFolded, room, hasRefusedSaves, loadMore, loadParked } = props
  const { onAction, onRoom, onMore } = props
  const { live, work } = texts
  return (
    <div class="tools">
      <MoreOfWork key={start.assessment.id} texts={texts} locale={start.locale} load={loadMore} onCome={onMore} />
      {previous !== null && (
        <a class="button small" href={`/grade/${previous}`}>
          {live.previous}
        </a>
      )}
      <button
        type="button"
        class="small"
        onClick={() => onAction('annotate')}
        disabled={chosen === null}
        aria-keyshortcuts={shortcutOf('annotate')}
      >
        <Fresh text={chosen === null ? live.annotateNothing : live.annotate(chosen.first, chosen.last)} />{' '}
        <KeyHint action="annotate" />
      </button>
      <button
        type="button"
        class="small"
        aria-pressed={isFolded}
        onClick={() => onAction('fold')}
        aria-keyshortcuts={shortcutOf('fold')}
      >
        {live.fold} <KeyHint action="fold" />
      </button>
      <StepButtons texts={texts} name={work.files} back="previousFile" on="nextFile" onAction={onAction} />
      <StepButtons
        texts={texts}
        name={live.annotations}
        back="previousAnnotation"
        on="nextAnnotation"
        onAction={onAction}
      />
      <button
        type="button"
        class="small room"
        onClick={() => onRoom(rooms[(rooms.indexOf(room) + 1) % rooms.length] ?? 'even')}
      >
        <Fresh text={live.room[room]} />
      </button>
      <button type="button" class="small" onClick={() => onAction('keys')} aria-keyshortcuts={shortcutOf('keys')}>
        {live.keys} <KeyHint action="keys" />
      </button>
      {hasRefusedSaves && (
        <ParkedDrafts
          key={`parked-${start.assessment.id}`}
          texts={texts}
          start={start}
          answerTitles={props.answerTitles}
          load={loadParked}
        />
      )}
    </div>
  )
}
