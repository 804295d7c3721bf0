import { describeInBrowser } from '@course-grading/test-kit/browser'
import { allowedCallbacks, registerCapability } from '@course-grading/test-system/register-capability'
import type { SystemWorld } from '@course-grading/test-system/world'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Hand } from './hands.fixture.ts'
import { launchIn } from './launches.fixture.ts'
import { it as onSite, type Site } from './world.fixture.ts'

/**
 * Course 12 of the demo has a teacher, and nothing else is known of it. Only what pages offer is pressed. The tests are a sequence: each
 * continues where the one before it stopped.
 */
export const tellFirstCourse = (title: string, { javaScriptEnabled, ...hand }: Hand): void =>
  describeInBrowser(title, () => {
    it('from the menu of the platform to an exercise by hand', async ({ site }) => {
      await enterCourse(site, 101)
      await follow(button('Set up this course'))
      await follow(button('Refresh from A+'))
      await followNext('Exercises by hand')
      await press(page.getByRole('checkbox', { name: 'Warm-up' }))
      await save()
      await follow(link('Overview'))
    })

    it('to a rubric with a criterion of each kind, which the exercise uses', async () => {
      await followNext('Settings of an exercise')
      const settings = page
      const opened = page.context().waitForEvent('page')
      await press(link('New rubric for this exercise'))
      page = await opened
      await typeInTitle('Warm-up')
      await follow(button('Make the rubric'))
      await typeIn('Criterion 1', 'Title', 'Language')
      await typeIn(/Criterion 1|Language/, 'Highest points', '4')
      await press(button('Add a criterion'))
      await typeInTitle('Structure')
      await press(button('one of several levels'))
      await typeIn('Level 1', 'Title', 'Missing')
      await typeIn('Level 2', 'Points', '4')
      await typeIn('Level 2', 'Title', 'Clear')
      await press(button('Add a criterion'))
      await typeInTitle('Tests')
      await press(button('any of several checks'))
      await typeIn('Check 1', 'Points', '2')
      await typeIn('Check 1', 'Title', 'Has tests')
      await follow(button('Save and publish'))
      await follow(button('Publish version 1'))
      await follow(button('Use it for 1.1 Warm-up'))
      expect(await page.getByRole('status').innerText()).toMatch(/^The exercise uses it/)
      await page.close()
      page = settings
    })

    it('to its settings, in the page that was left open meanwhile', async ({ teacher }) => {
      await press(page.getByRole('checkbox', { name: 'A+ notifies students of their grade' }))
      await save()
      const { body } = await teacher.getExerciseGrading({ params: { courseId: 12, exerciseId: 1201 } })
      expect(body).toMatchObject({ rubricId: expect.any(String), notify: false })
      await follow(link('Overview'))
    })

    it('to a grader', async () => {
      await followNext('Graders')
      await follow(button('Add a grader'))
      await press(page.getByRole('textbox', { name: 'Or a user number or e-mail address' }))
      await page.keyboard.type('assistant-fi@example.org')
      await save()
      await follow(link('Overview'))
    })

    it('to its students', async () => {
      await followNext('Show the course to its students')
      await follow(button('Show the course'))
      expect(await page.getByRole('region', { name: 'Start' }).count()).toBe(0)
    })

    it('whose submissions the grader judges', async ({ site, handedIn }) => {
      const grading = await site.newPage()
      await launchIn(grading, site, 102, 'Programming 2')
      await grading.getByRole('link', { name: 'Warm-up' }).click()
      await grading.getByRole('button', { name: 'Grade next' }).click()
      for (const _submission of handedIn) {
        await grading.getByRole('radio', { name: 'Clear' }).check()
        await grading.getByRole('checkbox', { name: 'Has tests' }).check()
        await grading.getByRole('group', { name: 'Language' }).getByRole('textbox').first().fill('3')
        await grading.getByRole('textbox', { name: 'Feedback', exact: true }).fill('Well done.')
        await grading.getByRole('button', { name: 'Complete and next' }).click()
      }
      expect(await grading.getByRole('main').innerText()).toContain('Nothing waits')
      await grading.context().close()
    })

    it('and releases them, and the platform gets them', async ({ handedIn, world }) => {
      await follow(link('Overview'))
      await follow(link('Release 4: 1.1 Warm-up'))
      await follow(button('Release'))
      expect(await page.getByRole('status').innerText()).toBe('4 results were released.')
      const grades = () => handedIn.map((id) => world.upstream.world.submission(id).grade)
      await expect.poll(grades, { timeout: 30_000 }).toEqual([9, 9, 9, 9])
    })

    it('and a student reads one', async ({ site }) => {
      await enterCourse(site, students[0])
      await follow(page.getByRole('main').getByRole('link', { name: 'Warm-up' }))
      const text = await page.getByRole('main').innerText()
      for (const part of ['9 of 10', 'Clear', 'Has tests', 'Well done.']) expect(text).toContain(part)
    })

    it('with at most 40 of these steps besides grading, and nothing that a browser reports', ({ site }) => {
      expect(steps).toBeLessThanOrEqual(40)
      expect(site.faults).toEqual([])
    })

    /** By the entry in the menu of the platform, which is one click. */
    async function enterCourse(site: Site, userId: number): Promise<void> {
      steps += 1
      page = await site.newPage({ javaScriptEnabled })
      await launchIn(page, site, userId, 'Programming 2')
    }

    async function follow(what: Locator): Promise<void> {
      steps += 1
      await hand.follow(page, what)
    }

    async function press(what: Locator): Promise<void> {
      steps += 1
      await hand.press(page, what)
    }

    /** The step that the overview marks as the next one. */
    const followNext = (name: string): Promise<void> =>
      follow(page.getByRole('region', { name: 'Start' }).locator('[aria-current=step]').getByRole('link', { name }))

    async function save(): Promise<void> {
      await follow(button('Save'))
      expect(await page.getByRole('status').innerText()).toBe('What you changed is saved now.')
    }

    /** Replaces what a field of a criterion, a level or a check holds. */
    async function typeIn(row: string | RegExp, field: string, text: string): Promise<void> {
      await press(page.getByRole('group', { name: row }).getByRole('textbox', { name: field, exact: true }).first())
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
    }
  })

const students = [201, 202, 203, 204] as const
let page: Page
let steps = 0

const it = onSite
  .extend('prepare', { scope: 'file' }, () => ({ upstream }: SystemWorld) => {
    upstream.world.setRole(12, 102, 'assistant')
    for (const student of students) upstream.world.setRole(12, student, 'student')
  })
  // A submission of each student.
  .extend('handedIn', { scope: 'file' }, async ({ world }) => {
    const CAPABILITY_KEYS = `k-1:${Buffer.alloc(32, 1).toString('base64')}`
    const manualGrading = await world.start('manual-grading', { ...allowedCallbacks(world), CAPABILITY_KEYS })
    const ids: number[] = []
    for (const student of students) {
      const { id } = world.upstream.world.addSubmission({ exerciseId: 1201, submitterIds: [student], language: 'en' })
      await registerCapability(world, manualGrading, { submissionId: id, maxPoints: 10, courseId: 12 })
      ids.push(id)
    }
    return ids
  })

const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
const link = (name: string): Locator => page.getByRole('link', { name, exact: true })

/** In the field where a page begins, or a row that was just added. */
async function typeInTitle(text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Title', exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type(text)
}
