import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { essays, press, withoutOwnScripts } from './grading.fixture.ts'
import { isAccessible } from './is-accessible.ts'
import {
  claims,
  csv,
  courseAddress,
  csvOn,
  type FormName,
  formNames,
  it,
  minutes,
  newGrader,
  reasonOn,
  type TypedForm,
} from './teaching-forms.fixture.ts'
import type { Site } from './world.fixture.ts'

const graders = '/courses/11/settings/graders'
const courseSettings = '/courses/11/settings'
const header = 'email;languages;feedbackTags;gradingTags'
const settings = `${essays}/settings`
const save = (page: Page) => press(page, 'Save')

async function check(page: Page): Promise<void> {
  await csvOn(page).fill('email;languages;feedbackTags;gradingTags\n\n"nobody@example.org";"xx";"";""\n')
  await press(page, 'Check the file')
}

describeInBrowser("the forms of a teacher's course in a browser, without scripts", () => {
  it.for<[what: string, path: string, ...steps: ((page: Page) => Promise<unknown>)[]]>([
    ['settings of an exercise', settings],
    ['settings with a fault', settings, (page) => minutes(page).fill('1 000'), save],
    ['exercises by hand', '/courses/11/settings/exercises', (page) => page.locator('summary').first().click()],
    ['graders', graders, (page) => press(page, 'Add a grader')],
    ['a file of graders', `${graders}/file`, check],
    ['settings of a course', courseSettings, (page) => page.locator('summary').click()],
    ['settings of a course with faults', courseSettings, (page) => page.getByRole('textbox').nth(2).fill('A B'), save],
    ['revisions of the settings', `${courseSettings}/revisions`],
    ['a revision of the settings', `${courseSettings}/revisions/1`],
    ['a course without another to copy from', '/courses/11/copy'],
  ])('are easy to use for everybody: %s', async ([, path, ...steps], { site }) => {
    const page = await site.signedIn(101, { javaScriptEnabled: true, deviceScaleFactor: 2 })
    await withoutOwnScripts(page)
    await page.goto(site.url + path)
    for (const step of steps) await step(page)
    await page.waitForLoadState()
    await isAccessible(page)
    await page.context().close()
  })

  it('write what two teachers change at once, and show each what both changed', async ({ site }) => {
    const [mine, theirs] = await Promise.all([site.signedIn(101), site.signedIn(101)])
    for (const page of [mine, theirs]) await page.goto(site.url + settings)
    await minutes(theirs).fill('45')
    await save(theirs)
    await claims(mine).fill('7')
    await save(mine)
    await mine.waitForURL('**/settings?saved')
    expect([await minutes(mine).inputValue(), await claims(mine).inputValue()]).toEqual(['45', '7'])
    await claims(theirs).fill('9')
    await save(theirs)
    expect(await theirs.getByText('Now: 7').count()).toBe(1)
    await press(theirs, 'Use this: Claims at once')
    const focused = await theirs.locator(':focus').getAttribute('name')
    expect([await claims(theirs).inputValue(), focused]).toEqual(['7', 'maxOpenClaims'])
    await save(theirs)
    await theirs.waitForURL('**/settings?saved')
  })

  it.for(formNames)(
    'keep all that was typed over a session that ended, and send it again: %s',
    async (name, { site, forms }) => {
      const form = await forms[name]()
      const page = await openTyped(site, form)
      const cookies = await page.context().cookies()
      await page.context().clearCookies()
      await press(page, form.send)
      expect(await page.getByRole('alert').innerText()).toContain('Your session has ended')
      await page.context().addCookies(cookies)
      await isTakenAgain(page, form)
    },
  )

  it.for(formNames)(
    'keep all that was typed while the service behind them is gone: %s',
    async (name, { site, forms }) => {
      const form = await forms[name]()
      const page = await openTyped(site, form)
      await site.frontend.end('SIGKILL')
      await press(page, form.send)
      expect(await page.getByRole('alert').innerText()).toContain('This could not be saved now')
      await site.frontend.start()
      await isTakenAgain(page, form)
    },
  )

  it.for<[name: FormName, field: (page: Page) => Locator, spoilt: string, fault: string, mended: string]>([
    ['settings of an exercise', claims, '99', 'A whole number from 1 to 50.', '5'],
    ['settings of a course', courseAddress, 'A B', 'This is not written as is allowed here.', 'programming-1'],
    ['graders', newGrader, 'Assi', 'Type a user number or an e-mail address here.', '104'],
    ['a file of graders', csvOn, `${csv}104;xx;;\n`, 'Something here is no language of the course.', csv],
    ['a delivery', reasonOn, ' ', 'Say why', 'Looked at it.'],
  ])(
    'say what is wrong, and keep all else until it is mended: %s',
    async ([name, fieldOn, ...texts], { site, forms }) => {
      const [spoilt, fault, mended] = texts
      const form = await forms[name]()
      const page = await openTyped(site, form)
      await fieldOn(page).fill(spoilt)
      const before = await valuesOn(page)
      await press(page, form.send)
      expect(await page.getByRole('main').innerText()).toContain(fault)
      expect(await valuesOn(page)).toEqual(before)
      await fieldOn(page).fill(mended)
      await press(page, form.send)
      expect(await page.getByRole('main').innerText()).toMatch(form.said)
      await page.context().close()
    },
  )
})

