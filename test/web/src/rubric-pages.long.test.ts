import { describeInBrowser, obstaclesOn, widthExcessOf } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { press, withoutOwnScripts } from './grading.fixture.ts'
import { hostile } from './hostile-course.fixture.ts'
import { isAccessible } from './is-accessible.ts'
import { hands, rewrite } from './rubric-hands.fixture.ts'
import {
  draftOf,
  type Drafted,
  fieldIn,
  holds,
  isSaved,
  isTyped,
  keptIn,
  listOf,
  mine,
  points,
  saveElsewhere,
  typedIn,
  untilSaid,
  withWorks as it,
} from './rubric.fixture.ts'

describeInBrowser('a draft of a rubric that its script keeps', () => {
  it('is kept while something is to be mended, and named on each page of staff once its tab was closed', async ({
    site,
    drafted,
    editor,
    teacher,
  }) => {
    await points(editor).fill('ten')
    await untilSaid(editor, 'Kept in this browser: 1 thing to mend')
    const page = await editor.context().newPage()
    await editor.close()
    await page.goto(site.url)
    await page.getByRole('status').getByRole('link', { name: 'Essays' }).click()
    await holds(points(page), 'ten')
    await points(page).fill('10')
    await untilSaid(page, /^Saved$/)
    expect([await draftOf(teacher, drafted), await keptIn(page)]).toMatchObject([{ maxPoints: 10 }, []])
  })

  it('arrives where the page is left right after the last key', async ({ drafted, editor, teacher }) => {
    await points(editor).fill('11')
    await editor.getByRole('link', { name: 'Course grading' }).click()
    await expect.poll(async () => (await draftOf(teacher, drafted))?.maxPoints).toBe(11)
    await expect.poll(() => keptIn(editor)).toEqual([])
  })

  it('is sent again by itself, once, where the reply to it was lost', async ({ drafted, editor, teacher }) => {
    await editor.route('**/draft', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await points(editor).fill('12')
    await untilSaid(editor, 'Offline')
    await points(editor).fill('13')
    await editor.unrouteAll({ behavior: 'wait' })
    await untilSaid(editor, /^Saved$/)
    expect((await draftOf(teacher, drafted))?.maxPoints).toBe(13)
  })

  it('is written in one tab, until another one goes on with it', async ({ drafted, editor, teacher }) => {
    const other = await editor.context().newPage()
    await other.goto(editor.url())
    const notice = other.getByRole('alert').filter({ hasText: 'Another tab has this rubric open' })
    await notice.waitFor()
    await points(editor).fill('ten')
    await other.getByRole('button', { name: 'Go on here' }).click()
    await holds(points(other), 'ten')
    await editor.getByRole('alert').waitFor()
    expect(await editor.locator('[inert]').getByText('Maximum').count()).toBe(1)
    await points(other).fill('14')
    await untilSaid(other, /^Saved$/)
    expect((await draftOf(teacher, drafted))?.maxPoints).toBe(14)
  })

  it('that is not saved asks before a sign-out', async ({ editor }) => {
    await points(editor).fill('ten')
    const asked = editor.waitForEvent('dialog')
    const pressed = editor.getByRole('button', { name: 'Sign out' }).click()
    const question = await asked
    await question.dismiss()
    await pressed
    expect(question.message()).toMatch('not saved yet')
  })
})

describeInBrowser('the editor of a rubric', () => {
  it.for(Object.keys(hands))('writes the same document %s', async (name, { asTeacher, drafted, teacher }) => {
    const hand = hands[name]!
    const page = await asTeacher(hand.options)
    await page.goto(`${drafted.url}/edit`)
    if (hand.options?.javaScriptEnabled === true) await untilSaid(page, 'Saved')
    await rewrite(page, hand)
    const draft = await draftOf(teacher, drafted)
    expect(draft?.criteria.map(({ title, kind }) => [title['en'], kind])).toEqual([
      ['Sources', 'levels'],
      ['Language', 'points'],
      ['Structure', 'levels'],
      ['Tests', 'checks'],
      ['Tests', 'checks'],
    ])
    expect(draft?.criteria[0]).toMatchObject({
      levels: [
        { points: 0, title: { en: 'None' } },
        { points: 4, title: { en: 'Many' } },
      ],
    })
    await page.context().close()
  })

  it('shows texts that are attacks as texts, and keeps them', async ({ asTeacher, drafted, teacher }) => {
    const page = await asTeacher({ javaScriptEnabled: true })
    const called: string[] = []
    await page.context().exposeFunction('canary', () => called.push(page.url()))
    await saveElsewhere(teacher, drafted, { title: { en: hostile }, description: { en: hostile } })
    await page.goto(`${drafted.url}/edit`)
    await untilSaid(page, 'Saved')
    const title = hostile.trim()
    await fieldIn(page, /Language/, 'Title').fill(title)
    await press(page, `Down: ${title}`)
    await press(page, `Remove: ${title}`)
    await press(page, 'Undo')
    await untilSaid(page, /^Saved$/)
    await press(page, 'Save and publish')
    await press(page, 'Publish version 1')
    for (const path of [listOf(drafted), ...['', '/edit', '/publish', '/move'].map((part) => drafted.url + part)]) {
      await page.goto(path)
      expect(await page.locator('body').innerText()).toContain('<script>canary()</script>')
    }
    const { body } = await teacher.getRubric({ params: { rubricId: drafted.rubricId } })
    expect([called, body.latest?.criteria[1]?.title['en']]).toEqual([[], title])
    await page.context().close()
  })
})

describeInBrowser('what was typed in the editor of a rubric, without scripts,', () => {
  it('stands in its fields after a session that ended', async ({ form: page, drafted, teacher }) => {
    await typedIn(page)
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await press(page, 'Save draft')
    expect(await page.getByRole('alert').innerText()).toContain('Your session has ended')
    await page.context().addCookies(cookies)
    await press(page, 'Send again')
    await isSaved(page, teacher, drafted)
  })

  it.for(['Save draft', 'Add a criterion'])(
    'and after frontend-internal was killed: %s',
    async (name, { site, form: page, drafted, teacher }) => {
      await typedIn(page)
      await site.frontend.end('SIGKILL')
      await press(page, name)
      await site.frontend.start()
      await press(page, 'Send again')
      if (name === 'Add a criterion') {
        await press(page, 'Remove: Criterion 4')
        await press(page, 'Open: Mine')
        await press(page, 'Save draft')
      }
      await isSaved(page, teacher, drafted)
    },
  )

  it('and over what somebody else saved meanwhile', async ({ form: page, drafted, teacher }) => {
    await typedIn(page)
    await saveElsewhere(teacher, drafted, { maxPoints: 30 })
    await press(page, 'Save draft')
    await isTyped(page)
    await press(page, 'Save mine over it')
    await isSaved(page, teacher, drafted)
  })

  it('and beside a fault', async ({ form: page, drafted, teacher }) => {
    await typedIn(page)
    await fieldIn(page, /Mine|Language/, 'Highest points').fill('many')
    await press(page, 'Save draft')
    await isTyped(page)
    await holds(fieldIn(page, /Mine/, 'Highest points'), 'many')
    await fieldIn(page, /Mine/, 'Highest points').fill('5')
    await press(page, 'Save draft')
    await isSaved(page, teacher, drafted)
  })

  it('and in the form of a new one', async ({ site, asTeacher }) => {
    const page = await asTeacher()
    await page.goto(`${site.url}/courses/11/rubrics/new`)
    await page.getByRole('textbox', { name: 'Title' }).fill('Mine')
    await page.getByRole('textbox', { name: 'Maximum' }).fill('many')
    await press(page, 'Make the rubric')
    await page.getByRole('textbox', { name: 'Maximum' }).fill('12,5')
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await press(page, 'Make the rubric')
    await page.context().addCookies(cookies)
    await press(page, 'Send again')
    expect([await points(page).inputValue(), await page.title()]).toEqual(['12.5', expect.stringContaining('Mine')])
    await page.context().close()
  })
})

describeInBrowser('what was typed in the editor of a rubric, with scripts,', () => {
  it('is saved by itself once frontend-internal is back', async ({ site, editor, drafted, teacher }) => {
    await site.frontend.end('SIGKILL')
    await typedIn(editor)
    await untilSaid(editor, 'Offline')
    await site.frontend.start()
    await untilSaid(editor, /^Saved$/)
    expect(await draftOf(teacher, drafted)).toMatchObject(mine)
  })

  it('is saved once somebody has signed in again', async ({ editor, drafted, teacher }) => {
    const cookies = await editor.context().cookies()
    await editor.context().clearCookies()
    await typedIn(editor)
    await untilSaid(editor, 'Offline')
    await editor.context().addCookies(cookies)
    await editor.evaluate(`dispatchEvent(new Event('focus'))`)
    await untilSaid(editor, /^Saved$/)
    expect(await draftOf(teacher, drafted)).toMatchObject(mine)
  })

  it('stays kept where the form comes back with a fault', async ({ editor }) => {
    await points(editor).fill('ten')
    await press(editor, 'Save draft')
    await untilSaid(editor, /to mend/)
    expect(await points(editor).getAttribute('aria-invalid')).toBe('true')
    const page = await editor.context().newPage()
    await editor.close()
    await page.goto(editor.url())
    await holds(points(page), 'ten')
  })

  it('is written over what somebody else saved by a person alone', async ({ editor, drafted, teacher }) => {
    await saveElsewhere(teacher, drafted, { maxPoints: 30 })
    await typedIn(editor)
    await untilSaid(editor, 'Conflict')
    await press(editor, 'Save draft')
    await isTyped(editor)
    await press(editor, 'Save mine over it')
    await editor.waitForURL('**/edit?saved*')
    expect(await draftOf(teacher, drafted)).toMatchObject(mine)
  })
})

describeInBrowser('the pages of rubrics', () => {
  const pages: readonly [name: string, path: (used: Drafted) => string, step?: (page: Page) => Promise<void>][] = [
    ['the list', listOf],
    ['a new one', (used) => `${listOf(used)}/new`],
    ['one', ({ url }) => url],
    ['the editor', ({ url }) => `${url}/edit`],
    ['publishing', ({ url }) => `${url}/publish`],
    ['moving', ({ url }) => `${url}/move`],
    [
      'a plan',
      ({ url }) => `${url}/move`,
      async (page) => {
        await page.locator('main button.main').click()
        await page.waitForURL('**/migrations/*')
      },
    ],
  ]

  it.for(pages)('are easy to use for everybody: %s', async ([, path, step], { asTeacher, used }) => {
    const page = await asTeacher({ javaScriptEnabled: true, deviceScaleFactor: 2 })
    await withoutOwnScripts(page)
    await page.goto(path(used))
    await step?.(page)
    await isAccessible(page)
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await obstaclesOn(page)).toEqual([])
    await page.context().close()
  })

  it.for(['fi-FI', 'sv-SE'])('and in another language: %s', async (locale, { asTeacher, used }) => {
    const page = await asTeacher({ javaScriptEnabled: true, locale })
    await withoutOwnScripts(page)
    const found: string[] = []
    for (const [name, path, step] of pages) {
      await page.goto(path(used))
      await step?.(page)
      found.push(...(await obstaclesOn(page)).map((obstacle) => `${name}: ${obstacle}`))
      for (const width of [390, 683, 1_366]) {
        await page.setViewportSize({ width, height: 800 })
        found.push(...(await widthExcessOf(page)).map((excess) => `${name} at ${width}: ${excess}`))
      }
    }
    expect([await page.locator('html').getAttribute('lang'), found]).toEqual([locale.slice(0, 2), []])
    await page.context().close()
  })

  it('with the script of the editor, too', async ({ editor }) => {
    await isAccessible(editor)
  })
})
