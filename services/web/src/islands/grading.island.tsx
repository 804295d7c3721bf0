import { hydrate } from 'preact'
import { loadTexts } from '../texts/load-texts.ts'
import type { Texts } from '../texts/texts.ts'
import { ClockContext } from './display/clock.ts'
import { rememberOpened } from './grading/browser.ts'
import { type Calls, createCalls } from './grading/calls.ts'
import { type GradingStart, readStart, type SentStart } from './grading/grading-start.ts'
import type { Grading } from './grading/grading-state.ts'
import { createGrading, typedBefore } from './grading/grading-store.ts'
import type { KeptWork } from './grading/kept-work.ts'
import type { Left } from './grading/left-fields.tsx'
import { LivePage } from './grading/live-page.tsx'
import type { Fields } from './grading/fields.ts'
import { readForm, readTyped, toNames, withChanges } from './grading/read-fields.ts'
import type { Refusal } from './grading/refusal-notice.tsx'
import { sameFields } from './grading/units.ts'
import { createKeeper, type Keeper } from './kept/keeper.ts'
import { holdTab } from './kept/tab-lock.ts'
import { askAtSignOut } from './staff/ask-at-sign-out.ts'
import { sendAllLeft } from './staff/send-all-left.ts'
import { elementRead, pageRead } from './when-read.ts'

void begin()

const halfMinuteMs = 30_000

/** What the script works with, made once. */
interface Island {
  readonly element: HTMLElement
  readonly isDrawn: Promise<void>
  readonly keeper: Keeper<KeptWork>
  readonly calls: Calls
  readonly refusal: Refusal | null
  readonly redraws: Set<() => void>
  /** What cannot be saved here: what a closed tab left, or what was typed while another tab writes, or in place of what was left. */
  left: Left | null
  /** The path of the page that was opened before in this tab. */
  previous: string | null
  giveTabBack: (() => void) | null
  claiming: ReturnType<typeof setInterval> | undefined
  grading: Grading
}

async function begin(): Promise<void> {
  const root = await elementRead('grading')
  if (root?.dataset['start'] !== undefined)
    await takeOver(root, readStart(JSON.parse(root.dataset['start']) as SentStart))
}

/** The script takes over the server's form, with what was typed in it before the script came and what the browser kept. */
async function takeOver(element: HTMLElement, start: GradingStart): Promise<void> {
  const keeper = createKeeper<KeptWork>()
  const { promise: isDrawn, resolve: drawn } = Promise.withResolvers<void>()
  const island = {
    element,
    isDrawn,
    keeper,
    calls: createCalls(),
    refusal: refusalIn(element),
    redraws: new Set(),
    previous: rememberOpened(start),
    giveTabBack: null,
    claiming: undefined,
  } as Partial<Island> as Island
  const isMine = start.whose === 'mine'
  const [texts, kept, hasTab] = await Promise.all([
    loadTexts[start.locale](),
    keeper.kept(start.userId, start.assessment.id),
    isMine && takeTab(island, start),
    pageRead(),
  ])
  const isSecond = isMine && !hasTab
  // Nothing is awaited below before the page is drawn: what somebody typed meanwhile would be lost.
  const form = element.querySelector('form')
  const { refusal } = island
  const inForm = form === null ? start.fields : typedInto(form, start.fields, refusal !== null)
  island.left = isMine ? null : kept
  if ((isSecond || kept !== null) && isMine) island.left = leftOf(start.fields, inForm)
  const typed = isMine && !isSecond ? typedBefore(start, kept && readTyped(kept), inForm) : null
  island.grading = createGrading(start, typed, {
    calls: island.calls,
    keeper,
    goTo: (path) => location.assign(path),
    takeTab: (next) => takeTab(island, next),
    opened: (next) => showOpened(island, next, texts),
    changed: () => redraw(island),
  })
  draw(island, start, texts)
  drawn()
  keepClaiming(island, start)
  // The state changes only after the page was drawn as the server drew it: hydration would keep a difference.
  if (isSecond) void island.grading.becomeSecondTab()
  void sendAllLeft(keeper, start.userId, start.assessment.id)
  listen(island)
}

const redraw = ({ redraws }: Island): void => redraws.forEach((each) => each())

