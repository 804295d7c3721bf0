import { useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks'
import type { Texts } from '../../texts/texts.ts'
import { WorkBox } from './work-box.tsx'
import { keepChoice, readChoice } from './browser.ts'
import type { Calls } from './calls.ts'
import { textFieldAt } from './field-at.ts'
import { paths } from './fields.ts'
import { filledFeedback } from './filled-feedback.ts'
import { gapsOf } from './gaps.ts'
import { GradingForm } from './grading-form.tsx'
import type { GradingPage } from './grading-page.ts'
import type { Grading } from './grading-state.ts'
import { emptiedIssue, gapsIn } from './judgement.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { emptiedAnnotations } from './patches.ts'
import { LeftFields } from './left-fields.tsx'
import { LiveActions } from './live-actions.tsx'
import { completedText, LiveNotices } from './live-notices.tsx'
import { LiveTools, type Room, rooms } from './live-tools.tsx'
import { RefusalNotice, type Refusal } from './refusal-notice.tsx'
import { PlainButtons } from './plain-buttons.tsx'
import { Preview } from './preview.tsx'
import type { Typed } from './saver.ts'
import type { MoreOfSubmission } from './replies.ts'
import { SnippetDialog } from './snippet-dialog.tsx'
import { TakeForm } from './take-form.tsx'
import { useActions } from './use-actions.ts'
import { StepButtons } from './step-buttons.tsx'
import { useAnnounced, useAnnouncedSaves } from './use-announced-saves.ts'
import { useCriteria } from './use-criteria.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useStorableText } from './use-storable-text.ts'
import { useSnippets } from './use-snippets.ts'
import { useWork } from './use-work.ts'

interface LivePageProps {
  readonly texts: Texts
  readonly grading: Grading
  readonly calls: Calls
  readonly drawn: string
  /** The reason for postponing, as it was typed before the script came. */
  readonly note: string
  /** Why the server drew the page again, until the person goes on. */
  readonly refusal: Refusal | null
  readonly previous: () => string | null
  readonly loadWork: () => Promise<string | null>
  readonly left: () => Typed | null
  readonly onForgetLeft: () => void
  readonly onGoOnHere: () => void
  /** Calls back at each change of the store, and each half minute. */
  readonly subscribe: (redraw: () => void) => () => void
}

const endedSaves: readonly string[] = ['lost', 'other-person']

/** The server's form with the script, whose fields save by themselves. */
export function LivePage(props: LivePageProps) {
  const { texts, grading, calls, drawn, refusal, previous, loadWork, onGoOnHere, subscribe } = props
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [isLive, setIsLive] = useState(false)
  const [hasKeysList, setHasKeysList] = useState(false)
  const [hasSingleKeys, setHasSingleKeys] = useState(() => readChoice('singleKeys') !== 'off')
  const [room, setRoom] = useState<Room>('even')
  const [hasRefusal, setHasRefusal] = useState(true)
  const [isFolded, setIsFolded] = useState(false)
  const [announced, announce] = useAnnounced()
  const [more, setMore] = useState<{ readonly of: string; readonly reply: MoreOfSubmission } | null>(null)
  const [refusedAt, setRefusedAt] = useState('')
  const foldedRef = useRef<HTMLDivElement>(null)

  const state = grading.state()
  const { start, fields, phase, save, isSecondTab, completed } = state
  const naming = { texts, locale: start.locale, rubric: start.assessment.rubric }
  const missing = gapsIn({ ...start.assessment, ...start.exercise }, state.theirs, fields)
  const gaps = state.issues.length > 0 ? gapsOf(state.issues, { ...fields, note: state.note }, naming) : []
  const emptied = emptiedAnnotations(state.theirs, fields).map(emptiedIssue)
  const known = more?.of === start.assessment.id ? more.reply : null
  const isPaused = phase !== 'grading'
  const isReadOnly = start.whose !== 'mine' || isSecondTab || endedSaves.includes(save)
  const ids = useMemo(
    () => ({
      userId: start.userId,
      assessmentId: start.assessment.id,
      feedbackId: start.feedback.id,
      courseId: start.assessment.courseId,
      exerciseId: start.assessment.exerciseId,
      submissionId: start.assessment.submissionId,
    }),
    [start],
  )
  const page: GradingPage = {
    texts,
    start,
    fields,
    gaps: gaps.length > 0 ? gaps : gapsOf(emptied, fields, naming),
    isReadOnly,
    latePenalty: known?.latePenalty ?? null,
    isPaused,
    announce,
    onField: isLive ? onField : undefined,
    onRemove: (id) => {
      grading.removeAnnotation(id)
      announce(texts.live.annotationRemoved)
    },
    removed: state.removed,
    onPutBack: () => {
      const id = state.removed?.annotationId
      grading.putBack()
      if (id !== undefined) work.goToOwn(id)
    },
    toolsOf: isLive && !isReadOnly ? toolsOf : undefined,
  }
  function onField(path: string, value: string): void {
    setHasRefusal(false)
    grading.change(path, value)
    snippets.noticed(path, value)
  }
  const work = useWork(page, texts, () => grading.state().fields)
  const snippets = useSnippets(page, { ids, calls, grading })
  const criteria = useCriteria(page, grading, announce)

  // The page subscribes before anything else can be typed, which the next drawing would overwrite unheard.
  useLayoutEffect(() => subscribe(() => redraw(undefined)), [subscribe])
  useLayoutEffect(() => {
    setIsLive(true)
    const kept = rooms.find((each) => each === readChoice('room'))
    if (kept !== undefined) setRoom(kept)
  }, [])
  // The boundary keeps what it refuses for these reasons.
  useLayoutEffect(() => {
    if (save === 'lost' || save === 'conflict') setRefusedAt(start.assessment.id)
  }, [save, start])
  useAnnouncedSaves(state, texts, announce)
  useStorableText(texts, announce)
  const [firstId] = useState(start.assessment.id)
  const openedRef = useRef(start.assessment.id)
  // This runs together with the drawing: a key between the two would land in the next assessment's text.
  useLayoutEffect(() => {
    if (openedRef.current === start.assessment.id) return
    openedRef.current = start.assessment.id
    announce(completed === null ? '' : completedText(completed, texts, start.locale))
    document.querySelector<HTMLElement>('#grading h1')?.focus()
  }, [start, announce, completed, texts])
  useKeptFocus()

  function insertInto(path: string): void {
    const field = textFieldAt(path)
    if (field === null) act('snippet')
    else snippets.open(field)
  }

  function toolsOf(path: string) {
    if (path === paths.privateNote) return null
    return (
      <span class="tools">
        <button type="button" class="small" onClick={() => insertInto(path)}>
          {texts.snippets.insert}
        </button>
        {path === paths.body && (
          <Preview
            texts={texts}
            language={start.feedback.language}
            load={() => calls.preview(ids, filledFeedback(start, fields))}
          />
        )}
      </span>
    )
  }

  /** Folds the work before the next drawing, so that an annotation that is gone to can have the focus. */
  function fold(isIt: boolean): void {
    setIsFolded(isIt)
    foldedRef.current?.setAttribute('data-folded', String(isIt))
  }

  const act = useActions({
    texts,
    grading,
    criteria,
    snippets,
    work,
    hasSingleKeys,
    isFolded,
    fold,
    showKeys: () => setHasKeysList(true),
    announce,
  })

  const steps = isLive && <StepButtons texts={texts} back="previousCriterion" on="nextCriterion" onAction={act} />
  const box = (
    <WorkBox
      key={start.assessment.id}
      title={texts.work.title}
      onDrawn={work.onDrawn}
      load={loadWork}
      loading={texts.work.loading}
      away={texts.work.away}
      again={texts.work.tryAgain}
    />
  )
  const before = isLive ? previous() : null
  const left = props.left()
  return (
    <>
      <GradingForm
        page={{ ...page, steps, present: isLive && !isReadOnly ? criteria.present : undefined }}
        drawn={drawn}
        room={room}
        notices={
          isLive && (
            <>
              {hasRefusal && refusal !== null && <RefusalNotice texts={texts} refusal={refusal} />}
              {left !== null && (
                <LeftFields
                  texts={texts}
                  start={start}
                  title={texts.live.left.title}
                  left={left}
                  onForget={props.onForgetLeft}
                />
              )}
              <LiveNotices texts={texts} state={state} grading={grading} gaps={gaps} onGoOnHere={onGoOnHere} />
              <LiveTools
                texts={texts}
                start={start}
                previous={before}
                chosen={isReadOnly ? null : work.chosen}
                isFolded={isFolded}
                room={room}
                loadMore={() => calls.more(ids)}
                loadParked={() => calls.parked(ids)}
                onAction={act}
                onRoom={(next) => {
                  setRoom(next)
                  keepChoice('room', next)
                }}
                hasRefusedSaves={known?.hasRefusedSaves === true || refusedAt === start.assessment.id}
                onMore={(reply) => setMore({ of: start.assessment.id, reply })}
              />
            </>
          )
        }
        work={box}
        actions={
          start.whose !== 'mine' ? (
            <TakeForm page={page} />
          ) : isLive ? (
            <LiveActions
              key={start.assessment.id}
              texts={texts}
              state={state}
              grading={grading}
              missing={missing.length}
              note={start.assessment.id === firstId ? props.note : ''}
              onMissing={() => act('missing')}
              onComplete={() => act('complete')}
            />
          ) : (
            <PlainButtons page={page} note="" />
          )
        }
      />
      {state.completed && (
        <form id="open-again" method="post" action={`/grade/${state.completed.assessmentId}/reopen`}>
          <input type="hidden" name="reason" value={texts.live.openAgainReason} />
        </form>
      )}
      {isLive && (
        <div ref={foldedRef} class="visually-hidden" aria-live="polite" data-folded={isFolded}>
          <span key={announced}>{announced}</span>
        </div>
      )}
      {isLive && (
        <SnippetDialog
          texts={texts}
          dialogRef={snippets.dialogRef}
          isOpen={snippets.isOpen}
          search={snippets.search}
          onChosen={snippets.insert}
        />
      )}
      {hasKeysList && (
        <KeysDialog
          texts={texts}
          hasSingleKeys={hasSingleKeys}
          onSingleKeys={(isOn) => {
            setHasSingleKeys(isOn)
            keepChoice('singleKeys', isOn ? 'on' : 'off')
          }}
          onClose={() => setHasKeysList(false)}
        />
      )}
    </>
  )
}
