import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks'
import type { Texts } from '../../texts/texts.ts'
import { formatPoints } from '../formats.ts'
import { WorkBox } from '../work-box.tsx'
import { keepChoice, readChoice } from './browser.ts'
import type { Calls } from './calls.ts'
import { chooseByKey, choiceText } from './choose-by-key.ts'
import { paths, snippetText } from './fields.ts'
import { gapsOf } from './gaps.ts'
import { GradingForm } from './grading-form.tsx'
import type { GradingPage } from './grading-page.ts'
import type { Grading } from './grading-state.ts'
import { insertText } from './insert-text.ts'
import { gapsIn, judgeFields } from './judgement.ts'
import type { KeyAction } from './keys.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { LeftFields } from './left-fields.tsx'
import { LiveActions } from './live-actions.tsx'
import { LiveNotices } from './live-notices.tsx'
import { LiveTools, type Room, rooms } from './live-tools.tsx'
import { PlainButtons } from './plain-buttons.tsx'
import { Preview } from './preview.tsx'
import type { Typed } from './saver.ts'
import { SnippetDialog } from './snippet-dialog.tsx'
import { TakeForm } from './take-form.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { useKeys } from './use-keys.ts'
import { useWork } from './use-work.ts'

interface LivePageProps {
  readonly texts: Texts
  readonly grading: Grading
  readonly calls: Calls
  readonly drawn: string
  readonly previous: () => string | null
  readonly loadWork: () => Promise<string | null>
  readonly left: () => Typed | null
  readonly onForgetLeft: () => void
  readonly onGoOnHere: () => void
  /** Calls back at each change of the store, and each half minute. */
  readonly subscribe: (redraw: () => void) => () => void
}

const endedSaves: readonly string[] = ['lost', 'other-person']

