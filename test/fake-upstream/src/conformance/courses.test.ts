import { describe, expect } from 'vitest'
import type { JsonObject } from '../http/json.ts'
import { factsAbout, openUpstreamUnderTest } from './upstream-under-test.ts'

const upstream = await openUpstreamUnderTest()
const fact = factsAbout(upstream)
const { courseId, exerciseId } = upstream

describe('A+ courses and exercises', () => {
  fact("has language, times and links of a course, and nobody's role", ['teacher', 'course'], async () => {
    const course = (await upstream.ask(`/courses/${courseId}`, { as: 'teacher' })).object()
    expect(course).toMatchObject({
      id: courseId,
      code: expect.any(String),
      name: expect.any(String),
      language: expect.any(String),
      visible_to_students: true,
      students: expect.stringMatching(/\/students$/),
    })
    expect(Object.keys(course).filter((name) => /teacher|staff|assistant/.test(name))).toEqual([])
  })

  fact('says in JSON that a course is not there', ['teacher'], async () => {
    const got = await upstream.ask('/courses/999999', { as: 'teacher' })
    expect([got.status, Object.keys(got.object())]).toEqual([404, ['detail']])
  })

  fact('lists all modules on one page, whatever page size holds elsewhere', ['teacher', 'course'], async () => {
    const page = (await upstream.ask(`/courses/${courseId}/exercises`, { as: 'teacher' })).object()
    expect(page).toMatchObject({ next: null, previous: null, count: (page['results'] as unknown[]).length })
  })

  fact('gives a module its exercises flat, with points and raw names', ['teacher', 'course', 'exercise'], async () => {
    const exercises = (await modules()).flatMap((module) => module['exercises'] as readonly JsonObject[])
    expect(exercises.find(({ id }) => id === exerciseId)).toMatchObject({
      display_name: expect.any(String),
      max_points: expect.any(Number),
      max_submissions: expect.any(Number),
      hierarchical_name: expect.stringMatching(/^\d+\.\d+/),
      difficulty: expect.any(String),
      has_submittable_files: expect.any(Boolean),
    })
  })

  fact('writes the times of modules in UTC with Z', ['teacher', 'course'], async () => {
    expect((await modules())[0]?.['opening_time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$/)
  })

  fact('shows hidden modules to teachers only', ['simulator'], async () => {
    const hidden = async (as: 'teacher' | 'assistant'): Promise<number> =>
      (await upstream.list('/courses/11/exercises', { as })).filter((module) => module['is_hidden'] === true).length
    expect([await hidden('teacher'), await hidden('assistant')]).toEqual([1, 0])
  })

  fact(
    'leaves hidden modules out for teachers, too, before 1.31, and still shows their exercises',
    ['simulator'],
    async () => {
      const { features } = upstream.simulated.world
      upstream.simulated.world.addExercise({ id: 1107, moduleId: 56 })
      features.teachersListHiddenModules = false
      const { text } = await upstream.ask('/courses/11/exercises', { as: 'teacher' })
      features.teachersListHiddenModules = true
      expect(text).not.toContain('"is_hidden":true')
      expect((await upstream.ask('/exercises/1107', { as: 'teacher' })).object()['status']).toBe('ready')
    },
  )

  fact('tells staff that an exercise is hidden, and refuses it to students: 403', ['simulator'], async () => {
    upstream.simulated.world.addExercise({ id: 1108, moduleId: 51, status: 'hidden' })
    for (const as of ['teacher', 'assistant'] as const)
      expect((await upstream.ask('/exercises/1108', { as })).object()['status']).toBe('hidden')
    expect((await upstream.ask('/exercises/1108', { as: 'student' })).status).toBe(403)
  })

  fact('leaves chapters out of the list, and numbers their exercises by them', ['simulator'], async () => {
    const listed = (await upstream.ask('/courses/11/exercises', { as: 'teacher' })).text
    expect(listed).not.toContain('"id":1110')
    expect(listed).toContain('1.1.1 |en:First steps|fi:Alkuun|')
  })

  fact('has neither service, deadline nor group size of an exercise', ['teacher', 'exercise'], async () => {
    const exercise = (await upstream.ask(`/exercises/${exerciseId}`, { as: 'teacher' })).object()
    expect(exercise).toMatchObject({
      id: exerciseId,
      name: expect.any(String),
      course: expect.objectContaining({ id: courseId }),
      is_submittable: true,
      templates: expect.any(String),
      submissions: expect.stringMatching(/\/submissions$/),
    })
    expect(Object.keys(exercise).filter((name) => /service|deadline|closing|group/.test(name))).toEqual([])
  })

  fact('does not know chapters as exercises', ['simulator'], async () => {
    const got = await upstream.ask('/exercises/1110', { as: 'teacher', headers: { 'accept-language': 'en' } })
    expect([got.status, got.object()['detail']]).toEqual([404, 'No BaseExercise matches the given query.'])
  })

  fact('has the fields of the form, and the texts of titles by language', ['simulator'], async () => {
    const info = (await upstream.ask('/exercises/1103', { as: 'teacher' })).object()['exercise_info'] as JsonObject
    expect(info['form_spec']).toContainEqual({ key: 'file1', type: 'file', title: 'program', required: true })
    expect(info['form_i18n']).toMatchObject({ program: { en: 'Your program', fi: 'Ohjelmasi' } })
  })

  fact('names the template files by language, as addresses that can be read', ['simulator'], async () => {
    const text = String((await upstream.ask('/exercises/1103', { as: 'teacher' })).object()['templates'])
    const addresses = text.match(/http:\/\/[^|\s]+/g) ?? []
    const statuses = await Promise.all(addresses.map(async (address) => (await upstream.ask(address)).status))
    expect(text).toMatch(/^\|en:http.+\|fi:http.+\|$/)
    expect(statuses).toEqual([200, 200, 200, 200])
  })

  fact('keeps the list of current teachers from an ordinary teacher', ['teacher'], async () => {
    expect((await upstream.ask('/courses/current-teachers', { as: 'teacher' })).status).toBe(403)
  })

  fact("has no list of a course's staff", ['teacher', 'course'], async () => {
    const ends = ['teachers/', 'assistants/', 'staff/']
    const statuses = await Promise.all(
      ends.map(async (end) => (await upstream.ask(`/courses/${courseId}/${end}`, { as: 'teacher' })).status),
    )
    expect(statuses).toEqual([404, 404, 404])
  })
})

async function modules(): Promise<JsonObject[]> {
  return upstream.list(`/courses/${courseId}/exercises`, { as: 'teacher' })
}
