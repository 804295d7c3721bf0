import type { Page } from 'playwright-core'
import { essays, press } from './grading.fixture.ts'

const graders = '/courses/11/settings/graders'

async function unfoldAll(page: Page): Promise<void> {
  for (const module of await page.locator('summary').all()) await module.click()
}

async function openGrader(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Change: / })
    .last()
    .click()
  await page.waitForLoadState()
  await page.evaluate(leaveFocus)
}

async function checkFile(page: Page): Promise<void> {
  const text = page.getByRole('textbox', { name: 'Or the text of a file' })
  await text.fill('email;languages;feedbackTags;gradingTags\n103;fi;;\n')
  await press(page, 'Check the file')
  await page.evaluate(leaveFocus)
}

/** Where the page itself sets the focus, if nobody else took it. */
const leaveFocus = `document.activeElement.removeAttribute('autofocus')`

/** Pages of settings, and what opens on them. */
export const pagesOfTeachers: readonly [
  who: string,
  userId: number,
  path: string,
  ...steps: ((page: Page) => Promise<void>)[],
][] = [
  ['a teacher', 101, '/courses/11'],
  ['a teacher', 101, `${essays}/settings`],
  ['a teacher', 101, '/courses/11/settings/exercises', unfoldAll],
  ['a teacher', 101, '/courses/11/settings/listed'],
  ['a teacher', 101, graders, openGrader],
  ['a teacher to whom a file is planned', 101, `${graders}/file`, checkFile],
]
