import { describe, expect, it, onTestFinished } from 'vitest'
import { replyOf } from '../adversarial-server.fixture.ts'
import { useFakeUpstream } from '../fake-upstream-client.fixture.ts'
import { fetchExerciseForm, type ExerciseForm } from '../index.ts'
import { failureOf, someCall, upstreamWith } from '../upstream-under-test.fixture.ts'

describe('fetchExerciseForm', () => {
  it('returns the form and the templates of an exercise, in one request', async () => {
    const added = fake().world.addExercise({
      id: 1190,
      moduleId: 51,
      formSpec: [
        { key: 'file1', type: 'file', title: '|en:Program|fi:Ohjelma|', required: true },
        { key: 'answer', type: 'textarea', title: 'Essay', required: false },
      ],
      templates: { en: ['/exercise-templates/1190/en/a.py'], fi: ['/exercise-templates/1190/fi/a.py'] },
    })
    onTestFinished(() => void fake().world.exercises.delete(added.id))
    const folder = `${fake().url}/exercise-templates/1190`
    expect(await fetchExerciseForm(upstream(), as(201), 1190)).toEqual({
      exerciseId: 1190,
      courseId: 11,
      form: [
        { key: 'file1', type: 'file', title: '|en:Program|fi:Ohjelma|', titles: new Map() },
        { key: 'answer', type: 'textarea', title: 'Essay', titles: new Map() },
      ],
      templates: [`${folder}/en/a.py`, `${folder}/fi/a.py`],
      templatesByLanguage: new Map([
        ['en', [`${folder}/en/a.py`]],
        ['fi', [`${folder}/fi/a.py`]],
      ]),
    })
    expect(fake().journal.entries).toMatchObject([{ path: '/api/v2/exercises/1190' }])
  })

  it.each([
    ['a chapter', 101, 1110],
    ['an exercise of a course that the caller may not see', 105, 1103],
    ['no exercise', 101, 4711],
  ])('returns null for %s', async (_what, userId, exerciseId) => {
    expect(await fetchExerciseForm(upstream(), as(userId), exerciseId)).toBeNull()
  })

  it('rejects a reply about another exercise', async () => {
    expect((await failureOf(read({ id: 12 }))).reason).toBe('schema')
  })
})

describe('fetchExerciseForm, titles', () => {
  it('returns the translations of a title if the form has them', async () => {
    const form = await formOf({
      form_spec: [{ key: 'a', type: 'radio', title: 'i18n_1' }],
      form_i18n: { i18n_1: { en: 'Which?', fi: 'Mikä?' } },
    })
    const titles = new Map([
      ['en', 'Which?'],
      ['fi', 'Mikä?'],
    ])
    expect(form).toEqual([{ key: 'a', type: 'radio', title: 'i18n_1', titles }])
  })

  it.each([
    null,
    undefined,
    'text',
    7,
    [],
    {},
    { form_spec: null },
    { form_spec: {} },
    { form_spec: [null, 1, [], {}, { key: 5 }, { key: '' }, { key: 'x'.repeat(300) }] },
  ])('returns no fields for %j', async (exerciseInfo) => expect(await formOf(exerciseInfo)).toEqual([]))

  it.each([
    [{ form_spec: [{ key: 'a' }] }, { type: '', title: null }],
    [{ form_spec: [{ key: 'a', type: 1, title: { en: 'x' } }] }, { type: '', title: null }],
    [
      { form_spec: [{ key: 'a', title: 'constructor' }], form_i18n: {} },
      { type: '', title: 'constructor' },
    ],
    [
      { form_spec: [{ key: 'a', title: 't' }], form_i18n: { t: 'text' } },
      { type: '', title: 't' },
    ],
    [
      { form_spec: [{ key: 'a', title: 't' }], form_i18n: [] },
      { type: '', title: 't' },
    ],
    [
      { form_spec: [{ key: 'a', title: 't' }], form_i18n: { t: { en: null } } },
      { type: '', title: 't' },
    ],
  ])('returns the valid parts of %j', async (exerciseInfo, expected) => {
    expect(await formOf(exerciseInfo)).toEqual([{ key: 'a', titles: new Map(), ...expected }])
  })
})

describe('fetchExerciseForm, templates', () => {
  it.each([
    ['http://g.example/a.py', ['http://g.example/a.py'], {}],
    [' https://g.example/a.py\n https://g.example/b.py\thttps://g.example/a.py ', ['a', 'b'], {}],
    ['|en:https://g.example/a.py https://g.example/b.py|', ['a', 'b'], { en: ['a', 'b'] }],
    ['https://g.example/a.py |en:https://g.example/b.py|fi:|', ['a', 'b'], { en: ['a', 'b'], fi: ['a'] }],
    ['ftp://g.example/a.py javascript:alert(1) /a.py https:// file:///etc/passwd', [], {}],
    ['', [], {}],
    [`https://g.example/${'a'.repeat(3000)}`, [], {}],
    [null, [], {}],
    [['https://g.example/a.py'], [], {}],
    [undefined, [], {}],
  ])('reads %j', async (templates, all, byLanguage) => {
    const url = (name: string): string => (name.includes('/') ? name : `https://g.example/${name}.py`)
    expect(await read({ templates })).toMatchObject({
      templates: all.map(url),
      templatesByLanguage: new Map(Object.entries<string[]>(byLanguage).map(([code, names]) => [code, names.map(url)])),
    })
  })
})

const { fake, upstream, as } = useFakeUpstream()
const read = async (change: Record<string, unknown>): Promise<ExerciseForm> => {
  const reply = { id: 1103, course: { id: 11 }, exercise_info: null, templates: '', ...change }
  const { upstream: client } = await upstreamWith((socket) => socket.write(replyOf(200, JSON.stringify(reply))))
  const form = await fetchExerciseForm(client, someCall, 1103)
  if (form === null) throw new Error('no form')
  return form
}
const formOf = async (exerciseInfo: unknown) => (await read({ exercise_info: exerciseInfo })).form
