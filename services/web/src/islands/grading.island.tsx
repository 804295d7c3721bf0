import { hydrate } from 'preact'
import { textsFor } from '../texts/texts.ts'
import { rememberOpened } from './grading/browser.ts'
import { createCalls } from './grading/calls.ts'
import type { GradingStart } from './grading/grading-start.ts'
import { createGrading, typedBefore } from './grading/grading-store.ts'
import { createKeeper } from './grading/keeper.ts'
import { LivePage } from './grading/live-page.tsx'
import { readFields } from './grading/read-fields.ts'
import { holdTab } from './grading/tab-lock.ts'
import { askAtSignOut } from './staff/ask-at-sign-out.ts'
import { sendAllLeft } from './staff/send-all-left.ts'

const root = document.getElementById('grading')
if (root?.dataset['start'] !== undefined) void takeOver(root, JSON.parse(root.dataset['start']) as GradingStart)

const halfMinuteMs = 30_000

/** The script takes the form over, with what was typed in it before it came and what the browser kept. */
async function takeOver(element: HTMLElement, start: GradingStart): Promise<void> {
  const keeper = createKeeper()
  const calls = createCalls()
  const kept = await keeper.kept(start.userId, start.assessment.id)
  const form = element.querySelector('form')
  const drawn = form?.querySelector<HTMLInputElement>('[name="drawn"]')?.value ?? ''
  const redraws = new Set<() => void>()
  const redraw = (): void => redraws.forEach((each) => each())
  /** What a closed tab left, where the person may no longer write. */
  let left = start.whose === 'mine' ? null : kept
  let previous = rememberOpened(start)
  let giveTabBack: (() => void) | null = null
  let claiming: ReturnType<typeof setInterval> | undefined

  const isMine = start.whose === 'mine'
  const isSecond = isMine && !(await takeTab(start))
  const inForm = form === null ? start.fields : readFields(fieldsOf(form), start.fields)
  const grading = createGrading(start, isMine && !isSecond ? typedBefore(start, kept, inForm) : null, {
    calls,
    keeper,
    goTo: (path) => location.assign(path),
    takeTab,
    opened: (next) => {
      history.pushState(null, '', `/grade/${next.assessment.id}`)
      document.title = document.title.replace(/^[^·]*/, `${next.shown.who} `)
      open(next)
    },
    changed: redraw,
  })

  /** One tab of a person writes an assessment. */
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
  hydrate(
    <LivePage
      texts={texts}
      grading={grading}
      calls={calls}
      drawn={drawn}
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
    />,
    element,
  )
  open(start)
  // Not before it is drawn as the server drew it: a difference would stay.
  if (isSecond) void grading.becomeSecondTab()
  void sendAllLeft(keeper, start.userId, start.assessment.id)
  askAtSignOut({
    keeper,
    userId: start.userId,
    question: texts.leftText.signOut,
    save: () => grading.saveNow(),
  })
  element.addEventListener('submit', (event) => {
    if (event.target instanceof HTMLFormElement && event.target.classList.contains('grading')) event.preventDefault()
  })
  addEventListener('pagehide', () => grading.leavePage())
  addEventListener('focus', () => void resume())
  addEventListener('online', () => void resume())
  addEventListener('popstate', () => location.reload())
  setInterval(redraw, halfMinuteMs)

  /** After a sign-in in another tab, or when the network is back. */
  async function resume(): Promise<void> {
    const { save } = grading.state()
    if (save === 'signed-out' || save === 'away') await grading.saveNow()
  }
}

function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const entries = [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return new URLSearchParams(entries)
}
