import { useMemo, useState } from 'preact/hooks'
import type { Texts } from '../../texts/texts.ts'
import { WorkBox } from './work-box.tsx'
import { annotationRemoval } from './annotation-removal.ts'
import { type Calls, idsOf } from './calls.ts'
import type { Change } from './fields.ts'
import { GradingForm } from './grading-form.tsx'
import type { GradingPage } from './grading-page.ts'
import type { AnswerTitles } from './name-of-field.ts'
import type { Grading } from './grading-state.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { type Left, LeftFields } from './left-fields.tsx'
import { LiveActions } from './live-actions.tsx'
import { liveGaps } from './live-gaps.ts'
import { LiveNotices } from './live-notices.tsx'
import { LiveTools } from './live-tools.tsx'
import { RefusalNotice, type Refusal } from './refusal-notice.tsx'
import { PlainButtons } from './plain-buttons.tsx'
import { SnippetDialog } from './snippet-dialog.tsx'
import { TakeForm } from './take-form.tsx'
import { TextTools } from './text-tools.tsx'
import { useActions } from './use-actions.ts'
import { StepButtons } from './step-buttons.tsx'
import { useAnnounced, useAnnouncedSaves } from './use-announced-saves.ts'
import { useRoom, useSingleKeys } from './use-choices.ts'
import { useCriteria } from './use-criteria.ts'
import { useFold } from './use-fold.ts'
import { useLive } from './use-live.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useMore } from './use-more.ts'
import { useOpened } from './use-opened.ts'
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
  readonly left: () => Left | null
  readonly onForgetLeft: () => void
  readonly onGoOnHere: () => void
  /** Calls back at each change of the store, and each half minute. */
  readonly subscribe: (redraw: () => void) => () => void
}

const endedSaves: readonly string[] = ['lost', 'other-person']

/** The server's form with the script, whose fields save by themselves. */
export function LivePage(props: LivePageProps) {
  const { texts, grading, calls, drawn, refusal, previous, loadWork, onGoOnHere, subscribe } = props
  const isLive = useLive(subscribe)
  const [hasKeysList, setHasKeysList] = useState(false)
  const [hasRefusal, setHasRefusal] = useState(true)
  const [hasSingleKeys, setHasSingleKeys] = useSingleKeys()
  const [announced, announce] = useAnnounced()
  const { isFolded, fold, foldedRef } = useFold()

  const state = grading.state()
  const { start } = state
  const [firstId] = useState(start.assessment.id)
  const more = useMore(state)
  const [answerTitles, setAnswerTitles] = useState<AnswerTitles>()
  const gaps = liveGaps(state, texts, answerTitles)
  const ids = useMemo(() => idsOf(start), [start])
  const isReadOnly = start.whose !== 'mine' || state.isSecondTab || endedSaves.includes(state.save)
  const page: GradingPage = {
    texts,
    start,
    fields: state.fields,
    gaps: gaps.shown,
    isReadOnly,
    answerTitles,
    ...more.shown,
    isPaused: state.phase !== 'grading',
    announce,
    ...annotationRemoval(grading, texts, { announce, goTo: (id) => work.goToOwn(id) }),
    onChange: isLive ? onChange : undefined,
    toolsOf: isLive && !isReadOnly ? toolsOf : undefined,
  }
  function onChange(change: Change): void {
    setHasRefusal(false)
    const before = grading.state().fields
    grading.change(change)
    snippets.noticed(before, grading.state().fields)
  }
  function toolsOf(name: string) {
    return (
      <TextTools
        page={page}
        name={name}
        ids={ids}
        calls={calls}
        onInsert={snippets.open}
        onUnwritable={() => act('snippet')}
      />
    )
  }
  const work = useWork({ page, texts, fieldsNow: () => grading.state().fields, onTitles: setAnswerTitles })
  const snippets = useSnippets(page, { ids, calls, grading })
  const criteria = useCriteria(page, grading, announce)

  const [room, setRoom] = useRoom()
  useAnnouncedSaves(state, texts, announce)
  useStorableText(texts, announce)
  useOpened(state, texts, announce)
  useKeptFocus()

  const showKeys = (): void => setHasKeysList(true)
  const ports = { texts, grading, criteria, snippets, work, hasSingleKeys, isFolded, fold, showKeys, announce }
  const act = useActions(ports)
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
                  answerTitles={answerTitles}
                  onForget={props.onForgetLeft}
                />
              )}
              <LiveNotices
                texts={texts}
                state={state}
                grading={grading}
                gaps={gaps.refused}
                answerTitles={answerTitles}
                onGoOnHere={onGoOnHere}
              />
              <LiveTools
                texts={texts}
                start={start}
                answerTitles={answerTitles}
                previous={previous()}
                chosen={isReadOnly ? null : work.chosen}
                isFolded={isFolded}
                room={room}
                loadMore={() => calls.more(ids)}
                loadParked={() => calls.parked(ids)}
                onAction={act}
                onRoom={setRoom}
                hasRefusedSaves={more.hasRefusedSaves}
                onMore={more.onMore}
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
              missing={gaps.missing}
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
          onSingleKeys={setHasSingleKeys}
          onClose={() => setHasKeysList(false)}
        />
      )}
    </>
  )
}
