import { hydrate } from 'preact'
import { textsFor } from '../texts/texts.ts'
import { ClockContext } from './clock.ts'
import { rememberOpened } from './grading/browser.ts'
import { createCalls } from './grading/calls.ts'
import type { GradingStart } from './grading/grading-start.ts'
import { createGrading, typedBefore } from './grading/grading-store.ts'
import { createKeeper } from './grading/keeper.ts'
import { LivePage } from './grading/live-page.tsx'
import type { Fields } from './grading/fields.ts'
import { readFields, withChanges } from './grading/read-fields.ts'
import type { Refusal } from './grading/refusal-notice.tsx'
import type { Typed } from './grading/saver.ts'
import { holdTab } from './grading/tab-lock.ts'
import { askAtSignOut } from './staff/ask-at-sign-out.ts'
import { sendAllLeft } from './staff/send-all-left.ts'

const root = document.getElementById('grading')
if (root?.dataset['start'] !== undefined) void takeOver(root, JSON.parse(root.dataset['start']) as GradingStart)

const halfMinuteMs = 30_000

/** The script takes over the server's form, with what was typed in it before the script came and what the browser kept. */
async function takeOver(element: HTMLElement, start: GradingStart): Promise<void> {
  const keeper = createKeeper()
  const calls = createCalls()
  const kept = await keeper.kept(start.userId, start.assessment.id)
  const form = element.querySelector('form')
  const drawn = form?.querySelector<HTMLInputElement>('[name="drawn"]')?.value ?? ''
  const redraws = new Set<() => void>()
  const redraw = (): void => redraws.forEach((each) => each())
  const refusal = refusalIn(element)
  let previous = rememberOpened(start)
  let giveTabBack: (() => void) | null = null
  let claiming: ReturnType<typeof setInterval> | undefined

  const isMine = start.whose === 'mine'
  const isSecond = isMine && !(await takeTab(start))
  // Nothing is awaited below before the page is drawn: what somebody typed meanwhile would be lost.
  const inForm = form === null ? start.fields : typedInto(form, start.fields, refusal !== null)
  /** What cannot be saved here: what a closed tab left, or what was typed while another tab writes, or in place of what was left. */
  let left: Typed | null = isMine ? null : kept
  if ((isSecond || kept !== null) && isMine) left = leftOf(start.fields, inForm)
  const grading = createGrading(start, isMine && !isSecond ? typedBefore(start, kept, inForm) : null, {
    calls,
    keeper,
    goTo: (path) => location.assign(path),
    takeTab,
    opened: (next) => {
      history.pushState(null, '', `/grade/${next.assessment.id}`)
      document.title = [next.shown.who, next.shown.exercise, texts.product].join(' · ')
      open(next)
    },
    changed: redraw,
  })

  /** Only one tab of a person writes an assessment. */
  async function takeTab({ userId, assessment }: GradingStart, asks = false): Promise<boolean> {
    giveTabBack?.()
    giveTabBack = await holdTab(
      { userId, assessmentId: assessment.id },
      { asks, onLost: () => grading.becomeSecondTab() },
    )
    return giveTabBack !== null
  }

  function open(next: GradingStart): void {
    clearInterval(claiming)
    previous = rememberOpened(next)
    if (next.whose === 'mine')
      claiming = setInterval(() => void grading.keepClaim(), (next.exercise.leaseMinutes * 60_000) / 3)
  }

  async function goOnHere(): Promise<void> {
    if (await takeTab(grading.state().start, true)) await grading.becomeFirstTab()
  }

  async function loadWork(): Promise<string | null> {
    const { assessment, userId } = grading.state().start
    try {
      const folds = element.dataset['folds'] === undefined ? '' : '&fold'
      const reply = await fetch(`/grade/${assessment.id}/work?submission=${assessment.submissionId}${folds}`, {
        headers: { 'X-Person': String(userId), 'Accept-Language': start.locale },
      })
      return reply.ok ? await reply.text() : null
    } catch {
      return null
    }
  }

  const { texts } = textsFor(start.locale)
  const clock = { locale: start.locale, zone: element.dataset['zone'] ?? 'UTC' }
  hydrate(
    <ClockContext.Provider value={clock}>
      <LivePage
        texts={texts}
        grading={grading}
        calls={calls}
        drawn={drawn}
        note={form?.querySelector<HTMLInputElement>('[name="note"]')?.value ?? ''}
        refusal={refusal}
        previous={() => previous}
        loadWork={loadWork}
        left={() => left}
        onForgetLeft={() => {
          left = null
          void keeper.forget(start.userId, start.assessment.id)
          redraw()
        }}
        onGoOnHere={() => void goOnHere()}
        subscribe={(each) => {
          redraws.add(each)
          return () => redraws.delete(each)
        }}
      />
    </ClockContext.Provider>,
    element,
  )
  open(start)
  // The state changes only after the page was drawn as the server drew it: hydration would keep a difference.
  if (isSecond) void grading.becomeSecondTab()
  void sendAllLeft(keeper, start.userId, start.assessment.id)
  askAtSignOut({
    keeper,
    save: () => grading.saveNow(),
  })
  element.addEventListener('submit', (event) => {
    if (event.target instanceof HTMLFormElement && event.target.classList.contains('grading')) event.preventDefault()
  })
  addEventListener('pagehide', () => grading.leavePage())
  addEventListener('focus', () => void resume())
  addEventListener('online', () => void resume())
  // A `popstate` of a link within the page leads to no other page.
  addEventListener('popstate', () => {
    if (location.pathname !== `/grade/${grading.state().start.assessment.id}`) location.reload()
  })
  setInterval(redraw, halfMinuteMs)

  /** Saves again after a sign-in in another tab, or when the network is back. */
  async function resume(): Promise<void> {
    const { save } = grading.state()
    if (save === 'signed-out' || save === 'away') await grading.saveNow()
  }
}

const leftOf = (base: Fields, mine: Fields): Typed | null =>
  Object.keys({ ...base, ...mine }).some((path) => base[path] !== mine[path]) ? { base, mine } : null

function refusalIn({ dataset }: HTMLElement): Refusal | null {
  const { refusal } = dataset
  return refusal === undefined ? null : (JSON.parse(refusal) as Refusal)
}

/**
 * What was typed before the script came: the fields that differ from their default values, since a browser may have restored them.
 * A form that the server drew again after a refusal also holds what was typed before the refusal.
 */
function typedInto(form: HTMLFormElement, drawn: Fields, isDrawnAgain: boolean): Fields {
  if (isDrawnAgain) return readFields(fieldsOf(form), drawn)
  const changes: [name: string, value: string][] = []
  for (const field of form.elements) {
    if (field instanceof HTMLTextAreaElement && field.value !== field.defaultValue)
      changes.push([field.name, field.value])
    if (!(field instanceof HTMLInputElement)) continue
    const isBox = field.type === 'radio' || field.type === 'checkbox'
    if (isBox && field.checked !== field.defaultChecked && (field.checked || field.type === 'checkbox'))
      changes.push([field.name, field.checked ? field.value : ''])
    if (!isBox && field.type !== 'hidden' && field.value !== field.defaultValue) changes.push([field.name, field.value])
  }
  return withChanges(drawn, changes)
}

function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const entries = [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return new URLSearchParams(entries)
}
