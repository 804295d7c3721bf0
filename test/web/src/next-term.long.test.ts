import { describeInBrowser } from '@course-grading/test-kit/browser'
import { settingsOf, type SystemWorld, writeSettings } from '@course-grading/test-system/world'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { press } from './grading.fixture.ts'
import { byKeyboard, byMouse, type Hand } from './hands.fixture.ts'
import { isAccessible } from './is-accessible.ts'
import { fillBank } from './next-term.fixture.ts'
import { it as onSite, type Teacher } from './world.fixture.ts'

const settings = '/courses/11/settings'
const textbox = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })
const save = (page: Page) => press(page, 'Save')

describeInBrowser('a teacher begins the next term from the last one', () => {
  it.for<[how: string, hand: Hand, course: string, courseId: number, exerciseId: number]>([
    ['by mouse, with JavaScript off', byMouse, 'Programming 2', 12, 1201],
    ['by keyboard alone, with scripts', byKeyboard, 'Data Structures', 13, 1301],
  ])('%s: exercises, a copy, a second copy that makes nothing, the settings', async (story, { site, teacher }) => {
    const [, hand, course, courseId, exerciseId] = story
    await setDue(teacher)
    const page = await site.signedIn(101, { javaScriptEnabled: hand.javaScriptEnabled })
    const follow = (what: Locator) => hand.follow(page, what)
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    await follow(page.getByRole('main').getByRole('link', { name: course }))
    if (courseId === 12) await follow(button('Set up this course'))
    await follow(button('Refresh from A+'))
    await follow(page.getByRole('region', { name: 'Start' }).getByRole('link', { name: 'Exercises by hand' }))
    const byHand = page.getByRole('checkbox', { name: /Uppsats/ })
    if (!(await byHand.isChecked())) await hand.press(page, byHand)
    await follow(button('Save'))
    await follow(link('Overview'))
    await follow(link('Copy from a course'))
    await page.getByRole('combobox', { name: 'Which course' }).selectOption('11')
    await follow(button('Show the exercises of that course'))
    expect(await page.getByRole('checkbox', { name: /Uppsats/ }).isChecked()).toBe(true)
    expect(await page.getByText('Graders are not copied.').count()).toBe(1)
    if (hand.javaScriptEnabled) await isAccessible(page)
    await follow(button(/^Copy from /))
    const report = page.getByRole('region', { name: 'What this has copied into the course' })
    for (const part of [
      /\d+ rubrics?: Essay program/,
      /\d+ comments\n/,
      /1 exercise: 1.3 Uppsats, as 1.3 Essay program/,
      /1 exercise: without/,
    ])
      expect(await report.innerText()).toMatch(part)
    if (hand.javaScriptEnabled) await isAccessible(page)
    const copied = async () => [
      (await teacher.listRubrics({ params: { courseId }, query: {} })).body.items.length,
      (await teacher.listSnippets({ params: { courseId }, query: { limit: 200 } })).body.items.length,
      (await teacher.getExerciseGrading({ params: { courseId, exerciseId } })).body,
    ]
    const before = await copied()
    await follow(button('Copy again'))
    for (const part of ['Nothing.', 'this course has a copy of it already.', 'it has settings here, which stay.'])
      expect(await report.innerText()).toContain(part)
    expect(await copied()).toEqual(before)

    await follow(page.getByRole('navigation', { name: 'Course' }).getByRole('link', { name: 'Settings' }))
    await hand.press(page, textbox(page, 'What the course is called here'))
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Next term')
    await follow(button('Save'))
    await follow(link('Revisions of the settings'))
    await follow(page.getByRole('link', { name: /^Revision / }).first())
    expect(await page.getByRole('row', { name: 'What the course is called here' }).innerText()).toContain('Next term')
    await page.context().close()
  })

  it('with 50 rubrics and 2,000 comments, which come by going on', async ({ site, page, world, teacher }) => {
    await fillBank(world, teacher, 11)
    await page.goto(`${site.url}/courses/12/copy?from=11`)
    await page.getByRole('button', { name: /^Copy from / }).click()
    let requests = 1
    for (
      const goOn = page.getByRole('button', { name: 'Go on with the rest' });
      (await goOn.count()) > 0;
      requests += 1
    )
      await goOn.click()
    expect(requests).toBeGreaterThan(1)
    const titles = await world.query('SELECT 1 FROM rubric WHERE course_id = 12 AND latest_version = 1')
    const comments = await world.query('SELECT DISTINCT label FROM snippet WHERE course_id = 12')
    const all = await world.query('SELECT 1 FROM snippet WHERE course_id = 12')
    expect([titles.rowCount, all.rowCount]).toEqual([50, comments.rowCount])
    expect(comments.rowCount).toBeGreaterThanOrEqual(2_000)
  })
})

