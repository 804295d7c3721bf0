import { registerEssays } from '@course-grading/test-system/register-essays'
import type { SystemWorld } from '@course-grading/test-system/world'
import type { Browser, Page } from 'playwright-core'
import { essays } from './grading.fixture.ts'
import type { Site, Teacher } from './world.fixture.ts'

type ContextOptions = Parameters<Browser['newContext']>[0]

/** The page of the submission that the person takes next, once its script has taken it over. Without the mouse. */
export async function takenBy(site: Site, userId: number, options?: ContextOptions): Promise<Page> {
  const page = await site.signedIn(userId, { javaScriptEnabled: true, ...options })
  await page.addInitScript(watchFocus)
  await page.goto(site.url + essays)
  await page.getByRole('button', { name: 'Grade next' }).press('Enter')
  await page.waitForURL('**/grade/*')
  await untilLive(page)
  return page
}

/** The script has taken the page over, and the work can be annotated. */
export async function untilLive(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Keyboard shortcuts', exact: true }).waitFor()
  await page.locator('.work-box [role=button]').first().waitFor()
}

/** Keys by their names, with a space between them. */
export async function pressAll(page: Page, keys: string): Promise<void> {
  for (const key of keys.split(' ')) await page.keyboard.press(key)
}

/** From the first criterion, whatever had the focus before. */
export async function fromFirst(page: Page, keys: string): Promise<void> {
  if ((await page.locator('dialog[open]').count()) > 0) await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'hidden' })
  await page.locator('#grading h1').focus()
  await pressAll(page, `k k ${keys}`.trim())
}

const saveState = (page: Page) => page.getByRole('status')
export const untilSaved = (page: Page) =>
  saveState(page)
    .filter({ hasText: /^Saved/ })
    .waitFor()

/** What a screen reader is told, apart from where the focus goes. */
export const announcedOn = (page: Page) => page.locator('[aria-live=polite]')

/** Role and accessible name of what has the focus; `body` where nothing has it. */
export async function focusedOn(page: Page): Promise<string> {
  if (await page.evaluate<boolean>('document.activeElement === document.body')) return 'body'
  const snapshot = await page.locator(':focus').ariaSnapshot()
  return /^- (\w+ "(?:[^"\\]|\\.)*")/.exec(snapshot)?.[1] ?? snapshot.replace(/^- /, '')
}

/** What had the focus when it was lost to the page as a whole, as seen at each frame. */
export const lostFocusOn = (page: Page) => page.evaluate<string[]>('lostFocus')

const watchFocus = `
  globalThis.lostFocus = []
  let last = null
  const look = () => {
    const { activeElement, body } = document
    if (activeElement === body && last !== null && last !== body) lostFocus.push(last.outerHTML.slice(0, 200))
    last = activeElement
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

/** An event as a keyboard of another layout sends it. */
export interface PressedKey {
  readonly key: string
  readonly code: string
  readonly shiftKey?: boolean
  readonly metaKey?: boolean
  readonly ctrlKey?: boolean
  readonly altKey?: boolean
  readonly isComposing?: boolean
}

/** Whether the page took the key for itself. */
export const sendKey = (page: Page, pressed: PressedKey) =>
  page.evaluate<boolean>(
    `!document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify({ ...pressed, bubbles: true, cancelable: true })}))`,
  )

export const idOf = (page: Page): string => /[0-9a-f-]{36}/.exec(new URL(page.url()).pathname)?.[0] ?? ''

/** What stands at the boundary of an assessment and its feedback. */
export async function wholeOf(teacher: Teacher, id: string) {
  const { body: assessment } = await teacher.getAssessment({ params: { id } })
  const { body: feedback } = await teacher.getFeedback({ params: { id: assessment.feedbackId } })
  const { state, scores, adjustment, privateNote, revision } = assessment
  const annotations = Object.values(feedback.annotations)
  const revisions = [revision, feedback.revision]
  return { state, scores, adjustment, privateNote, body: feedback.body, annotations, revisions }
}

/** All forty essays of the demo course, to be graded each. */
export async function takeAllEssays(world: SystemWorld, teacher: Teacher): Promise<void> {
  const params = { courseId: 11, exerciseId: 1103 }
  const { body: settings, etag: ifMatch } = await teacher.getExerciseGrading({ params })
  await teacher.putExerciseGrading({ params, body: { ...settings, attempts: 'all' }, ifMatch })
  await registerEssays(
    world,
    Array.from({ length: 40 }, (_, number) => 3001 + number).filter((id) => !registered.includes(id)),
  )
}

/** By the world's own fixture. */
const registered = [3031, 3032, 3033, 3034, 3036]

/** Names by which a page of its own is taken for the tests of a file. */
export const pageOf =
  (userId: number) =>
  async (
    { site }: { readonly site: Site },
    { onCleanup }: { readonly onCleanup: (end: () => Promise<void>) => void },
  ) => {
    const page = await takenBy(site, userId)
    onCleanup(() => page.context().close())
    return page
  }
