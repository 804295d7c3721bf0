import type { CDPSession, Page } from 'playwright-core'
import { patiently } from './patiently.ts'
import type { BenchSite } from './world.ts'

/** A time in milliseconds, and how much of it the boundary took. */
export interface Taken {
  readonly totalMs: number
  readonly boundaryMs: number
}

/** In the page: when it can be used with its script, when the next one is drawn, and how long each key took until it was shown. */
const watch = `
  globalThis.seen = { usable: 0, next: 0, work: 0, keys: [] }
  let pressed = 0
  let last = ''
  const afterPaint = (note) => requestAnimationFrame(() => setTimeout(() => note(performance.now())))
  addEventListener('keydown', (event) => {
    if (event.ctrlKey && event.key === 'Enter') {
      pressed = performance.now()
      last = document.querySelector('h1').textContent
      seen.next = seen.work = 0
    }
  }, true)
  new MutationObserver(() => {
    if (seen.usable === 0 && document.querySelector('[aria-keyshortcuts="?"]') !== null) {
      seen.usable = -1
      afterPaint((at) => { seen.usable = at })
    }
    if (pressed === 0 || document.querySelector('h1')?.textContent === last) return
    if (seen.next === 0) {
      seen.next = -1
      afterPaint((at) => { seen.next = at - pressed })
    }
    if (seen.work === 0 && document.querySelector('.work-box .row') !== null) {
      seen.work = -1
      afterPaint((at) => { seen.work = at - pressed; pressed = 0 })
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') seen.keys.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 })
`

/** A browser's page on a machine four times slower. */
export interface SlowPage {
  readonly page: Page
  readonly session: CDPSession
}

export async function openSlowPage(page: Page): Promise<SlowPage> {
  await page.addInitScript(watch)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { page, session }
}

/** Opens a grading page until its script has taken it over, or without the script until it is drawn. */
export async function openPage(
  { page, session }: SlowPage,
  { web, boundaryMs }: BenchSite,
  assessment: string,
  hasScript: boolean,
): Promise<Taken> {
  await session.send('Network.setBlockedURLs', { urls: hasScript ? [] : ['*-grading.js'] })
  const open = async () => {
    await boundaryMs()
    const reply = await page.goto(`${web.url}/grade/${assessment}`)
    const status = reply?.status() ?? 0
    if (status !== 200) return { totalMs: null, status }
    const totalMs = hasScript ? await ifSeen(page, 'usable') : await drawnMs(page)
    // The page is there, but not its script.
    return { totalMs, status: totalMs === null ? 503 : status }
  }
  const { totalMs } = await patiently(open, ({ status }) => status)
  return { totalMs: totalMs ?? 0, boundaryMs: await boundaryMs() }
}

/** Opens the editor of a rubric until its script has taken it over, or without the script until it is drawn. */
export async function openEditor({ page, session }: SlowPage, url: string, hasScript: boolean): Promise<void> {
  await session.send('Network.setBlockedURLs', { urls: hasScript ? [] : ['*-rubric.js'] })
  await patiently(
    () => page.goto(url, { timeout: 120_000 }),
    (reply) => reply?.status() ?? 0,
  )
  if (hasScript) await page.locator('[data-status]').filter({ hasText: 'Saved' }).waitFor()
}

const drawnMs = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => {
    resolve(performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd)
  })))`)

/** Completes, and returns how long the next one took until it was there, and until its work was. */
export async function goToNext(
  { page }: SlowPage,
  { boundaryMs }: BenchSite,
): Promise<{ readonly shown: Taken; readonly drawn: Taken }> {
  const named = page.locator('h1')
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'Clear functions' }).check()
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved \d/ })
    .waitFor()
  await boundaryMs()
  await page.keyboard.press('Control+Enter')
  const shown = { totalMs: await untilSeen(page, 'next'), boundaryMs: await boundaryMs() }
  const drawnMs = await untilSeen(page, 'work')
  await named.waitFor()
  return { shown, drawn: { totalMs: drawnMs, boundaryMs: shown.boundaryMs + (await boundaryMs()) } }
}

/** Types in a field, and returns for each key how long it took until it was shown, 16 ms at the least. */
export async function typeInto(
  { page }: SlowPage,
  field: ReturnType<Page['locator']>,
  keys: number,
): Promise<number[]> {
  await field.focus()
  await page.evaluate('seen.keys.length = 0')
  for (let key = 0; key < keys; key += 1) {
    await page.keyboard.press('abcdefghij'[key % 10]!)
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
  }
  // What is slow is reported after it is shown.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))')
  const slow = await page.evaluate<number[]>('seen.keys')
  return [...slow, ...Array.from({ length: Math.max(0, keys - slow.length) }, () => 16)]
}

/** What the page noted; null if it is not there within half a minute, as where its script did not come. */
const ifSeen = (page: Page, what: 'usable' | 'next' | 'work'): Promise<number | null> =>
  // The policy of the page lets nobody evaluate a condition there again and again.
  page.evaluate<number | null>(`new Promise((resolve) => {
    const look = () => (seen.${what} > 0 ? resolve(seen.${what}) : setTimeout(look, 20))
    setTimeout(() => resolve(null), 30_000)
    look()
  })`)

async function untilSeen(page: Page, what: 'next' | 'work'): Promise<number> {
  const seenMs = await ifSeen(page, what)
  if (seenMs === null) throw new Error(`${page.url()}: nothing came after half a minute`)
  return seenMs
}
