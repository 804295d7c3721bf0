import type { CopiedGrading } from '@course-grading/contracts/grading/copy-course-grading'
import { defaultExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import { statementsOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { aDocument } from '../rubrics/rubrics.fixture.ts'
import { itOn, startTestService, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared)

describe('copyCourseGrading', () => {
  it('copies rubrics, snippets and settings, and reports what it left out', async ({ service, rubrics }) => {
    const [published, draft, archived] = [await rubrics.published(), await rubrics.draft(), await rubrics.archived()]
    const finnish = await rubrics.published(aDocument({ title: { fi: 'Vain suomeksi' } }))
    const [elsewhere, inFinnish] = [
      await addSnippet(service, { exerciseId: 1190 }),
      await addSnippet(service, { text: { fi: 'Hyvä' } }),
    ]
    await addSnippet(service, { exerciseId: 1103, text: { en: 'Good', fi: 'Hyvä' } })
    await addSnippet(service, { scope: 'personal', label: 'Mine' })
    const time = '2026-12-24T00:00:00.000Z'
    await service.send('PUT', '/courses/11/exercises/1103/grading', {
      ifMatch: '"0"',
      body: { ...defaultExerciseGrading, rubricId: published, leaseMinutes: 77, dueAt: time, releaseAt: time },
    })
    await service.send('PUT', '/courses/11/feedback/templates', {
      ifMatch: '"0"',
      body: { templates: { en: 'Hello', fi: 'Hei' } },
    })
    const exercises = [
      { from: 1103, to: 1301 },
      { from: 1104, to: 1399 },
    ]
    const made = await copied(service, { exercises })
    const rubricId = made.rubrics[0]?.to ?? ''
    expect(made).toEqual({
      rubrics: [{ from: published, to: rubricId }],
      snippets: 1,
      exercises: [{ from: 1103, to: 1301 }],
      templates: ['en'],
      leftOut: {
        rubrics: expect.arrayContaining([
          { rubricId: draft, reason: 'not_published', isNewerThanCopy: false },
          { rubricId: archived, reason: 'archived', isNewerThanCopy: false },
          { rubricId: finnish, reason: 'no_language', isNewerThanCopy: false },
        ]),
        snippets: [
          { snippetId: elsewhere, reason: 'no_exercise' },
          { snippetId: inFinnish, reason: 'no_language' },
        ],
        exercises: [{ from: 1104, to: 1399, reason: 'not_listed' }],
        settings: ['dueAt', 'releaseAt'].map((setting) => ({ from: 1103, to: 1301, setting, reason: 'time' })),
        templates: [{ language: 'fi', reason: 'no_language' }],
      },
    })
    const [first, ...others] = rubricDocumentExample.criteria
    expect(await rubrics.get(rubricId)).toMatchObject({
      courseId: 13,
      state: 'published',
      latestVersion: 1,
      latest: { title: { en: 'Programming project' }, criteria: [{ id: first?.id }, ...others] },
      exerciseIds: [1301],
    })
    const settings = await service.get('/courses/13/exercises/1301/grading')
    expect(await settings.json()).toEqual({ ...defaultExerciseGrading, rubricId, leaseMinutes: 77 })
    const bank = await service.read<{
      items: object[]
    }>('/courses/13/snippets')
    expect(bank.items).toMatchObject([{ scope: 'course', exerciseId: 1301, text: { en: 'Good' }, useCount: 0 }])
    const templates = await service.get('/courses/13/feedback/templates')
    expect(await templates.json()).toEqual({ revision: 1, templates: { en: 'Hello' } })
    const again = await copied(service, { exercises })
    expect(again.rubrics).toEqual([])
    expect(again.snippets).toBe(0)
    expect(again.exercises).toEqual([])
    expect(again.leftOut.settings).toEqual([])
    expect(again.templates).toEqual([])
    expect(again.leftOut.rubrics).toContainEqual({
      rubricId: published,
      reason: 'copied_before',
      isNewerThanCopy: false,
    })
    expect(again.leftOut.exercises).toContainEqual({ from: 1103, to: 1301, reason: 'has_settings' })
    expect(again.leftOut.templates).toEqual([
      { language: 'en', reason: 'has_templates' },
      { language: 'fi', reason: 'no_language' },
    ])
  })

  it('says which rubrics were published again since they were copied', async ({ service, rubrics }) => {
    const rubricId = await rubrics.edited()
    const leftOut = async () => {
      const { rubrics: left } = (await copied(service, {})).leftOut
      return left.filter((rubric) => rubric.rubricId === rubricId)
    }
    expect(await leftOut()).toEqual([])
    expect(await leftOut()).toEqual([{ rubricId, reason: 'copied_before', isNewerThanCopy: false }])
    await expect(rubrics.write('POST', `${rubricId}/publish`, 3)).toBeReply(200)
    expect(await leftOut()).toEqual([{ rubricId, reason: 'copied_before', isNewerThanCopy: true }])
  })

  it('is for teachers of both courses, if both are configured', async ({ service }) => {
    await expect(copy(service, {}, { session: await service.signIn(104) })).toBeProblem(403, 'forbidden')
    await expect(copy(service, { fromCourseId: 14 })).toBeProblem(403, 'forbidden')
    await expect(copy(service, { fromCourseId: 99 })).toBeProblem(403, 'forbidden')
    await expect(copy(service, { fromCourseId: 12 })).toBeProblem(404, 'not_found')
    await expect(copy(service, {}, { courseId: 12 })).toBeProblem(404, 'not_found')
  })

  it('gives each exercise settings once', async ({ service }) => {
    const exercises = [
      { from: 1103, to: 1301 },
      { from: 1104, to: 1301 },
    ]
    await expect(copy(service, { exercises })).toBeProblem(400, 'validation_failed', ['$.exercises[1].to duplicate'])
  })

  it('makes as many statements for much as for little', async ({ service, rubrics }) => {
    const copyMore = async (count: number, to: number) => {
      for (let index = 0; index < count; index += 1)
        await Promise.all([rubrics.published(), addSnippet(service, { label: `${to}-${index}` })])
      return await statementsOf(service, () => copied(service, { exercises: [{ from: 1103, to }] }))
    }
    expect(await copyMore(5, 1302)).toBe(await copyMore(1, 1302))
    expect((await copied(service, {})).rubrics).toEqual([])
  })

  it('copies settings within a course', async ({ service }) => {
    const made = await copy(service, { fromCourseId: 11, exercises: [{ from: 1103, to: 1104 }] }, { courseId: 11 })
    expect(await made.json()).toMatchObject({ rubrics: [], snippets: 0, exercises: [{ from: 1103, to: 1104 }] })
  })
})

async function prepared() {
  const service = await startTestService()
  service.upstream.world.setRole(13, 101, 'teacher')
  return service
}

const copy = (
  service: TestService,
  body: object,
  { session, courseId = 13 }: { session?: string | undefined; courseId?: number } = {},
): Promise<Response> =>
  service.send('POST', `/courses/${courseId}/grading/copy`, {
    session,
    body: { fromCourseId: 11, exercises: [], ...body },
  })

const copied = async (service: TestService, body: object): Promise<CopiedGrading> => {
  const reply = await copy(service, body)
  expect(reply.status).toBe(200)
  return (await reply.json()) as CopiedGrading
}

const addSnippet = async (service: TestService, change: object): Promise<string> => {
  const snippet = {
    scope: 'course',
    exerciseId: null,
    criterionId: null,
    label: 'Names',
    text: { en: 'Good names' },
    points: null,
  }
  const reply = await service.send('POST', '/courses/11/snippets', {
    body: { ...snippet, ...change },
  })
  return ((await reply.json()) as { snippetId: string }).snippetId
}
