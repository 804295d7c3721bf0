import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { essays } from './grading.fixture.ts'
import { looksChanged } from './is-accessible.ts'
import { focusedOn, fromFirst, pressAll } from './scripted-page.fixture.ts'
import { goTo, it } from './essays.fixture.ts'

describeInBrowser('by keyboard', () => {
  it.for<[what: string, open: (page: Page) => Promise<unknown>, stops: readonly unknown[]]>([
    [
      'the queue',
      async () => {},
      [
        'button "Grade next"',
        'link "Release grades"',
        'link "Settings"',
        'link "Waiting 5"',
        'link "In progress 0"',
        'link "Completed 0"',
        'link "Released 0"',
        'link "Mine"',
        'textbox "Filter by name"',
        'button "Filter"',
        ...Array(5).fill(expect.stringMatching(/^button "Take up \p{L}+ /u)),
      ],
    ],
    ['the release', (page) => page.goto(`${page.url()}/release`), ['link "Not now"']],
    [
      'the grading page',
      (page) => take(page, page.getByRole('row', { name: 'Demonen 1 ' }).getByRole('button')),
      [
        ...parts.map((name) => `link "${name}"`),
        'text: About this work',
        'link "Answers"',
        'link "solution.py"',
        'link "notes.txt"',
        'link "Download solution.py"',
        'link "Download notes.txt"',
        'radio "Not judged"',
        'textbox "Comment"',
        'checkbox "Has tests +4"',
        'checkbox "The report is clear +6"',
        'textbox "Fault -1"',
        'textbox "Comment"',
        'text: Adjustment and private note',
        'textbox "Feedback"',
        'text: Total 0 / 20',
        'button "Save"',
        'text: Postpone…',
        'button "Hand back"',
        'button "Complete and next"',
      ],
    ],
  ])('the stops of %s are in the order in which it is read', async ([what, open, expected], { site }) => {
    const page = await site.signedIn(101)
    await page.goto(site.url + essays)
    await open(page)
    const [course, exercise] = ['link "Programming 1"', 'link "1.3 Essay program"']
    const above = what === 'the queue' ? [course] : [course, exercise]
    const names = (await stopsOf(page)).map(({ name }) => name)
    const places = await page.locator('nav.course a').allInnerTexts()
    expect(names).toEqual([
      'link "Course grading"',
      ...above,
      'link "My feedback"',
      'button "Sign out"',
      ...places.map((place) => `link "${place}"`),
      ...expected,
      ...foot,
    ])
    await page.context().close()
  })

  it('a link of the grading page skips to each of its parts', async ({ site }) => {
    const page = await site.signedIn(102)
    await page.goto(site.url + essays)
    await take(page, page.getByRole('button', { name: 'Grade next' }))
    for (const name of parts) {
      await page.getByRole('navigation', { name: 'Go to' }).getByRole('link', { name }).press('Enter')
      await page.keyboard.press('Tab')
      expect(await page.getByRole('region', { name, exact: true }).locator(':focus').count()).toBe(1)
    }
    await page.context().close()
  })

  it('Enter in the reason for postponing postpones', async ({ site }) => {
    const page = await site.signedIn(102)
    await page.goto(`${site.url}${essays}?state=mine`)
    await take(page, page.getByRole('link', { name: /^Open / }).first())
    await page.getByText('Postpone…').click()
    await page.getByRole('textbox', { name: 'Why later' }).press('A')
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Postponed.' }).waitFor()
    await page.context().close()
  })

  it.for([
    ['the grading page', 1_366, 768],
    ['the grading page', 683, 384],
    ['the queue', 683, 384],
  ] as const)('each stop of %s is seen, with a line around it: %i × %i', async ([what, width, height], { site }) => {
    const page = await site.signedIn(103, { viewport: { width, height } })
    await page.goto(site.url + essays)
    if (what === 'the grading page') await take(page, page.getByRole('button', { name: 'Grade next' }))
    const stops = await stopsOf(page)
    expect(stops.filter(({ isCovered }) => isCovered).map(({ name }) => name)).toEqual([])
    expect(stops.filter(({ outline }) => !/^solid [2-9]px/.test(outline)).map(({ name }) => name)).toEqual([])
    await page.context().close()
  })
})

describeInBrowser('with the script', () => {
  it('the list of comments says how many there are, and which one is marked', async ({ essays: handedIn }) => {
    const { page } = await handedIn.open(102)
    await fromFirst(page, 'c Control+k')
    const count = page.getByRole('dialog').getByRole('status')
    const search = page.getByRole('combobox', { name: 'Search comments' })
    await count.filter({ hasText: /^\d+ comments\./ }).waitFor()
    const marked = async () => page.locator(`#${await search.getAttribute('aria-activedescendant')}`).innerText()
    const first = await marked()
    await pressAll(page, 'ArrowDown')
    const options = await page.getByRole('option').allInnerTexts()
    expect([first, await marked(), await focusedOn(page)]).toEqual([
      options[0],
      options[1],
      'combobox "Search comments"',
    ])
    await page.keyboard.type('xyzzy')
    await count.filter({ hasText: 'No comment has these words.' }).waitFor()
    expect(await search.getAttribute('aria-expanded')).toBe('false')
    await page.context().close()
  })
})

describeInBrowser('the bar of the grading page', () => {
  it.for([
    [683, 384],
    [390, 844],
    [360, 640],
  ] as const)(
    'stays in sight at %i × %i, in at most a quarter of the height, in each language',
    async ([width, height], { site, essays: handedIn }) => {
      const page = await site.signedIn(101, { javaScriptEnabled: true, viewport: { width, height } })
      const { assessmentId } = await handedIn.take(101)
      const [waiting] = await handedIn.handIn(1)
      const paths = [`/grade/${assessmentId}`, `/submissions/${waiting}`]
      const found: string[] = []
      for (const language of ['English', 'suomi', 'svenska'])
        for (const path of paths) {
          await page.goto(site.url + path)
          await page.getByRole('button', { name: language }).click()
          if (path === paths[0]) await page.locator('.bar kbd').first().waitFor({ state: 'attached' })
          const box = await page.locator('.bar').boundingBox()
          const { y = 0, height: own = 0 } = box ?? {}
          if (own === 0 || y < 0 || y + own > height || own > height / 4) found.push(`${language} ${path}: ${y} ${own}`)
        }
      expect(found).toEqual([])
      await page.context().close()
    },
  )
})

describeInBrowser('what is chosen, pressed or present', () => {
  it.for([{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }] as const)(
    'looks otherwise than the rest: %o',
    async (media, { site, essays: handedIn }) => {
      const { page, work } = await handedIn.open(102)
      await page.emulateMedia(media)
      const seen: boolean[] = []
      for (const [path, selector] of [
        [`${essays}?state=mine`, '.states [aria-current]'],
        ['/courses/11/rubrics', '.course [aria-current]'],
      ] as const) {
        await page.goto(site.url + path)
        seen.push(await looksChanged(page, selector, noLongerCurrent))
      }
      const teaching = await site.signedIn(101)
      await teaching.emulateMedia(media)
      for (const [path, selector, change] of [
        ['/courses/11/deliveries?state=refused', '.states [aria-current]', noLongerCurrent],
        [`${essays}/settings`, '[type=radio]:checked', 'one => (one.checked = false)'],
        [`${essays}/settings`, '[type=checkbox]:checked', 'box => (box.checked = false)'],
      ] as const) {
        await teaching.goto(site.url + path)
        seen.push(await looksChanged(teaching, selector, change))
      }
      await teaching.context().close()
      await goTo(page, work.url)
      const line = page.locator('.work-box .line[role=button]').first()
      await line.waitFor()
      await line.dispatchEvent('click')
      await page.getByRole('button', { name: 'Fold annotations' }).click()
      await page.locator('#grading h1').focus()
      for (const [selector, change] of [
        ['.row.chosen', `row => row.classList.remove('chosen')`],
        ['.tools [aria-pressed=true]', `button => button.setAttribute('aria-pressed', 'false')`],
        ['.foot [aria-pressed=true]', `button => button.setAttribute('aria-pressed', 'false')`],
        ['[data-criterion][aria-current]', `criterion => criterion.removeAttribute('aria-current')`],
      ] as const)
        seen.push(await looksChanged(page, selector, change))
      expect(seen).toEqual(Array(9).fill(true))
      await page.context().close()
    },
  )
})

const noLongerCurrent = `place => place.removeAttribute('aria-current')`

async function take(page: Page, button: Locator): Promise<void> {
  await button.click()
  await page.waitForURL('**/grade/*')
}

/** Of the grading page, in the order in which it is read. */
const parts = ['Work', 'Rubric', 'Feedback']

/** Language and theme, at the foot of each page. */
const foot = [
  ...['English', 'suomi', 'svenska', 'As the system', 'Light', 'Dark'].map((name) => `button "${name}"`),
  'link "My preferences"',
]

interface Stop {
  /** Role and accessible name. */
  readonly name: string
  readonly isCovered: boolean
  readonly outline: string
}

/** Everything that the tab key reaches, until it leaves the page. */
async function stopsOf(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const looks = await page.evaluate<Omit<Stop, 'name'> | null>(looksOfFocused)
    if (looks === null || stops.length > 200) return stops
    const snapshot = await page.locator(':focus').ariaSnapshot()
    const name = /^- (\w+ "[^"]*")/.exec(snapshot)?.[1] ?? snapshot.replace(/^- /, '')
    stops.push({ name, ...looks })
  }
}

/** Covered is what none of nine points of it is seen of. */
const looksOfFocused = `(() => {
  const focused = document.activeElement
  if (focused === document.body) return null
  const { left, top, right, bottom } = focused.getBoundingClientRect()
  const between = (from, to) => [from + 2, (from + to) / 2, to - 2]
  const isSeenAt = (x, y) => focused.contains(document.elementFromPoint(x, y))
  const isCovered = !between(left, right).some((x) => between(top, bottom).some((y) => isSeenAt(x, y)))
  const { outlineStyle, outlineWidth } = getComputedStyle(focused)
  return { isCovered, outline: outlineStyle + ' ' + outlineWidth }
})()`
