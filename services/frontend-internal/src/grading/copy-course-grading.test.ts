import type { CopiedGrading } from '@course-grading/contracts/grading/copy-course-grading'
import { defaultExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import { statementsOf } from '@course-grading/test-service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import { aDocument, rubricClient, type RubricClient } from '../rubrics/rubrics.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
/** The session of person 101, who teaches course 11 and also course 13, where English is the only language. */
let teacher: string
let rubrics: RubricClient
beforeAll(async () => {
  service = await startTestService()
  service.upstream.world.setRole(13, 101, 'teacher')
  teacher = await service.signIn(101)
  rubrics = rubricClient(service, teacher)
})
afterAll(() => service.stop())

const copy = (body: object, { session = teacher, courseId = 13 } = {}): Promise<Response> =>
  service.request('POST', `/courses/${courseId}/grading/copy`, {
    session,
    body: { fromCourseId: 11, exercises: [], ...body },
  })
const copied = async (body: object): Promise<CopiedGrading> => {
  const reply = await copy(body)
  expect(reply.status).toBe(200)
  return (await reply.json()) as CopiedGrading
}
const addSnippet = async (change: object): Promise<string> => {
  const snippet = {
    scope: 'course',
    exerciseId: null,
    criterionId: null,
    label: 'Names',
    text: { en: 'Good names' },
    points: null,
  }
  const reply = await service.request('POST', '/courses/11/snippets', {
    session: teacher,
    body: { ...snippet, ...change },
  })
  return ((await reply.json()) as { snippetId: string }).snippetId
}

describe('copyCourseGrading', () => {
  it('copies rubrics, snippets and settings, in the languages of the course, and reports what it left out', async () => {
    const [published, draft, archived] = [await rubrics.published(), await rubrics.draft(), await rubrics.archived()]
    const finnish = await rubrics.published(aDocument({ title: { fi: 'Vain suomeksi' } }))
    const [elsewhere, inFinnish] = [await addSnippet({ exerciseId: 1190 }), await addSnippet({ text: { fi: 'Hyvä' } })]
    await addSnippet({ exerciseId: 1103, text: { en: 'Good', fi: 'Hyvä' } })
    await addSnippet({ scope: 'personal', label: 'Mine' })
    await service.request('PUT', '/courses/11/exercises/1103/grading', {
      session: teacher,
      ifMatch: '"0"',
      body: { ...defaultExerciseGrading, rubricId: published, leaseMinutes: 77, dueAt: '2026-12-24T00:00:00.000Z' },
    })
    await service.request('PUT', '/courses/11/feedback/templates', {
      session: teacher,
      ifMatch: '"0"',
      body: { templates: { en: 'Hello', fi: 'Hei' } },
    })
    const exercises = [
      { from: 1103, to: 1301 },
      { from: 1104, to: 1399 },
    ]
    const made = await copied({ exercises })
    const rubricId = made.rubrics[0]?.to ?? ''
    expect(made).toEqual({
      rubrics: [{ from: published, to: rubricId }],
      snippets: 1,
      exercises: [{ from: 1103, to: 1301 }],
      templates: ['en'],
      leftOut: {
        rubrics: expect.arrayContaining([
          { rubricId: draft, reason: 'not_published' },
          { rubricId: archived, reason: 'archived' },
          { rubricId: finnish, reason: 'no_language' },
        ]),
        snippets: [
          { snippetId: elsewhere, reason: 'no_exercise' },
          { snippetId: inFinnish, reason: 'no_language' },
        ],
        exercises: [{ from: 1104, to: 1399, reason: 'not_listed' }],
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
    const settings = await service.request('GET', '/courses/13/exercises/1301/grading', { session: teacher })
    expect(await settings.json()).toEqual({ ...defaultExerciseGrading, rubricId, leaseMinutes: 77 })
    const bank = (await (await service.request('GET', '/courses/13/snippets', { session: teacher })).json()) as {
      items: object[]
    }
    expect(bank.items).toMatchObject([{ scope: 'course', exerciseId: 1301, text: { en: 'Good' }, useCount: 0 }])
    const templates = await service.request('GET', '/courses/13/feedback/templates', { session: teacher })
    expect(await templates.json()).toEqual({ revision: 1, templates: { en: 'Hello' } })
    const again = await copied({ exercises })
    expect([again.rubrics, again.snippets, again.exercises, again.templates]).toEqual([[], 0, [], []])
    expect(again.leftOut.rubrics).toContainEqual({ rubricId: published, reason: 'copied_before' })
    expect(again.leftOut.exercises).toContainEqual({ from: 1103, to: 1301, reason: 'has_settings' })
    expect(again.leftOut.templates).toEqual([
      { language: 'en', reason: 'has_templates' },
      { language: 'fi', reason: 'no_language' },
    ])
  })

  it('is for teachers of both courses, if both are configured', async () => {
    expect(await problemOf(await copy({}, { session: await service.signIn(104) }))).toEqual([403, 'forbidden'])
    expect(await problemOf(await copy({ fromCourseId: 14 }))).toEqual([403, 'forbidden'])
    expect(await problemOf(await copy({ fromCourseId: 99 }))).toEqual([403, 'forbidden'])
    expect(await problemOf(await copy({ fromCourseId: 12 }))).toEqual([404, 'not_found'])
    expect(await problemOf(await copy({}, { courseId: 12 }))).toEqual([404, 'not_found'])
  })

  it('gives each exercise settings once', async () => {
    const exercises = [
      { from: 1103, to: 1301 },
      { from: 1104, to: 1301 },
    ]
    expect(await problemOf(await copy({ exercises }))).toEqual([
      400,
      'validation_failed',
      '$.exercises[1].to duplicate',
    ])
  })

  it('makes as many statements for much as for little', async () => {
    const copyMore = async (count: number, to: number) => {
      for (let index = 0; index < count; index += 1)
        await Promise.all([rubrics.published(), addSnippet({ label: `${to}-${index}` })])
      return await statementsOf(service, () => copied({ exercises: [{ from: 1103, to }] }))
    }
    expect(await copyMore(5, 1302)).toBe(await copyMore(1, 1302))
    expect((await copied({})).rubrics).toEqual([])
  })

  it('copies settings within a course', async () => {
    const made = await copy({ fromCourseId: 11, exercises: [{ from: 1103, to: 1104 }] }, { courseId: 11 })
    expect(await made.json()).toMatchObject({ rubrics: [], snippets: 0, exercises: [{ from: 1103, to: 1104 }] })
  })
})
