import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { deliveries, it as onGraded } from './graded.fixture.ts'
import { essays, press } from './grading.fixture.ts'
import type { Teacher } from './world.fixture.ts'

/** A form of a teacher's course that somebody has typed into. */
export interface TypedForm {
  readonly path: string
  readonly type: (page: Page) => Promise<void>
  readonly send: string
  /** What the page says once it was taken. */
  readonly said: RegExp
  /** What its fields hold then, where it still has them. */
  readonly held?: (page: Page) => Promise<unknown>
  readonly typed?: unknown
}

type Settings = Parameters<Teacher['putCourseSettings']>[0]['body']
const course = { courseId: 11 }
const essay = { ...course, exerciseId: 1103 }
const graders = '/courses/11/settings/graders'
export const csv = 'email;languages;feedbackTags;gradingTags\n102;fi;;\n103;en;;\n'
const saved = /What you changed is saved now\./

export const minutes = (page: Page) => page.getByRole('textbox', { name: 'Minutes of a claim' })
export const claims = (page: Page) => page.getByRole('textbox', { name: 'Claims at once' })
export const csvOn = (page: Page) => page.getByRole('textbox', { name: 'Or the text of a file' })
export const reasonOn = (page: Page) => page.locator('.decision').last().getByRole('textbox')
const courseName = (page: Page) => page.getByRole('textbox', { name: 'What the course is called here' })
export const courseAddress = (page: Page) => page.getByRole('textbox', { name: 'Address here' })
const addedExercise = (page: Page) => page.getByRole('checkbox', { name: 'First steps' })
const englishOn = (page: Page) => page.getByRole('textbox', { name: 'Text: English' })
export const newGrader = (page: Page) => page.getByRole('textbox', { name: 'Or a user number or e-mail address' })

export const formNames = [
  'exercises by hand',
  'settings of an exercise',
  'settings of a course',
  'graders',
  'a file of graders',
  'a new comment',
  'templates',
  'the release',
  'a delivery',
  'several deliveries',
] as const
export type FormName = (typeof formNames)[number]
/** Each begins anew what it is about. */
type Forms = Readonly<Record<FormName, () => Promise<TypedForm>>>

/** Each test begins with the settings of the demo. */
export const it = onGraded
  .extend('before', { scope: 'file' }, async ({ teacher }) => ({
    settings: (await teacher.getCourseSettings({ params: course })).body,
    grading: (await teacher.getExerciseGrading({ params: essay })).body,
  }))
  .extend('changeSettings', ({ teacher }) => async (change: (settings: Settings) => Partial<Settings>) => {
    const { body: settings, etag: ifMatch } = await teacher.getCourseSettings({ params: course })
    const { revision: _revision, courseId: _id, tags: _tags, ltiLoginUrl: _url, ...body } = settings
    await teacher.putCourseSettings({ params: course, body: { ...body, ...change(body) }, ifMatch })
  })
  .extend('asBefore', { auto: true }, async ({ teacher, before, changeSettings }) => {
    const { graders, manualGradingExercises } = before.settings
    await changeSettings(() => ({ graders, manualGradingExercises }))
    const standing = await teacher.getExerciseGrading({ params: essay })
    const grading = { ...before.grading, rubricId: null }
    await teacher.putExerciseGrading({ params: essay, body: grading, ifMatch: standing.etag })
  })
  .extend('forms', ({ teacher, graded, asBefore: _ }): Forms => {
    const giveReason = (page: Page) => reasonOn(page).fill('Looked at it.')
    return {
      'exercises by hand': async () => ({
        path: '/courses/11/settings/exercises',
        type: async (page) => {
          for (const module of await page.locator('summary').all()) await module.click()
          await addedExercise(page).check()
        },
        send: 'Save',
        held: (page) => page.evaluate(`[...document.querySelectorAll('input:checked')].map(({ name }) => name)`),
        typed: ['exercise/1101', 'exercise/1103', 'exercise/1104'],
        said: saved,
      }),
      'settings of an exercise': async () => ({
        path: `${essays}/settings`,
        type: (page) => minutes(page).fill('77'),
        send: 'Save',
        held: (page) => minutes(page).inputValue(),
        typed: '77',
        said: saved,
      }),
      'settings of a course': async () => ({
        path: '/courses/11/settings',
        type: (page) => courseName(page).fill('Typed for long'),
        send: 'Save',
        held: (page) => courseName(page).inputValue(),
        typed: 'Typed for long',
        said: saved,
      }),
      graders: async () => ({
        path: graders,
        type: async (page) => {
          await press(page, 'Add a grader')
          await newGrader(page).fill('104')
        },
        send: 'Save',
        held: (page) => page.locator('input[name=graders]').inputValue(),
        typed: expect.stringContaining('"userId":104'),
        said: saved,
      }),
      'a file of graders': async () => ({
        path: `${graders}/file`,
        type: (page) => csvOn(page).fill(csv),
        send: 'Check the file',
        held: (page) => csvOn(page).inputValue(),
        typed: csv,
        said: /What the file changes/,
      }),
      'a new comment': async () => ({
        path: '/courses/11/comments/new',
        type: async (page) => {
          await page.getByRole('textbox', { name: 'Label' }).fill('Why')
          await englishOn(page).fill('Say *why*.')
        },
        send: 'Save',
        said: /The comment can be inserted now\.[^]*Say \*why\*\./,
      }),
      templates: async () => ({
        path: '/courses/11/comments/templates',
        type: (page) => englishOn(page).fill('Dear {{studentName}}'),
        send: 'Save',
        held: (page) => englishOn(page).inputValue(),
        typed: 'Dear {{studentName}}',
        said: saved,
      }),
      'the release': async () => {
        await completeOne()
        return {
          path: `${essays}/release`,
          type: async () => {},
          send: 'Release',
          said: /was released|were released/,
        }
      },
      'a delivery': async () => ({
        path: (await graded.elsewhere(12)).path,
        type: giveReason,
        send: "Keep A+'s",
        said: /It will not be sent to A\+\.[^]*Looked at it\./,
      }),
      'several deliveries': async () => {
        for (const _each of [1, 2]) await graded.ambiguous()
        return {
          path: `${deliveries}?state=ambiguous`,
          type: async (page) => {
            for (const box of await page.getByRole('checkbox').all()) await box.check()
            await giveReason(page)
          },
          send: 'It arrived: Several at once',
          said: /\d were decided\./,
        }
      },
    }

    /** A work of the essays, which a teacher judges. */
    async function completeOne(): Promise<void> {
      const waiting = await teacher.listSubmissions({ params: course, query: { exerciseId: 1103, state: 'waiting' } })
      const submissionId = waiting.body.items[0]?.submissionId ?? 0
      const { body: taken } = await teacher.claimSubmission({ params: { submissionId } })
      const params = { id: taken.id }
      const scores = { points: { points: 5 } }
      const { etag } = await teacher.patchAssessment({ params, query: { base: taken.revision }, body: { scores } })
      await teacher.completeAssessment({ params, ifMatch: etag })
    }
  })
