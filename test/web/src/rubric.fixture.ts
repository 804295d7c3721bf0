import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { it as onSite, type Site, type Teacher } from './world.fixture.ts'

/** A rubric that nobody published, and the address of its pages. */
export interface Drafted {
  readonly rubricId: string
  readonly url: string
}

const common = { required: true, commentRequired: false, visibleToStudent: true }
const text = (words: string) => ({ en: words, fi: `${words} fi` })

/** One criterion of each kind. */
export const aDocument = {
  title: text('Essays'),
  maxPoints: 20,
  startingPoints: 0,
  rounding: 'none' as const,
  criteria: [
    { ...common, id: 'language', title: text('Language'), kind: 'points' as const, min: 0, max: 5, step: 0.5 },
    {
      ...common,
      id: 'structure',
      title: text('Structure'),
      kind: 'levels' as const,
      levels: [0, 10].map((points) => ({
        id: `l${points}`,
        title: text(`Worth ${points}`),
        points,
        commentRequired: false,
      })),
    },
    {
      ...common,
      id: 'tests',
      title: text('Tests'),
      kind: 'checks' as const,
      checks: [1, 4].map((points) => ({
        id: `c${points}`,
        title: text(`Gives ${points}`),
        points,
        maxTimes: 1,
        visibility: 'always' as const,
        commentRequired: false,
      })),
      minChecks: 0,
      maxChecks: null,
    },
  ],
}

export const it = onSite
  // Each test has a rubric of its own.
  .extend('drafted', async ({ site, teacher }): Promise<Drafted> => {
    const { body } = await teacher.createRubric({ params: { courseId: 11 }, body: { document: aDocument } })
    return { rubricId: body.rubricId, url: `${site.url}/courses/11/rubrics/${body.rubricId}` }
  })
  // Its editor, taken over by its script.
  .extend('editor', async ({ site, drafted }, { onCleanup }) => {
    const page = await openEditor(site, drafted, { javaScriptEnabled: true })
    onCleanup(() => page.context().close())
    await untilSaid(page, 'Saved')
    return page
  })

export async function openEditor(
  site: Site,
  { url }: Drafted,
  options?: Parameters<Site['signedIn']>[1],
): Promise<Page> {
  const page = await site.signedIn(101, options)
  await page.goto(`${url}/edit`)
  return page
}

/** What stands at the boundary. */
export async function draftOf(teacher: Teacher, { rubricId }: Drafted) {
  const { body } = await teacher.getRubric({ params: { rubricId } })
  return body.draft
}

/** Saves another draft, as another teacher does. */
export async function saveElsewhere(teacher: Teacher, { rubricId }: Drafted, change: object): Promise<void> {
  const { body, etag: ifMatch } = await teacher.getRubric({ params: { rubricId } })
  await teacher.putRubricDraft({ params: { rubricId }, body: { ...body.draft!, ...change }, ifMatch })
}

export const untilSaid = (page: Page, status: string | RegExp): Promise<void> =>
  page.getByRole('status').filter({ hasText: status }).first().waitFor()

/** A field of the rubric, or of the criterion, level or check. */
export function fieldIn(page: Page, row: string | RegExp, name: string): Locator {
  const part =
    row === '' ? page.getByRole('region', { name: 'The whole rubric' }) : page.getByRole('group', { name: row })
  return part.getByRole('textbox', { name, exact: true }).first()
}

/** What the browser keeps of rubrics: the highest points that were typed. */
export const keptIn = (page: Page) =>
  page.evaluate<string[]>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('grading', 1)
    opening.onerror = () => reject(opening.error)
    opening.onupgradeneeded = () => opening.result.createObjectStore('work')
    opening.onsuccess = () => {
      const reading = opening.result.transaction('work').objectStore('work').getAll()
      reading.onsuccess = () => resolve(reading.result.map(({ state }) => state.rubric.maxPoints))
      opening.result.close()
    }
  })`)

/** The titles of the criteria, as the editor shows them. */
export const titlesOn = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('.rubric-row > legend')].map(({ textContent }) => textContent.replace(/^\\d+ /, ''))`,
  )

/** A field holds what was typed. */
export async function holds(field: Locator, text: string): Promise<void> {
  await expect.poll(() => field.inputValue()).toBe(text)
}
