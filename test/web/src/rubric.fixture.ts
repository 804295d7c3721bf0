import { assessEssays } from '@course-grading/starter'
import { frontendSecret } from '@course-grading/test-system/frontend-client'
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

const it = onSite
  // Pages of one session: a person has at most ten.
  .extend('asTeacher', { scope: 'file' }, async ({ site }) => {
    const signedIn = await site.signedIn(101)
    const storageState = await signedIn.context().storageState()
    await signedIn.context().close()
    return (options?: Options): Promise<Page> => site.newPage({ ...options, storageState })
  })
  // Each test has a rubric of its own.
  .extend('drafted', async ({ site, teacher }): Promise<Drafted> => {
    const { body } = await teacher.createRubric({ params: { courseId: 11 }, body: { document: aDocument } })
    return { rubricId: body.rubricId, url: `${site.url}/courses/11/rubrics/${body.rubricId}` }
  })
  // Its editor without scripts.
  .extend('form', async ({ asTeacher, drafted }, { onCleanup }) => {
    const page = await asTeacher()
    onCleanup(() => page.context().close())
    await page.goto(`${drafted.url}/edit`)
    return page
  })
  // Its editor, taken over by its script.
  .extend('editor', async ({ asTeacher, drafted }, { onCleanup }) => {
    const page = await asTeacher({ javaScriptEnabled: true })
    onCleanup(() => page.context().close())
    await page.goto(`${drafted.url}/edit`)
    await untilSaid(page, 'Saved')
    return page
  })

type Options = Parameters<Site['newPage']>[0]

/** The rubric of the essays, of which works are on an older version, and a draft says something else again. */
export const withWorks = it.extend('used', { scope: 'file' }, async ({ site, teacher }): Promise<Drafted> => {
  await assessEssays({ frontendUrl: site.frontendUrl, secret: frontendSecret, signal: AbortSignal.timeout(300_000) })
  const { body } = await teacher.getExerciseGrading({ params: { courseId: 11, exerciseId: 1103 } })
  const rubricId = body.rubricId!
  const used = { rubricId, url: `${site.url}/courses/11/rubrics/${rubricId}` }
  await saveElsewhere(teacher, used, { maxPoints: 21 })
  const { etag: ifMatch } = await teacher.getRubric({ params: { rubricId } })
  await teacher.publishRubric({ params: { rubricId }, ifMatch })
  await saveElsewhere(teacher, used, { maxPoints: 22, title: text('Other words') })
  return used
})

export const listOf = ({ url }: Drafted): string => url.replace(/\/[^/]+$/, '')

/** What stands at the boundary. */
export async function draftOf(teacher: Teacher, { rubricId }: Drafted) {
  const { body } = await teacher.getRubric({ params: { rubricId } })
  return body.draft
}

/** Saves another draft, as another teacher does. */
export async function saveElsewhere(teacher: Teacher, { rubricId }: Drafted, change: object): Promise<void> {
  const { body, etag: ifMatch } = await teacher.getRubric({ params: { rubricId } })
  await teacher.putRubricDraft({ params: { rubricId }, body: { ...(body.draft ?? body.latest!), ...change }, ifMatch })
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
      reading.onsuccess = () => resolve(reading.result.map(({ state }) => JSON.parse(state).rubric.maxPoints))
      opening.result.close()
    }
  })`)

/** A field holds what was typed. */
export async function holds(field: Locator, text: string): Promise<void> {
  await expect.poll(() => field.inputValue()).toBe(text)
}

export const points = (page: Page) => fieldIn(page, '', 'Maximum')

/** What a teacher types: a field of the rubric, of a criterion, and a choice. */
export async function typedIn(page: Page): Promise<void> {
  await points(page).fill('17,5')
  await page.getByRole('combobox', { name: 'Rounding' }).selectOption('half')
  await fieldIn(page, /Language/, 'Title').fill('Mine')
  await page.getByRole('checkbox', { name: 'Must be scored' }).first().uncheck()
}

/** The same at the boundary. */
export const mine = {
  maxPoints: 17.5,
  rounding: 'half',
  criteria: [{ title: { en: 'Mine' }, required: false }, {}, {}],
}

export async function isTyped(page: Page): Promise<void> {
  await holds(points(page), '17,5')
  await holds(fieldIn(page, /Mine/, 'Title'), 'Mine')
  expect(await page.getByRole('combobox', { name: 'Rounding' }).inputValue()).toBe('half')
  expect(await page.getByRole('checkbox', { name: 'Must be scored' }).first().isChecked()).toBe(false)
}

export async function isSaved(page: Page, teacher: Teacher, drafted: Drafted): Promise<void> {
  await page.waitForURL('**/edit?saved*')
  expect(await draftOf(teacher, drafted)).toMatchObject(mine)
}
