import { hydrate } from 'preact'
import { loadTexts } from '../texts/load-texts.ts'
import type { Texts } from '../texts/texts.ts'
import { ClockContext } from './display/clock.ts'
import { post } from './grading/ask.ts'
import { createDraftKeeper } from './rubric/draft-keeper.ts'
import { createDraftSaver, type DraftSaver, keyOf } from './rubric/draft-saver.ts'
import { type EditorState, shownFields, withField } from './rubric/editor-state.ts'
import { type EditorHandle, LiveEditor, statusText } from './rubric/live-editor.tsx'
import type { RubricStart } from './rubric/rubric-start.ts'
import { givenRubric } from './rubric/typed-rubric.ts'
import { askAtSignOut } from './staff/ask-at-sign-out.ts'

const root = document.getElementById('rubric-editor')
const form = root?.closest('form')
if (root?.dataset['start'] !== undefined && form)
  void begin(root, form, JSON.parse(root.dataset['start']) as RubricStart)

async function begin(element: HTMLElement, form: HTMLFormElement, drawn: RubricStart): Promise<void> {
  const keeper = createDraftKeeper()
  const [texts, kept] = await Promise.all([loadTexts[drawn.locale](), keeper.kept(keyOf(drawn))])
  // Nothing is awaited from here on before the editor is drawn: what somebody typed meanwhile would be lost.
  const typed = typedBefore(form, drawn.state)
  const isKept = kept !== null && !drawn.isAgain && textOf(kept.state) !== textOf(drawn.state)
  if (kept !== null && !isKept) void keeper.forget(keyOf(drawn))
  const isTyped = JSON.stringify(typed.rubric) !== JSON.stringify(drawn.state.rubric)
  const ofBrowser = isTyped || !isKept ? { state: isTyped ? typed : drawn.state } : kept
  const start: RubricStart = { ...drawn, ...ofBrowser }
  let handle: EditorHandle | null = null
  let become: EditorHandle['become'] | undefined
  const saver: DraftSaver = createDraftSaver(
    { ...drawn, revision: start.revision },
    {
      save: (document, revision) => post(drawn, `${drawn.path}/draft`, { revision, document }),
      keeper,
      now: Date.now,
      said: () => say(form, saver, texts),
      changed: () => {
        handle?.redraw()
        say(form, saver, texts)
      },
    },
  )
  const look = { texts, revision: drawn.revision, faults: [], standing: null, focus: null, isLive: true }
  hydrate(
    <ClockContext.Provider value={{ locale: drawn.locale, zone: 'UTC' }}>
      <LiveEditor
        texts={texts}
        start={drawn}
        saver={saver}
        look={look}
        onReady={(ready) => {
          handle = ready
          become = ready.become
        }}
      />
    </ClockContext.Provider>,
    element,
  )
  // Only after it was drawn as the server drew it: hydration would keep a difference.
  if (isTyped || isKept) become?.(start.state)
  listen(form, saver, () => handle)
  askAtSignOut({ keeper, save: saver.saveNow })
}

const textOf = ({ rubric }: EditorState): string => JSON.stringify(givenRubric(rubric))

/** What was typed before the script came, or that the browser put back. */
function typedBefore(form: HTMLFormElement, state: EditorState): EditorState {
  const fields = new FormData(form)
  return shownFields(state).reduce((typed, [name, kind]) => {
    const value = fields.get(name)
    if (kind !== 'box' && typeof value !== 'string') return typed
    return withField(typed, name, kind, typeof value === 'string' ? value : '')
  }, state)
}

function listen(form: HTMLFormElement, saver: DraftSaver, handle: () => EditorHandle | null): void {
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'checkbox')
      handle()?.type(target.name, target.checked ? 'on' : '')
    else if (
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement
    )
      handle()?.type(target.name, target.value)
  })
  form.addEventListener('submit', (event) => {
    const { submitter } = event
    const pressed = submitter instanceof HTMLButtonElement ? submitter.value : 'save'
    if (handle()?.press(pressed) === true) return event.preventDefault()
    // Any other button sends the form, with what the script knows.
    setHidden(form, 'base', JSON.stringify(handle()?.state()))
    setHidden(form, 'revision', String(saver.revision()))
  })
  form.addEventListener('keydown', (event) => {
    const action = event.altKey ? { ArrowUp: 'up', ArrowDown: 'down' }[event.key] : undefined
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-row]') : null
    if (action === undefined || row === null) return
    event.preventDefault()
    const focused = event.target as HTMLElement
    handle()?.press(`${action}:${row.dataset['row'] ?? ''}`)
    setTimeout(() => focused.focus())
  })
  addEventListener('online', () => void saver.saveNow())
  addEventListener('focus', () => {
    if (saver.status().kind === 'offline') void saver.saveNow()
  })
}

function setHidden(form: HTMLFormElement, name: string, value: string): void {
  const field = form.querySelector<HTMLInputElement>(`input[type="hidden"][name="${name}"]`)
  if (field !== null) field.value = value
}

function say(form: HTMLFormElement, saver: DraftSaver, texts: Texts): void {
  const place = form.querySelector('[data-status]')
  if (place !== null) place.textContent = statusText(saver.status(), texts)
}
