import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describeInBrowser } from '@course-grading/test-kit/browser'
import { tokenOf } from '@course-grading/test-system/world'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { press } from './grading.fixture.ts'
import { it as onSite } from './world.fixture.ts'

const settings = '/courses/11/settings'
const staff = { other: 104, first: 102, second: 103 }

/** In the file, and on the page. */
type Edits = readonly (readonly [before: string, after: string])[]
type Both = readonly [what: string, edits: Edits, change: (page: Page) => Promise<void>, ...expected: Expected]
/** What the page says to whom it asks about, and what stands of this grader once it is taken, or ours is saved. */
type Expected = readonly [userId: number, now: string, theirs: object | null, ours: object | null]

const inFinnish = '  - userId: 102\n    languages: [fi]'
const conflicts: readonly Both[] = [
  [
    'the same field of a grader',
    [[inFinnish, '  - userId: 102\n    languages: [en]']],
    async (page) => {
      await press(page, 'Change: Assi Suomenkielinen')
      await page.getByRole('checkbox', { name: 'English' }).check()
    },
    staff.first,
    'Now: English · work of group-a',
    { languages: ['en'] },
    { languages: ['fi', 'en'] },
  ],
  [
    'a grader whom both added',
    [[inFinnish, `  - userId: 104\n    languages: [en]\n${inFinnish}`]],
    async (page) => {
      await press(page, 'Add a grader')
      await page.getByRole('textbox', { name: 'Or a user number or e-mail address' }).fill('104')
      await page.getByRole('checkbox', { name: 'English' }).uncheck()
    },
    staff.other,
    'Now: English',
    { languages: ['en'] },
    { languages: ['fi'] },
  ],
  [
    'a grader whom the page removes, and the file changes',
    [[inFinnish, '  - userId: 102\n    languages: [en]']],
    (page) => press(page, 'Remove: Assi Suomenkielinen'),
    staff.first,
    'Now: English · work of group-a',
    { languages: ['en'] },
    null,
  ],
  [
    'a grader whom the file removes, and the page changes',
    [['  - userId: 103\n    languages: [en, fi]\n', '']],
    async (page) => {
      await press(page, 'Change: Assia English')
      await page.getByRole('checkbox', { name: 'Finnish' }).uncheck()
    },
    staff.second,
    'Now: is none of the graders',
    null,
    { languages: ['en'] },
  ],
]

describeInBrowser('settings that `course-settings apply` writes while a form is open', () => {
  it('both stand, where different ones were changed', async ({ site, files, stored }) => {
    const page = await site.signedIn(101)
    const other = await page.context().newPage()
    await page.goto(`${site.url}${settings}/graders`)
    await other.goto(`${site.url}${settings}/exercises`)
    await press(page, 'Change: Assi Suomenkielinen')
    await page.getByRole('checkbox', { name: 'English' }).check()
    for (const module of await other.locator('summary').all()) await module.click()
    await other.getByRole('checkbox', { name: 'First steps' }).check()
    await files.apply([
      ['name: Programming 1', 'name: Applied'],
      ['languages: [en, fi]', 'languages: [en]'],
      ['[1103, 1104]', '[1103]'],
    ])
    for (const each of [page, other]) {
      await press(each, 'Save')
      await each.waitForURL('**?saved')
    }
    expect(await stored()).toMatchObject({
      name: 'Applied',
      graders: [{ languages: ['fi', 'en'] }, { userId: 103, languages: ['en'] }],
      manualGradingExercises: [1101, 1103],
    })
    await page.context().close()
  })

  it.for(conflicts.flatMap((both) => (['theirs', 'ours'] as const).map((chosen) => [chosen, ...both] as const)))(
    '%s is chosen, where both changed the same: %s',
    async ([chosen, , edits, change, userId, now, theirs, ours], { site, files, stored }) => {
      const page = await site.signedIn(101)
      await page.goto(`${site.url}${settings}/graders`)
      await change(page)
      await files.apply(edits)
      await press(page, 'Save')
      expect(await page.getByRole('alert').innerText()).toContain('Otto Toinen saved this while you were writing')
      const line = page.locator(`li[id^="grader/${userId}-"]`)
      expect(await line.innerText()).toContain(`${now} (Otto Toinen`)
      if (chosen === 'theirs') await press(page, `Use this: ${await line.locator('b').innerText()}`)
      await press(page, 'Save')
      await page.waitForURL('**?saved')
      const { graders } = await stored()
      const expected = chosen === 'theirs' ? theirs : ours
      expect(graders.find((grader) => grader.userId === userId) ?? null).toEqual(
        expected && expect.objectContaining(expected),
      )
      await page.context().close()
    },
  )
})