/** Only one tab of a person writes an assessment. */
async function takeTab(island: Island, { userId, assessment }: GradingStart, asks = false): Promise<boolean> {
  island.giveTabBack?.()
  island.giveTabBack = await holdTab(
    { userId, id: assessment.id },
    {
      asks,
      onLost: async () => {
        await island.isDrawn
        await island.grading.becomeSecondTab()
      },
    },
  )
  return island.giveTabBack !== null
}

async function goOnHere(island: Island): Promise<void> {
  if (await takeTab(island, island.grading.state().start, true)) await island.grading.becomeFirstTab()
}

function showOpened(island: Island, next: GradingStart, texts: Texts): void {
  history.pushState(null, '', `/grade/${next.assessment.id}`)
  document.title = [next.shown.who, next.shown.exercise, texts.product].join(' · ')
  island.previous = rememberOpened(next)
  keepClaiming(island, next)
}

function keepClaiming(island: Island, { whose, exercise }: GradingStart): void {
  clearInterval(island.claiming)
  if (whose !== 'mine') return
  island.claiming = setInterval(() => void island.grading.keepClaim(), (exercise.leaseMinutes * 60_000) / 3)
}

function draw(island: Island, start: GradingStart, texts: Texts): void {
  const { element, keeper, calls, refusal, redraws, grading } = island
  const valueOf = (name: string): string =>
    element.querySelector<HTMLInputElement>(`form [name="${name}"]`)?.value ?? ''
  hydrate(
    <ClockContext.Provider value={{ locale: start.locale, zone: element.dataset['zone'] ?? 'UTC' }}>
      <LivePage
        texts={texts}
        grading={grading}
        calls={calls}
        drawn={valueOf('drawn')}
        note={valueOf('note')}
        refusal={refusal}
        previous={() => island.previous}
        loadWork={() => loadWork(island)}
        left={() => island.left}
        onForgetLeft={() => {
          island.left = null
          void keeper.forget(start.userId, start.assessment.id)
          redraw(island)
        }}
        onGoOnHere={() => void goOnHere(island)}
        subscribe={(each) => {
          redraws.add(each)
          return () => redraws.delete(each)
        }}
      />
    </ClockContext.Provider>,
    element,
  )
}

async function loadWork({ element, grading }: Island): Promise<string | null> {
  const { assessment, userId, locale } = grading.state().start
  try {
    const folds = element.dataset['folds'] === undefined ? '' : '&fold'
    const reply = await fetch(`/grade/${assessment.id}/work?submission=${assessment.submissionId}${folds}`, {
      headers: { 'X-Person': String(userId), 'Accept-Language': locale },
    })
    return reply.ok ? await reply.text() : null
  } catch {
    return null
  }
}

function listen(island: Island): void {
  const { element, keeper, grading } = island
  askAtSignOut({ keeper, save: () => grading.saveNow() })
  element.addEventListener('submit', (event) => {
    if (event.target instanceof HTMLFormElement && event.target.classList.contains('grading')) event.preventDefault()
  })
  addEventListener('pagehide', () => grading.leavePage())
  addEventListener('focus', () => void resume(grading))
  addEventListener('online', () => void resume(grading))
  // A `popstate` of a link within the page leads to no other page.
  addEventListener('popstate', () => {
    if (location.pathname !== `/grade/${grading.state().start.assessment.id}`) location.reload()
  })
  setInterval(() => redraw(island), halfMinuteMs)
}

/** Saves again after a sign-in in another tab, or when the network is back. */
async function resume(grading: Grading): Promise<void> {
  const { save } = grading.state()
  if (save === 'signed-out' || save === 'away') await grading.saveNow()
}

const leftOf = (base: Fields, mine: Fields): Left | null =>
  sameFields(base, mine) ? null : { base: toNames(base), mine: toNames(mine) }

function refusalIn({ dataset }: HTMLElement): Refusal | null {
  const { refusal } = dataset
  return refusal === undefined ? null : (JSON.parse(refusal) as Refusal)
}

/**
 * What was typed before the script came: the fields that differ from their default values, since a browser may have restored them.
 * A form that the server drew again after a refusal also holds what was typed before the refusal.
 */
function typedInto(form: HTMLFormElement, drawn: Fields, isDrawnAgain: boolean): Fields {
  if (isDrawnAgain) return readForm(fieldsOf(form), drawn)
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