/** The grading page with its script: the form of the server, whose fields now save by themselves. */
export function LivePage(props: LivePageProps) {
  const { texts, grading, calls, drawn, previous, loadWork, onGoOnHere, subscribe } = props
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [isLive, setIsLive] = useState(false)
  const [hasKeysList, setHasKeysList] = useState(false)
  const [hasSingleKeys, setHasSingleKeys] = useState(() => readChoice('singleKeys') !== 'off')
  const [room, setRoom] = useState<Room>('even')
  const [isFolded, setIsFolded] = useState(false)
  const [snippetPath, setSnippetPath] = useState<string | null>(null)
  const [announced, announce] = useState('')
  const criterionAtRef = useRef(-1)
  const missingAtRef = useRef(-1)
  const caretRef = useRef({ from: 0, to: 0 })
  const snippetDialogRef = useRef<HTMLDialogElement>(null)
  const foldedRef = useRef<HTMLDivElement>(null)

  const state = grading.state()
  const { start, fields, phase, save, isSecondTab } = state
  const { criteria } = start.assessment.rubric.document
  const naming = { texts, locale: start.locale, rubric: start.assessment.rubric }
  const missing = gapsIn({ ...start.assessment, ...start.exercise }, fields)
  const gaps = gapsOf(state.issues, naming)
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
  const search = useCallback(
    (q: string) => {
      const criterion = snippetPath === null ? undefined : /^scores\/([^/]+)/.exec(snippetPath)?.[1]
      return calls.snippets(ids, {
        q,
        language: start.feedback.language,
        ...(criterion !== undefined && { criterion }),
      })
    },
    [calls, ids, snippetPath, start],
  )
  const page: GradingPage = {
    texts,
    start,
    fields,
    gaps,
    isReadOnly,
    isPaused,
    onField: isLive ? (path, value) => grading.change(path, value) : undefined,
    toolsOf: isLive && !isReadOnly ? toolsOf : undefined,
  }
  const work = useWork(page, texts, () => grading.state().fields)

  // Before anything else can be typed: it would not be heard, and overwritten by the next drawing.
  useLayoutEffect(() => subscribe(() => redraw(undefined)), [subscribe])
  useLayoutEffect(() => {
    setIsLive(true)
    const kept = rooms.find((each) => each === readChoice('room'))
    if (kept !== undefined) setRoom(kept)
  }, [])
  useAnnouncedSaves(save, texts, announce)
  const openedRef = useRef(start.assessment.id)
  // Together with the drawing: a key that comes between the two would land in the next one's text.
  useLayoutEffect(() => {
    if (openedRef.current === start.assessment.id) return
    openedRef.current = start.assessment.id
    document.querySelector<HTMLElement>('#grading h1')?.focus()
  }, [start])
  useKeptFocus()

  function toolsOf(path: string) {
    if (path === paths.privateNote) return null
    return (
      <span class="tools">
        <button type="button" class="small" onClick={() => openSnippets(path)}>
          {texts.snippets.insert}
        </button>
        {path === paths.body && (
          <Preview texts={texts} language={start.feedback.language} load={() => calls.preview(ids, filled())} />
        )}
      </span>
    )
  }

  /** What is known of the placeholders now. */
  function filled(): string {
    const { points } = judgeFields({ ...start.assessment, ...start.exercise }, fields)
    const shown = (value: number): string => formatPoints(start.locale, value)
    return (fields[paths.body] ?? '')
      .replaceAll('{{points}}', shown(points))
      .replaceAll('{{maxPoints}}', shown(start.assessment.rubric.document.maxPoints))
      .replaceAll('{{exerciseName}}', start.shown.exercise)
  }

  function openSnippets(path: string): void {
    if (isReadOnly || isPaused) return
    const field = fieldAt(path)
    caretRef.current = { from: field?.selectionStart ?? 0, to: field?.selectionEnd ?? 0 }
    // At once, so that the next key is in the search already.
    snippetDialogRef.current?.showModal()
    setSnippetPath(path)
  }

  function insertSnippet(text: string | null, id: string | null): void {
    const path = snippetPath
    setSnippetPath(null)
    if (path === null) return
    const field = fieldAt(path)
    if (text !== null) {
      const inserted = insertText(fields[path] ?? '', caretRef.current, text)
      grading.change(path, inserted.text)
      const criterion = /^scores\/([^/]+)\/comment$/.exec(path)?.[1]
      if (criterion !== undefined && id !== null)
        grading.change(paths.snippet(criterion), snippetText({ snippetId: id, edited: inserted.text !== text }))
      // At once, so that the next key comes after it.
      if (field !== null) field.value = inserted.text
      field?.setSelectionRange(inserted.caret, inserted.caret)
    }
    field?.focus()
  }

  function goToCriterion(index: number): void {
    const fieldset = document.querySelectorAll<HTMLElement>('[data-criterion]')[index]
    if (fieldset === undefined) return
    criterionAtRef.current = index
    fieldset.focus()
    fieldset.scrollIntoView({ block: 'nearest' })
  }

  function goToMissing(): void {
    const paths = gapsOf(missing, naming).map(({ path }) => path)
    if (paths.length === 0) return
    missingAtRef.current = (missingAtRef.current + 1) % paths.length
    const path = paths[missingAtRef.current] ?? ''
    const index = criteria.findIndex(({ id }) => path === `$.scores.${id}` || path.startsWith(`$.scores.${id}.`))
    if (index >= 0) goToCriterion(index)
    else document.querySelector<HTMLElement>(`[name="${path.slice(2).replace('.', '/')}"]`)?.focus()
  }

  /** By what is named, since what a key changed may be out of sight. */
  function choose(index: number): boolean {
    const criterion = criteria[Math.max(0, criterionAtRef.current)]
    if (criterion === undefined || isReadOnly || isPaused) return true
    if (criterionAtRef.current < 0) goToCriterion(0)
    if (criterion.kind === 'points') {
      const field = fieldAt(paths.points(criterion.id))
      field?.focus()
      field?.select()
      return false
    }
    const changes = chooseByKey(criterion, index, fields)
    if (changes === null) return true
    for (const [path, value] of Object.entries(changes)) grading.change(path, value)
    announce(choiceText(criterion, index, changes, { texts, locale: start.locale }))
    return true
  }

  /** At once, so that an annotation that is gone to can have the focus. */
  function fold(isIt: boolean): void {
    setIsFolded(isIt)
    foldedRef.current?.setAttribute('data-folded', String(isIt))
  }

  function annotate(): void {
    fold(false)
    work.annotate()
  }

  function goToAnnotation(step: 1 | -1): void {
    fold(false)
    work.goToAnnotation(step)
  }

  async function complete(): Promise<void> {
    missingAtRef.current = -1
    await grading.complete()
    if (grading.state().stop === 'gaps') goToMissing()
  }

  const actions: Record<Exclude<KeyAction, 'choose'>, () => void> = {
    nextCriterion: () => goToCriterion(Math.min(criteria.length - 1, criterionAtRef.current + 1)),
    previousCriterion: () => goToCriterion(Math.max(0, criterionAtRef.current - 1)),
    comment: () => fieldAt(paths.comment(criteria[Math.max(0, criterionAtRef.current)]?.id ?? ''))?.focus(),
    missing: goToMissing,
    previousFile: () => work.goToFile(-1),
    nextFile: () => work.goToFile(1),
    nextAnnotation: () => goToAnnotation(1),
    previousAnnotation: () => goToAnnotation(-1),
    annotate,
    fold: () => fold(!isFolded),
    keys: () => setHasKeysList(true),
    complete: () => void complete(),
    save: () => void grading.saveNow(),
    snippet: () => openSnippets(nameOfFocused() ?? paths.body),
    back: () => work.goBack(document.activeElement),
  }
  useKeys({
    hasSingleKeys,
    onAny: grading.wasActive,
    onAction: ({ action, index = 0 }) => {
      if (action === 'choose') return choose(index)
      actions[action]()
      return true
    },
    onCriterion: (index) => {
      criterionAtRef.current = index
    },
  })

  const box = (
    <WorkBox
      key={start.assessment.id}
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
        page={page}
        drawn={drawn}
        room={room}
        notices={
          isLive && (
            <>
              {left !== null && <LeftFields texts={texts} start={start} left={left} onForget={props.onForgetLeft} />}
              <LiveNotices texts={texts} state={state} grading={grading} gaps={gaps} onGoOnHere={onGoOnHere} />
              <LiveTools
                texts={texts}
                start={start}
                previous={before}
                chosen={isReadOnly ? null : work.chosen}
                isFolded={isFolded}
                room={room}
                loadMore={() => calls.more(ids)}
                onAnnotate={annotate}
                onFold={() => fold(!isFolded)}
                onRoom={(next) => {
                  setRoom(next)
                  keepChoice('room', next)
                }}
                onKeys={() => setHasKeysList(true)}
              />
            </>
          )
        }
        work={box}
        actions={
          start.whose !== 'mine' ? (
            <TakeForm page={page} reason="" />
          ) : isLive ? (
            <LiveActions
              key={start.assessment.id}
              texts={texts}
              state={state}
              grading={grading}
              missing={missing.length}
              onMissing={goToMissing}
              onComplete={() => void complete()}
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
          {announced}
        </div>
      )}
      {isLive && (
        <SnippetDialog
          texts={texts}
          dialogRef={snippetDialogRef}
          isOpen={snippetPath !== null}
          search={search}
          onChosen={(snippet) => insertSnippet(snippet?.text ?? null, snippet?.id ?? null)}
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

/** Failures, conflicts and recovery are said; what went well is not. */
function useAnnouncedSaves(save: string, { live }: Texts, announce: (text: string) => void): void {
  const lastRef = useRef(save)
  useEffect(() => {
    const was = lastRef.current
    lastRef.current = save
    if (save === was) return
    if (save === 'away' || save === 'conflict' || save === 'refused') announce(live[save])
    if (save === 'saved' && (was === 'away' || was === 'conflict')) announce(live.again)
  }, [save, live, announce])
}

const fieldAt = (path: string): HTMLTextAreaElement | null =>
  document.querySelector<HTMLTextAreaElement>(`[name="${CSS.escape(path)}"]`)

function nameOfFocused(): string | null {
  const { activeElement } = document
  return activeElement instanceof HTMLTextAreaElement &&
    activeElement.name !== '' &&
    activeElement.name !== paths.privateNote
    ? activeElement.name
    : null
}