describeInBrowser('a grader who is no longer staff', () => {
  it.for([
    ['the exercises by hand', 'exercises'],
    ['whether students find the course', 'listed'],
  ])('is named by the form of %s, which leads to the graders', async ([, form], { site, world, stored }) => {
    const page = await site.signedIn(101)
    await page.goto(`${site.url}${settings}/${form}`)
    for (const module of await page.locator('summary').all()) await module.click()
    const added = page.getByRole('checkbox', { name: 'First steps' })
    if ((await added.count()) > 0) await added.check()
    const before = await stored()
    world.upstream.world.removeRole(11, 103)
    await page.locator('main form button:visible').last().click()
    const fault = page.getByRole('alert').getByRole('listitem')
    expect(await fault.innerText()).toBe('Graders, user 103: This person is no staff of the course in A+ now.')
    const opened = page.context().waitForEvent('page')
    await fault.getByRole('link').click()
    expect(new URL((await opened).url()).pathname).toBe(`${settings}/graders`)
    expect(await stored()).toEqual(before)
    if ((await added.count()) > 0) expect(await added.isChecked()).toBe(true)
    await page.context().close()
  })

  it('is named at the line of the form of graders', async ({ site, world }) => {
    const page = await site.signedIn(101)
    await page.goto(`${site.url}${settings}/graders`)
    await press(page, 'Remove: Assi Suomenkielinen')
    world.upstream.world.removeRole(11, 103)
    await press(page, 'Save')
    await page.getByRole('alert').getByRole('link', { name: 'Graders, user 103' }).click()
    expect(await page.locator('li:target').innerText()).toContain('This person is no staff of the course in A+ now.')
    await page.context().close()
  })

  it('is named by the row of a file of graders', async ({ site, world }) => {
    const page = await site.signedIn(101)
    await page.goto(`${site.url}${settings}/graders/file`)
    world.upstream.world.removeRole(11, 103)
    const rows = ['102;fi;;', '103;en;;'].join('\n')
    await page
      .getByRole('textbox', { name: 'Or the text of a file' })
      .fill(`email;languages;feedbackTags;gradingTags\n${rows}\n`)
    await press(page, 'Check the file')
    expect(await page.getByRole('alert').getByRole('listitem').allInnerTexts()).toEqual([
      'Row 3, email: This person is no staff of the course in A+ now.',
    ])
    await page.context().close()
  })
})

/** A folder in which the other teacher of the course keeps its settings as a file. */
const it = onSite
  .extend('publicApi', { scope: 'file' }, async ({ world, site }) => {
    // Whoever never signed in here has no name.
    await (await site.signedIn(104)).context().close()
    return await world.start('public-api')
  })
  .extend(
    'stored',
    ({ teacher }) =>
      async () =>
        (await teacher.getCourseSettings({ params: { courseId: 11 } })).body,
  )
  .extend('first', { scope: 'file' }, async ({ teacher }) => {
    const { body } = await teacher.getCourseSettings({ params: { courseId: 11 } })
    const { revision: _revision, courseId: _courseId, tags: _tags, ltiLoginUrl: _url, ...change } = body
    return change
  })
  // Each test begins with the settings and the staff of the demo.
  .extend('asBefore', { auto: true }, async ({ world, teacher, first, stored }) => {
    world.upstream.world.setRole(11, 104, 'teacher')
    world.upstream.world.setRole(11, 103, 'assistant')
    const ifMatch = `"${(await stored()).revision}"`
    await teacher.putCourseSettings({ params: { courseId: 11 }, body: first, ifMatch })
  })
  .extend('files', async ({ publicApi, asBefore: _ }, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'settings-'))
    onCleanup(() => rm(folder, { recursive: true }))
    const env = { ...process.env, COURSE_SETTINGS_URL: publicApi.url, COURSE_SETTINGS_TOKEN: tokenOf(104) }
    const run = (...args: string[]) => promisify(execFile)(process.execPath, [command, ...args], { cwd: folder, env })
    await run('pull', '11')
    const file = join(folder, 'course-11.yaml')
    return {
      /** Replaces texts of the file, and applies it. */
      apply: async (edits: Edits) => {
        let text = await readFile(file, 'utf8')
        for (const [before, after] of edits) {
          expect(text).toContain(before)
          text = text.replace(before, after)
        }
        await writeFile(file, text)
        await run('apply')
      },
    }
  })

const command = join(import.meta.dirname, '../../../libs/settings-cli/src/main.ts')