describeInBrowser('what somebody else wrote meanwhile', () => {
  it('is shown beside a file of graders, which is kept, and replaced when the teacher says so', async ({
    site,
    changeSettings,
    forms,
  }) => {
    const form = await forms['a file of graders']()
    const page = await openTyped(site, form)
    await press(page, form.send)
    await changeSettings(({ graders }) => ({ graders: graders.slice(0, 1) }))
    await press(page, 'Replace 2 graders')
    expect(await page.getByRole('alert').innerText()).toContain('Terry Teacher saved this while you were writing')
    expect([await csvOn(page).inputValue(), await page.getByText('Added: 1').count()]).toEqual([csv, 1])
    await press(page, 'Replace 2 graders')
    await page.waitForURL('**/graders?saved')
  })

  it('leaves a result that was opened again out of a release', async ({ site, teacher, forms }) => {
    const page = await openTyped(site, await forms['the release']())
    const id = await page.locator('input[name=assessmentId]').inputValue()
    await teacher.reopenAssessment({ params: { id }, body: { reason: 'Look again.' } })
    await press(page, 'Release')
    expect(await page.getByRole('status').innerText()).toContain('Nothing was released')
  })
})

describeInBrowser('a file of graders', () => {
  const empty = 'This cannot be empty: something is needed.'
  const nobody = 'This person is no staff of the course in A+ now.'
  const notOne = 'Not one address or user number, or several people have the address: give the user number.'
  const language = 'Something here is no language of the course.'
  const tag = 'Something here is no tag of the course.'
  const twice = 'This stands here more than once already.'

  it.for<[what: string, rows: string[], faults: string[]]>([
    [
      'of any course',
      ['', ';;(none);', '0;Finnish,fi,fi;"a,""b";', ';;;', '9007199254740992;(none);a,;a,a', '102;fi;;'],
      [
        `Row 3, email: ${empty}`,
        `Row 3, languages: ${empty}`,
        `Row 4, email: ${notOne}`,
        `Row 4, languages: ${language}`,
        `Row 4, languages: ${twice}`,
        `Row 4, feedbackTags: ${tag}`,
        `Row 6, email: ${notOne}`,
        `Row 6, languages: ${empty}`,
        `Row 6, feedbackTags: ${tag}`,
        `Row 6, gradingTags: ${twice}`,
      ],
    ],
    [
      'of this course',
      [
        'assistant-fi@example.org;sv,fi;none-such;',
        'nobody@example.org;fi;;',
        '',
        'twins@example.org;fi;;',
        '105;fi;;',
        '102;fi;;',
        'teacher@example.org;fi;;group-c',
      ],
      [
        `Row 2, languages: ${language}`,
        `Row 2, feedbackTags: ${tag}`,
        `Row 3, email: ${nobody}`,
        `Row 5, email: ${notOne}`,
        `Row 6, email: ${nobody}`,
        `Row 7, email: ${twice}`,
        `Row 8, gradingTags: ${tag}`,
      ],
    ],
  ])('says each fault of each row, as a spreadsheet counts them: %s', async ([, rows, faults], { site, world }) => {
    for (const id of [901, 902])
      world.upstream.world.addUser({ id, username: `twin-${id}`, email: 'twins@example.org' })
    expect(await faultsOf(site, Buffer.from([header, ...rows].join('\r\n')))).toEqual(faults)
  })

  const unreadable = 'The file is not in UTF-8.'
  const columns = 'The first line must be email;languages;feedbackTags;gradingTags.'
  const cells = 'The row has other than four cells between semicolons, or its quotes do not match.'
  it.for<[what: string, file: string | Buffer, fault: string]>([
    ['nothing at all', '', columns],
    ['commas between the columns', header.replaceAll(';', ','), columns],
    ['a cell too few', `${header}\n\n102;fi;\n`, `Row 3: ${cells}`],
    ['a quote that is not closed', `${header}\n102;fi;;\n"103;fi;;\n`, `Row 3: ${cells}`],
    ['Latin-1', Buffer.from(`${header}\n102;fi;\u00E4;\n`, 'latin1'), unreadable],
    ['UTF-16', Buffer.from(`\uFEFF${header}\n`, 'utf16le'), unreadable],
    ['NUL', `${header}\n102;fi;\0;\n`, 'This is no text file with semicolons between the cells.'],
    ['more rows than a course has', `${header}\n${'102;fi;;\n'.repeat(201)}`, 'The file has more than 200 graders.'],
  ])('says what is wrong with the whole of it: %s', async ([, file, fault], { site }) => {
    expect(await faultsOf(site, Buffer.from(file))).toEqual([expect.stringContaining(fault)])
  })

  /** What the page says about a file. */
  async function faultsOf(site: Site, buffer: Buffer): Promise<string[]> {
    const page = await site.signedIn(101)
    await page.goto(`${site.url}${graders}/file`)
    await page.locator('input[type=file]').setInputFiles({ name: 'graders.csv', mimeType: 'text/csv', buffer })
    await press(page, 'Check the file')
    const faults = await page.getByRole('alert').getByRole('listitem').allInnerTexts()
    await page.context().close()
    return faults
  }
})

/** The page of a form, with what somebody typed into it. */
async function openTyped(site: Site, { path, type }: TypedForm): Promise<Page> {
  const page = await site.signedIn(101)
  await page.goto(site.url + path)
  await type(page)
  return page
}

async function isTakenAgain(page: Page, { said, held, typed }: TypedForm): Promise<void> {
  await press(page, 'Send again')
  expect(await page.getByRole('main').innerText()).toMatch(said)
  if (held) expect(await held(page)).toEqual(typed)
  await page.context().close()
}

/** What each field of the page's forms holds. */
const valuesOn = (page: Page) =>
  page.evaluate<unknown[]>(
    `[...document.querySelectorAll('main form :is(input:not([type=hidden]), textarea, select)')].map((each) => [each.name, each.value, each.checked])`,
  )