/** A time belongs to its term. */
async function setDue(teacher: Teacher): Promise<void> {
  const params = { courseId: 11, exerciseId: 1103 }
  const { body, etag } = await teacher.getExerciseGrading({ params })
  await teacher.putExerciseGrading({ params, body: { ...body, dueAt: '2030-01-01T10:00:00.000Z' }, ifMatch: etag })
}

type CourseSettingsUpdate = Parameters<Teacher['putCourseSettings']>[0]['body']

/** What a PUT writes, and the revision. */
async function readOwn(teacher: Teacher) {
  const { body, etag } = await teacher.getCourseSettings({ params: { courseId: 11 } })
  const { revision: _, courseId: _id, tags: _tags, ltiLoginUrl: _url, ...own } = body
  return { own, etag }
}

/** By form, and as the public API has it. A field of the contract without a line here does not compile. */
const changes: {
  readonly [Field in Exclude<keyof CourseSettingsUpdate, 'schemaVersion'>]-?: readonly [
    change: (page: Page) => Promise<unknown>,
    next: (base: CourseSettingsUpdate) => CourseSettingsUpdate[Field],
    path?: string,
  ]
} = {
  slug: [(page) => textbox(page, 'Address here').fill('autumn-1'), () => 'autumn-1'],
  name: [
    (page) => textbox(page, 'What the course is called here').fill('<b>Höst</b> & "1"'),
    () => '<b>Höst</b> & "1"',
  ],
  languages: [(page) => textbox(page, 'Languages of the course').fill('en, fi, sv'), () => ['en', 'fi', 'sv']],
  highlightLanguages: [
    async (page) => {
      await page.locator('summary').filter({ hasText: 'Syntax highlighters' }).click()
      await page.getByRole('checkbox', { name: 'haskell', exact: true }).check()
    },
    ({ highlightLanguages }) => [...highlightLanguages, 'haskell'],
  ],
  courseConfigUrl: [
    (page) => textbox(page, 'Address of the course configuration').fill('https://example.org/c'),
    () => 'https://example.org/c',
  ],
  templates: [
    async (page) => {
      await page.getByRole('checkbox', { name: 'File name extensions of the chosen highlighters count, too' }).uncheck()
      await textbox(page, 'Further file name extensions of template files').fill('.c\n.h')
      await textbox(page, 'Folders in which no file is a template').fill('a, b\n<build>')
    },
    () => ({ automaticExtensions: false, extensions: ['.c', '.h'], excludedPathSegments: ['a, b', '<build>'] }),
  ],
  listed: [(page) => page.getByRole('checkbox', { name: 'Show the course' }).click(), ({ listed }) => !listed],
  visibleTagSlugs: [
    async (page) => {
      await press(page, 'Refresh tags')
      await page.getByRole('checkbox', { name: 'Retaking' }).check()
    },
    ({ visibleTagSlugs }) => [...visibleTagSlugs, 'retaking'],
  ],
  graders: [
    (page) => press(page, 'Remove: Assi Suomenkielinen'),
    ({ graders }) => graders.filter(({ userId }) => userId !== 102),
    `${settings}/graders`,
  ],
  manualGradingExercises: [
    async (page) => {
      const box = page.getByRole('checkbox', { name: 'Reflection', includeHidden: true })
      await page.locator('details').filter({ has: box }).locator('summary').click()
      await box.check()
    },
    ({ manualGradingExercises }) => [...manualGradingExercises, 1105].toSorted(),
    `${settings}/exercises`,
  ],
}

