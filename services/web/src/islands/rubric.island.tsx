import { hydrate } from 'preact'
import { loadTexts } from '../texts/load-texts.ts'
import type { Texts } from '../texts/texts.ts'
import { ClockContext } from './display/clock.ts'
import { createKeeper } from './kept/keeper.ts'
import { holdTab } from './kept/tab-lock.ts'
import { createDraftSaver, type DraftSaver } from './rubric/draft-saver.ts'
import { type EditorState, shownFields, withField } from './rubric/editor-state.ts'
import { type KeptDraft, postDraft, readKept } from './rubric/kept-draft.ts'
import { type EditorHandle, LiveEditor, statusText } from './rubric/live-editor.tsx'
import type { RubricStart, SentStart } from './rubric/rubric-start.ts'
import { givenRubric } from './rubric/typed-rubric.ts'
import { askAtSignOut } from './staff/ask-at-sign-out.ts'
import { sendAllLeft } from './staff/send-all-left.ts'
import { pageRead } from './when-read.ts'

void beginWhenRead()

async function beginWhenRead(): Promise<void> {
  await pageRead()
  const element = document.getElementById('rubric-editor')
  const form = element?.closest('form')
  const base = form && hiddenIn(form, 'base')
  if (element?.dataset['start'] === undefined || !form || !base) return
  const sent = JSON.parse(element.dataset['start']) as SentStart
  await begin({ element, form, drawn: { ...sent, state: JSON.parse(base.value) as EditorState } })
}

const hiddenIn = (form: HTMLFormElement, name: string): HTMLInputElement | null =>
  form.querySelector(`input[type="hidden"][name="${name}"]`)

/** The server's form, of which the script takes over what stands in `element`. */
interface DrawnForm {
  readonly element: HTMLElement
  readonly form: HTMLFormElement
  readonly drawn: RubricStart
}

/** Only in one tab of a person the script saves a rubric. In another one the form works as it does without. */
async function begin(page: DrawnForm): Promise<void> {
  const { element, drawn } = page
  const loading = loadTexts[drawn.locale]()
  let saver: DraftSaver | null = null
  const hold = async (asks: boolean): Promise<boolean> => {
    const onLost = async (): Promise<void> => {
      await saver?.stop()
      element.inert = true
      sayOpenElsewhere(await loading)
    }
    return (await holdTab({ userId: drawn.userId, id: drawn.path }, { asks, onLost })) !== null
  }
  const sayOpenElsewhere = (texts: Texts): void =>
    addNotice(page, { text: texts.rubricEditor.secondTab, button: texts.live.goOnHere }, async () => {
      if (!(await hold(true))) return sayOpenElsewhere(texts)
      // The page as the server draws it now has what the other tab saved; what was typed here stays.
      if (saver !== null || !isTyped(page)) return location.reload()
      saver = await takeOver(page, texts)
    })
  const [texts, isFirst] = await Promise.all([loading, hold(false)])
  if (isFirst) saver = await takeOver(page, texts)
  else sayOpenElsewhere(texts)
}

async function takeOver(page: DrawnForm, texts: Texts): Promise<DraftSaver> {
  const { element, form, drawn } = page
  const keeper = createKeeper<KeptDraft>()
  const kept = await keeper.kept(drawn.userId, drawn.path)
  // Nothing is awaited from here on before the editor is drawn: what somebody typed meanwhile would be lost.
  const hasTyped = isTyped(page)
  const before = kept && { revision: kept.revision, state: readKept(kept) }
  const isKept = before !== null && !drawn.isAgain && textOf(before.state) !== textOf(drawn.state)
  if (kept !== null && !isKept && !drawn.isAgain) void keeper.forget(drawn.userId, drawn.path)
  const ofBrowser = hasTyped || !isKept ? { state: typedIn(page) } : before
  const start: RubricStart = { ...drawn, ...ofBrowser }
  let ready: EditorHandle | null = null
  const handle = (): EditorHandle | null => ready
  const saver: DraftSaver = createDraftSaver(
    { ...drawn, revision: start.revision },
    {
      save: (document, revision) => postDraft(drawn, document, revision),
      keeper,
      now: Date.now,
      said: () => say(form, saver, texts),
      changed: () => {
        handle()?.redraw()
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
        onReady={(drawnNow) => {
          ready = drawnNow
        }}
      />
    </ClockContext.Provider>,
    element,
  )
  // Only after it was drawn as the server drew it: hydration would keep a difference.
  if (hasTyped || isKept || drawn.isAgain) handle()?.become({ ...start.state, rubric: { ...start.state.rubric } })
  if (drawn.isAgain) handle()?.redraw()
  listen(form, saver, handle)
  say(form, saver, texts)
  addEventListener('pagehide', () => {
    void saver.saveNow()
    keeper.hurry()
  })
  askAtSignOut({ keeper, save: saver.saveNow })
  void sendAllLeft(keeper, drawn.userId, drawn.path)
  return saver
}

interface Notice {
  readonly text: string
  readonly button: string
}

function addNotice({ element }: DrawnForm, { text, button }: Notice, press: () => Promise<void>): void {
  const notice = document.createElement('p')
  const pressed = document.createElement('button')
  notice.className = 'notice'
  notice.role = 'alert'
  pressed.type = 'button'
  pressed.textContent = button
  pressed.addEventListener('click', () => {
    notice.remove()
    void press()
  })
  notice.append(`${text} `, pressed)
  element.before(notice)
}

const textOf = ({ rubric }: EditorState): string => JSON.stringify(givenRubric(rubric))

/** With what was typed before the script came, or that the browser put back. */
function typedIn({ form, drawn }: DrawnForm): EditorState {
  const fields = new FormData(form)
  return shownFields(drawn.state).reduce((typed, [name, kind]) => {
    const value = fields.get(name)
    if (kind !== 'box' && typeof value !== 'string') return typed
    return withField(typed, name, kind, typeof value === 'string' ? value : '')
  }, drawn.state)
}

const isTyped = (page: DrawnForm): boolean =>
  JSON.stringify(typedIn(page).rubric) !== JSON.stringify(page.drawn.state.rubric)

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
    if (saver.status().kind === 'saving') {
      event.preventDefault()
      return void saver.saveNow().then(() => form.requestSubmit(submitter))
    }
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
  const field = hiddenIn(form, name)
  if (field !== null) field.value = value
}

function say(form: HTMLFormElement, saver: DraftSaver, texts: Texts): void {
  const place = form.querySelector('[data-status]')
  const text = statusText(saver.status(), texts)
  if (place !== null && place.textContent !== text) place.textContent = text
}
