import { Fresh } from '../display/fresh.tsx'
import { useState } from 'preact/hooks'
import type { Texts } from '../../texts/texts.ts'
import { TimeIn } from '../display/time.tsx'
import type { Grading, GradingState } from './grading-state.ts'
import { completeName } from './complete-name.ts'
import { fieldId } from './field-id.ts'
import { KeyHint } from './key-hint.tsx'
import { shortcutOf } from './keys.ts'
import { PostponeFold } from './postpone-fold.tsx'
import { stepText } from './step-text.ts'
import { whyReadOnly } from './why-dropped.ts'

interface LiveActionsProps {
  readonly texts: Texts
  readonly state: GradingState
  readonly grading: Grading
  readonly missing: number
  /** The reason for postponing, as it was typed before the script came. */
  readonly note: string
  readonly onMissing: () => void
  readonly onComplete: () => void
}

export function LiveActions({
  texts,
  state,
  grading,
  missing,
  note: typedNote,
  onMissing,
  onComplete,
}: LiveActionsProps) {
  const { buttons, note: noteName } = texts.grading
  const { live } = texts
  const { start, save, phase } = state
  const step = stepText(phase, texts)
  const isReadOnly = whyReadOnly(state, texts) !== null
  const [note, setNote] = useState(typedNote)
  const [isNoteTyped] = useState(typedNote !== '')
  // The button stays while it has the focus, which would be lost with it.
  const [isSaveFocused, setIsSaveFocused] = useState(false)
  const saving = (
    <output class={`save-state ${save}`} aria-live="off">
      {step ?? <SaveText state={state} texts={texts} />}
    </output>
  )
  const reason = (
    <label>
      {noteName}{' '}
      <input
        id={fieldId(state, 'note')}
        name="note"
        value={note}
        readOnly={isReadOnly || step !== null}
        onInput={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </label>
  )
  // Nothing can be done here then, as the notices say. What was typed stays to copy.
  if (isReadOnly)
    return (
      <>
        {saving}
        {note !== '' && <span class="buttons">{reason}</span>}
      </>
    )
  return (
    <>
      {saving}
      <span class="buttons">
        {missing > 0 && (
          <button type="button" class="plain" onClick={onMissing} aria-keyshortcuts={shortcutOf('missing')}>
            <Fresh text={live.missing(missing)} /> <KeyHint action="missing" />
          </button>
        )}
        {(save !== 'saved' || isSaveFocused) && (
          <button
            type="button"
            onClick={() => void grading.saveNow()}
            onFocus={() => setIsSaveFocused(true)}
            onBlur={() => setIsSaveFocused(false)}
            aria-keyshortcuts={shortcutOf('save')}
          >
            {buttons.save}
          </button>
        )}
        <PostponeFold texts={texts} isOpen={isNoteTyped}>
          {reason}
          <button type="button" onClick={() => void grading.leave('postpone', note)}>
            {buttons.postpone}
          </button>
        </PostponeFold>
        <button type="button" onClick={() => void grading.leave('handBack', '')}>
          {buttons.handBack}
        </button>
        {!start.assessment.gone && (
          <button
            type="button"
            class="main"
            // The second press of a double click may come after the next assessment is drawn.
            onClick={({ detail }) => detail < 2 && onComplete()}
            aria-keyshortcuts={shortcutOf('complete')}
          >
            {completeName(start, texts)} <KeyHint action="complete" />
          </button>
        )}
      </span>
    </>
  )
}

function SaveText({ state: { save, savedAt }, texts: { live } }: Pick<LiveActionsProps, 'state' | 'texts'>) {
  switch (save) {
    case 'saved':
      return savedAt === null ? (
        <Fresh text={live.saved('')} />
      ) : (
        <span key={savedAt}>
          <TimeIn text={live.saved} at={savedAt} as="time of day" />
        </span>
      )
    case 'unfinished':
    case 'unsaved':
    case 'saving':
    case 'away':
    case 'conflict':
    case 'refused':
      return <Fresh text={live[save]} />
    case 'signed-out':
      return <Fresh text={live.signedOutState} />
    case 'lost':
    case 'other-person':
      return <Fresh text={live.stopped} />
  }
}
