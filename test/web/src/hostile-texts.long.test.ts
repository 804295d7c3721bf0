import { describeInBrowser, widthExcessOf } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { essays, feedbackOn, press, steps, storedOf, withoutOwnScripts } from './grading.fixture.ts'
import { assessHostile, hostile, makeHostile } from './hostile-course.fixture.ts'
import { pagesOfTeachers } from './hostile-pages.fixture.ts'
import { pressAll, untilLive } from './scripted-page.fixture.ts'
import { it as onSite } from './world.fixture.ts'

describeInBrowser('what people wrote', () => {
  it.for<[who: string, userId: number, path: string, ...steps: ((page: Page) => Promise<unknown>)[]]>([
    ['a student', 201, '/'],
    ['a student', 201, '/courses/11'],
    ['a student', 201, '/feedback'],
    ['a student of one', 201, '/feedback', steps.openFirst],
    ['a student of one with its files', 201, '/feedback', steps.openFirst, (page) => page.goto(`${page.url()}?files`)],
    ['a grader', 103, '/'],
    ['a grader', 103, '/courses/11'],
    ...['waiting', 'in_progress', 'completed', 'released', 'mine'].map((state): [string, number, string] => [
      'a grader',
      103,
      `${essays}?state=${state}`,
    ]),
    ['a grader who holds it', 103, `${essays}?state=in_progress`, steps.openListed],
    ['a grader to whom something is missing', 103, `${essays}?state=in_progress`, steps.openListed, steps.leaveGap],
    ['a grader of whom two tabs save', 103, `${essays}?state=in_progress`, steps.openListed, steps.saveInTwoTabs],
    ['a grader who completed it', 103, `${essays}?state=completed`, steps.openListed],
    ['a teacher', 101, '/courses/12'],
    ['a teacher', 101, `${essays}/release`],
    ['a teacher', 101, '/courses/11/settings'],
    ['a teacher', 101, '/courses/11/settings/revisions/2'],
    ['a teacher', 101, '/courses/11/copy'],
    ['a teacher', 101, '/courses/11/submissions'],
    ...pagesOfTeachers,
    ['a teacher', 101, '/courses/11/deliveries'],
    ['a teacher of one', 101, '/courses/11/deliveries', openDelivery],
    ['a teacher', 101, '/courses/11/comments'],
    ['a teacher of one', 101, '/courses/11/comments', (page) => openComment(page), previewComment],
    ['a teacher who retires one', 101, '/courses/11/comments', (page) => openComment(page, 'retire')],
    ['a teacher', 101, '/preferences'],
    ['a teacher', 101, '/courses/11/students'],
    ['a teacher', 101, '/courses/11/students/201'],
    ['a teacher', 101, '/courses/11/students/201/erase'],
    ['a teacher who writes to a student', 101, '/courses/11/students/201', writeHostile],
    ['a teacher of what a grader holds', 101, `${essays}?state=in_progress`, steps.openListed],
    ['a grader over whom another signed in', 103, `${essays}?state=in_progress`, steps.openListed, steps.signInOver],
  ])('is text on the page of %s (%i), %s', async ([, userId, path, ...rest], { site }) => {
    const page = await site.signedIn(userId, { javaScriptEnabled: true })
    await withoutOwnScripts(page)
    const called: string[] = []
    await page.context().exposeFunction('canary', () => called.push(page.url()))
    await page.goto(site.url + path)
    for (const step of rest) await step(page)
    await page.waitForLoadState('networkidle')
    expect([called, await page.evaluate<string[]>(strangers)]).toEqual([[], []])
    expect(await page.evaluate<string>(shown)).toContain('<script>canary()</script>')
    await page.context().close()
  })

  it.for([
    '/sign-in?to=/X',
    '/X',
    '/courses/11?X',
    `${essays}?state=X&notice=X`,
    '/feedback?X=X',
    '/courses/11/copy?from=X',
    '/courses/11/settings?X',
    '/courses/11/comments?q=X&done=X',
    '/courses/11/students?q=X&tag=X&feedback=X&cursor=X',
    '/courses/11/submissions?q=X&tag=X',
  ])('in an address is text: %s', async (address, { site }) => {
    const page = await site.signedIn(103, { javaScriptEnabled: true })
    for (const payload of ['"><script>canary()</script>', "'onfocus=canary() autofocus '", '</title><base href=//e>']) {
      await page.goto(site.url + address.replaceAll('X', encodeURI(payload)))
      expect(await page.evaluate<string[]>(strangers)).toEqual([])
      await page.goto(site.url + address.replaceAll('X', encodeURIComponent(payload)))
      expect(await page.evaluate<string[]>(strangers)).toEqual([])
    }
    await page.context().close()
  })

  it('comes back from the fields as it was, with its leading line end', async ({ site, teacher }) => {
    const page = await site.signedIn(103)
    await page.goto(`${site.url}${essays}?state=in_progress`)
    await steps.openListed(page)
    const before = await storedOf(page, teacher)
    expect(await feedbackOn(page).inputValue()).toBe(before.text)
    await press(page, 'Save')
    expect(await storedOf(page, teacher)).toEqual(before)
    await page.context().close()
  })

  it('as a file is downloaded, and no page of the site', async ({ site }) => {
    const page = await site.signedIn(103)
    await page.goto(`${site.url}${essays}?state=in_progress`)
    await steps.openListed(page)
    const address = await page
      .getByRole('link', { name: /^Download/ })
      .first()
      .getAttribute('href')
    const reply = await page.context().request.get(site.url + address)
    expect([reply.status(), reply.headers()]).toMatchObject([
      200,
      { 'content-disposition': expect.stringMatching(/^attachment;/), 'x-content-type-options': 'nosniff' },
    ])
    await page.context().close()
  })

  it.for<[what: string, act: (page: Page) => Promise<unknown>]>([
    ['as it opens', async () => {}],
    ['with the comments of the course', openComments],
    ['with a comment inserted', insertComment],
    ['with a preview', openPreview],
    ['with an annotation of each part', annotateAll],
    ['with something missing', completeWithGap],
    ['with what somebody else saved', saveBeside],
  ])('is text on the grading page with its script: %s', async ([, act], { site }) => {
    const page = await site.signedIn(103, { javaScriptEnabled: true })
    const called: string[] = []
    await page.context().exposeFunction('canary', () => called.push(page.url()))
    await page.goto(`${site.url}${essays}?state=in_progress`)
    await steps.openListed(page)
    await untilLive(page)
    await act(page)
    await page.waitForLoadState('networkidle')
    expect([called, await page.evaluate<string[]>(strangers)]).toEqual([[], []])
    expect(await page.evaluate<string>(shown)).toContain('<script>canary()</script>')
    expect(await page.evaluate<string[]>(namesOfFiles)).toContain(`${hostile}.html`)
    await page.context().close()
  })

  it.for<[who: string, userId: number, path: string, ...steps: ((page: Page) => Promise<unknown>)[]]>([
    ['a student of one', 201, '/feedback', steps.openFirst],
    ['a grader of a group', 103, `${essays}?state=in_progress`],
    ['a grader who holds it', 103, `${essays}?state=in_progress`, steps.openListed, untilLive, openPreview],
    ['a teacher', 101, `${essays}/release`],
    ['a teacher', 101, '/courses/11/submissions'],
    ...pagesOfTeachers,
    ['a teacher', 101, '/courses/11/deliveries'],
    ['a teacher', 101, '/courses/11/comments'],
    ['a teacher of one', 101, '/courses/11/comments', (page) => openComment(page)],
    ['a teacher', 101, '/preferences'],
    ['a teacher', 101, '/courses/11/students'],
    ['a teacher who writes to a student', 101, '/courses/11/students/201', writeHostile],
    ['a teacher of one', 101, '/courses/11/deliveries', openDelivery],
  ])(
    'is no wider than a window of 360 pixels, on the page of %s (%i), %s',
    async ([, userId, path, ...rest], { site }) => {
      const page = await site.signedIn(userId, { javaScriptEnabled: true, viewport: { width: 360, height: 800 } })
      await page.goto(site.url + path)
      for (const step of rest) await step(page)
      expect(await widthExcessOf(page)).toEqual([])
      await page.context().close()
    },
  )

  it('scrolls a long line of code inside, and keeps the alignment of the columns of a table', async ({ site }) => {
    const page = await site.signedIn(201)
    await page.goto(`${site.url}/feedback`)
    await steps.openFirst(page)
    const code = page.locator('.written pre').last()
    expect(await code.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
    expect(await page.evaluate(alignments)).toEqual(['right', 'right'])
    await page.context().close()
  })

  it('marks a control of direction, which changes no other character and is copied as it was handed in', async ({
    site,
  }) => {
    const page = await site.signedIn(103, { javaScriptEnabled: true })
    await page.goto(`${site.url}${essays}?state=in_progress`)
    await steps.openListed(page)
    await untilLive(page)
    const [shown, copied] = await page.evaluate<[string, string]>(markedLine)
    expect([shown, copied]).toEqual(['"U+202E"', hostile.trim()])
    await page.context().close()
  })

  it('as an SVG is no image, whatever its name', async ({ site }) => {
    const page = await site.signedIn(103, { javaScriptEnabled: true })
    await page.goto(`${site.url}${essays}?state=in_progress`)
    await steps.openListed(page)
    await untilLive(page)
    const figure = page.getByRole('figure')
    await figure.scrollIntoViewIfNeeded()
    await figure.getByText('This image cannot be shown').waitFor()
    expect([await figure.count(), await page.getByRole('main').locator('img').count()]).toEqual([1, 0])
    await page.context().close()
  })

  it('brings no browser to report anything, or to ask another site', ({ site }) => {
    expect(site.faults).toEqual([])
  })
})

async function openComments(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Feedback', exact: true }).focus()
  await pressAll(page, 'Control+k')
  await page.getByRole('dialog').getByRole('option').first().waitFor()
}

async function insertComment(page: Page): Promise<void> {
  await openComments(page)
  await page.keyboard.type('canary')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

/** Begins a text to the student, which stays a draft, and has it drawn. */
async function writeHostile(page: Page): Promise<void> {
  await press(page, 'Write feedback')
  await page.getByRole('textbox', { name: 'Text' }).fill(hostile)
  await press(page, 'Preview')
  await page.getByRole('button', { name: 'Preview' }).evaluate((button) => button.removeAttribute('autofocus'))
}

async function openPreview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('region', { name: 'Preview' }).waitFor()
}

async function annotateAll(page: Page): Promise<void> {
  const first = page.getByRole('button', { name: 'Line 1', exact: true })
  for (let part = 0; part < (await first.count()); part += 1) {
    await first.nth(part).click()
    await page.keyboard.press('a')
    await page.keyboard.insertText(hostile)
  }
}

async function completeWithGap(page: Page): Promise<void> {
  const clear = page.getByRole('button', { name: 'Clear', exact: true })
  if ((await clear.count()) > 0) await clear.click()
  await pressAll(page, 'Control+Enter')
  await page.getByRole('alert').waitFor()
}

/** As from another device of the person. */
async function saveBeside(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const { assessment, feedback, fields } = JSON.parse(document.getElementById('grading').dataset.start)
    const patch = { body: fields.body + ${JSON.stringify(hostile)} }
    const body = JSON.stringify({ base: feedback.revision, feedbackId: feedback.id, patch })
    const headers = { 'Content-Type': 'application/json', 'X-Person': '103' }
    await (await fetch('/grade/' + assessment.id + '/wording', { method: 'POST', headers, body })).text()
  })()`)
  await feedbackOn(page).fill(`Mine. ${hostile}`)
  await page.getByRole('button', { name: 'Keep mine' }).waitFor()
}

const openDelivery = (page: Page) => page.locator('a[href^="/deliveries/"]').first().click()

const openComment = (page: Page, to = 'change') => page.locator(`a[href*="/${to}"]`).first().click()

/** The focus stays at the button, by an attribute that hostile texts would bring, too. */
async function previewComment(page: Page): Promise<void> {
  await press(page, 'Preview: English')
  await page.getByRole('button', { name: 'Preview: English' }).evaluate((button) => button.removeAttribute('autofocus'))
}

const namesOfFiles = `[...document.querySelectorAll('section[data-path]')].map(({ dataset }) => dataset.path)`

/** What only an attacker would bring into a page, and what leads somewhere else than pages do. */
const strangers = `[
  ...document.querySelectorAll('body :is(meta, link, base, style, iframe, object, embed, svg:not(.progress), math), svg.progress > :not(rect), svg.progress rect > *, main :is(script, img), [autofocus]'),
  ...[...document.links].filter((link) => !['http:', 'https:', 'mailto:'].includes(link.protocol)),
  ...[...document.forms].filter((form) => new URL(form.getAttribute('action'), document.baseURI).origin !== location.origin),
  ...[...document.querySelectorAll('*')].filter((element) => element.getAttributeNames().some((name) => name.startsWith('on'))),
].map((element) => element.outerHTML)`

const alignments = `[...document.querySelector('.written table').querySelectorAll(':is(th, td):last-child')]
  .map((cell) => getComputedStyle(cell).textAlign)`

/** What marks the control, and what is copied of its line. */
const markedLine = `(() => {
  const mark = document.querySelector('.code .row [data-code="U+202E"]')
  getSelection().selectAllChildren(mark.closest('.row > span'))
  return [getComputedStyle(mark, '::before').content, getSelection().toString()]
})()`

/** All that can be read, in fields too. */
const shown = `[document.body.innerText, ...[...document.querySelectorAll('textarea, input')].map(({ value }) => value)].join()`

const it = onSite
  .extend('prepare', { scope: 'file' }, () => makeHostile)
  .extend('filled', { scope: 'file', auto: true }, ({ site, teacher }) => assessHostile(teacher, site.frontendUrl))