describeInBrowser('the settings of a course in a browser', () => {
  it.for(Object.entries(changes))(
    'are by form what the public API makes of the same change: %s',
    async ([field, [change, next, path = settings]], { site, page, teacher, publicApi }) => {
      const params = { courseId: 11 }
      const before = await readOwn(teacher)
      await page.goto(site.url + path)
      await change(page)
      await save(page)
      await page.waitForURL('**?saved')
      const byForm = await readOwn(teacher)
      const back = await teacher.putCourseSettings({ params, body: before.own, ifMatch: byForm.etag })
      const body = { ...before.own, [field]: next(before.own) }
      // No script moves a course to another address.
      if (field === 'slug') await teacher.putCourseSettings({ params, body, ifMatch: back.etag })
      else await writeSettings(publicApi, { body: JSON.stringify(body), ifMatch: back.etag })
      const byApi = await readOwn(teacher)
      expect(byForm.own).toEqual(byApi.own)
      expect(byForm.own).not.toEqual(before.own)
      expect(await settingsOf(publicApi)).toMatchObject(byForm.own)
      await teacher.putCourseSettings({ params, body: before.own, ifMatch: byApi.etag })
    },
  )

  it('that two teachers change at once are both written, and each sees what both changed', async ({
    site,
    page: mine,
  }) => {
    const theirs = await mine.context().newPage()
    for (const page of [mine, theirs]) await page.goto(site.url + settings)
    await textbox(theirs, 'What the course is called here').fill('Theirs')
    await textbox(theirs, 'Address of the course configuration').fill('https://example.org/theirs')
    await save(theirs)
    await textbox(mine, 'What the course is called here').fill('Mine')
    await textbox(mine, 'Folders in which no file is a template').fill('mine')
    await save(mine)
    expect(await mine.getByText(/^Now: Theirs \(Terry Teacher, /).count()).toBe(1)
    await press(mine, 'Use this: What the course is called here')
    expect(await mine.locator(':focus').getAttribute('name')).toBe('name')
    await save(mine)
    const values = (page: Page) =>
      Promise.all(
        [
          'What the course is called here',
          'Address of the course configuration',
          'Folders in which no file is a template',
        ].map((name) => textbox(page, name).inputValue()),
      )
    expect(await values(mine)).toEqual(['Theirs', 'https://example.org/theirs', 'mine'])
    await theirs.close()
  })

  it('take at most 64 highlighters and 20 addresses, and say so under the field', async ({ site, page, teacher }) => {
    await page.goto(site.url + settings)
    await page.locator('summary').filter({ hasText: 'Syntax highlighters' }).click()
    for (const box of (await page.locator('[name=highlightLanguages]:not(:checked)').all()).slice(0, 64))
      await box.check()
    await save(page)
    expect(await page.getByRole('group', { name: 'Syntax highlighters' }).innerText()).toContain('No more than 64')
    for (let number = 1; number <= 20; number += 1) {
      const { own, etag } = await readOwn(teacher)
      const change = { ...own, slug: `of-many-${number}` }
      const isWritten = await teacher.putCourseSettings({ params: { courseId: 11 }, body: change, ifMatch: etag }).then(
        () => true,
        () => false,
      )
      if (!isWritten) break
    }
    await page.goto(site.url + settings)
    await textbox(page, 'Address here').fill('one-more')
    await save(page)
    expect(await page.getByRole('alert').innerText()).toContain('20 already')
    expect(await textbox(page, 'Address here').inputValue()).toBe('one-more')
  })

  it('bring no browser to report anything', ({ site }) => expect(site.faults).toEqual([]))
})

const it = onSite
  .extend('prepare', { scope: 'file' }, () => ({ upstream: { world } }: SystemWorld) => {
    world.setRole(13, 101, 'teacher')
    // Equal in Finnish alone, but for case and blanks.
    for (const id of [1201, 1301])
      Object.assign(world.exercise(id), { order: 3, name: '|sv:Uppsats|fi: ESSEEOHJELMA |' })
  })
  // One session of the teacher for all forms: a person has a few at most.
  .extend('page', { scope: 'file' }, ({ site }) => site.signedIn(101))
  .extend('publicApi', { scope: 'file' }, ({ world }) => world.start('public-api'))
