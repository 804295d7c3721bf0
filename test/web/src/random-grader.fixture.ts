import type { Page } from 'playwright-core'
import { vi } from 'vitest'
import { fieldOf } from './essays.fixture.ts'
import { unfold } from './grading.fixture.ts'
import { idOf } from './scripted-page.fixture.ts'

/** The same numbers for the same seed: mulberry32. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Random = () => number

const patienceMs = 40_000

const between = (random: Random, from: number, to: number): number => from + Math.floor(random() * (to - from + 1))
const oneOf = <Each>(random: Random, all: readonly Each[]): Each => all[between(random, 0, all.length - 1)]!

/** What befalls a save: `unanswered` ones arrive. */
const fates = [
  ...Array(5).fill('late'),
  'lost',
  ...Array(5).fill('late'),
  'refused',
  ...Array(5).fill('late'),
  'unanswered',
]

/** Saves take up to 5 s, and now and then nothing of them arrives, or nobody hears that it did. */
export async function disturbSaves(page: Page, random: Random): Promise<void> {
  let count = between(random, 0, fates.length)
  await page.route(/\/grade\/[^/]+\/(?:judgement|wording)$/, async (route) => {
    const fate = fates[count % fates.length]
    count += 1
    await new Promise((resolve) => setTimeout(resolve, 5_000 * random() ** 6))
    if (fate === 'unanswered') await route.fetch()
    if (fate === 'refused') await route.fulfill({ status: 503, json: { code: 'overloaded' } })
    else if (fate === 'late') await route.continue()
    else await route.abort()
  })
}

/** What was typed for one submission, by the names of the fields. */
export interface Planned {
  readonly id: string
  /** Typed while completing runs, other letters than for the ones around: they are dropped, or stand at the end where the page stayed. */
  readonly afterwards: string
  readonly texts: Readonly<Record<string, string>>
  readonly annotations: readonly string[]
}

/** Each text of the page; the feedback begins with the course's template. */
const empty = {
  body: '',
  'scores/structure/comment': '',
  'scores/quality/comment': '',
  privateNote: '',
}
/** Single-key shortcuts among them, which rest. */
const pieces = [
  'jk',
  '1',
  '0',
  'c',
  ', ',
  '. ',
  'npamf',
  '? ',
  'word ',
  'ääkköset ',
  '<b>',
  '{{points}} ',
  '🙂',
  '"',
  '\\',
]

/** Types here and there, chooses a level, and completes, typing on until the next one is drawn. */
export async function gradeAtRandom(page: Page, random: Random, number: number): Promise<Planned> {
  const id = idOf(page)
  const texts: Record<string, string> = { ...empty }
  const annotations: string[] = []
  const level = between(random, 0, 3)
  for (let step = 0; step < 4; step += 1) {
    if (step === level) await pressed(() => page.getByRole('radio', { name: 'Clear functions' }).check())
    const what = oneOf(random, [...Object.keys(empty), 'annotation', 'annotation', 'save'])
    if (what === 'save') await page.keyboard.press('Control+s')
    else if (what === 'annotation') annotations.push(await annotateAtRandom(page, random))
    else texts[what] = await typeInto(page, random, what, texts[what] ?? '')
  }
  const afterwards = ['bde', 'ghi', 'lqr', 'stu', 'vwx'][number % 5] ?? ''
  if (random() < 0.5) await fieldOf(page, 'Feedback').focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Control+Enter')
  const endsAt = Date.now() + patienceMs
  while (idOf(page) === id) {
    await page.keyboard.type(afterwards, { delay: between(random, 0, 40) })
    if (Date.now() > endsAt) throw new Error(`not completed: ${await page.getByRole('status').innerText()}`)
    const isPaused = (await page.locator('[name="body"]').getAttribute('readonly')) !== null
    if (idOf(page) === id && !isPaused) await page.keyboard.press('Control+Enter')
  }
  return { id, afterwards, texts, annotations }
}

/** Presses again where nothing came of it: lines that a work which just opened gains may move what is pressed. */
const pressed = (press: () => Promise<void>): Promise<void> => vi.waitFor(press, { timeout: patienceMs })

/** Returns what stands there then, whatever the page shows. */
async function typeInto(page: Page, random: Random, name: string, before: string): Promise<string> {
  if (name === 'privateNote') await unfold(page)
  const folded = page.locator(`button[name="${name}"]`)
  await pressed(async () => {
    if ((await folded.count()) > 0) await folded.click()
    await page.locator(`textarea[name="${name}"]`).focus({ timeout: 1_000 })
  })
  const isBefore = name !== 'body' && random() < 0.2
  await page.keyboard.press(isBefore ? 'Control+Home' : 'Control+End')
  const breaks = oneOf(random, ['', '', '\n'])
  if (breaks !== '') await page.keyboard.press('Enter')
  const text = breaks + (await typeAtRandom(page, random))
  return isBefore ? text + before : before + text
}

async function annotateAtRandom(page: Page, random: Random): Promise<string> {
  const lines = page.locator('.work-box [role=button]')
  await lines.nth(between(random, 0, Math.min(2, (await lines.count()) - 1))).click()
  await page.keyboard.press('a')
  return await typeAtRandom(page, random)
}

async function typeAtRandom(page: Page, random: Random): Promise<string> {
  const text = Array.from({ length: between(random, 1, 6) }, () => oneOf(random, pieces)).join('')
  await page.keyboard.type(text, { delay: between(random, 0, 20) })
  return text
}

/** Notes what each field of each submission held last, as the browser says at each change, and every conflict. */
const noteTyping = `
  globalThis.noted = { typed: {}, conflicts: [] }
  addEventListener('input', ({ target }) => {
    const id = /[0-9a-f-]{36}/.exec(location.pathname)?.[0]
    if (id !== undefined && target.name) (noted.typed[id] ??= {})[target.name] = target.value
  }, true)
  new MutationObserver(() => {
    const said = [...document.querySelectorAll('output, [role=alert]')].map(({ textContent }) => textContent).join()
    if (/Conflict|changed|Both/.test(said)) noted.conflicts.push(location.pathname + ' ' + said)
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
`

export const noteTypingOn = (page: Page): Promise<unknown> => page.evaluate(noteTyping)

interface Noted {
  /** By submission, then by the name of the field. */
  readonly typed: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly conflicts: readonly string[]
}

export const notedOn = (page: Page): Promise<Noted> => page.evaluate<Noted>('noted')
