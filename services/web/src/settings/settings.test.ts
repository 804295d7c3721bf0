import { type CourseSettingsUpdate, courseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import { describe, expect, it } from 'vitest'
import { fieldsInForm } from '../rubrics/form-fields.fixture.ts'
import { formOfSettings, openTeaching, settingsDocument, writableSettings } from './settings-forms.fixture.ts'

const { ask, boundary, signIn, writes, refuse, changedMeanwhile } = await openTeaching()
const path = '/courses/11/settings'
const send = (changed: Parameters<typeof formOfSettings>[0], to = path) =>
  ask(to, { signedIn: true, form: formOfSettings(changed) })
const { templates } = writableSettings
const [grader] = writableSettings.graders

/** By form, and as the public API has it: a field that the contract gains does not compile without a line here. */
const changes: {
  readonly [Field in Exclude<keyof CourseSettingsUpdate, 'schemaVersion'>]-?: readonly [
    form: Parameters<typeof formOfSettings>[0],
    value: CourseSettingsUpdate[Field],
    page?: string,
  ][]
} = {
  slug: [[{ slug: ' other-1 ' }, 'other-1']],
  name: [[{ name: 'Ohjelmointi 1' }, 'Ohjelmointi 1']],
  languages: [[{ languages: 'sv,fi  en' }, ['sv', 'fi', 'en']]],
  highlightLanguages: [[{ highlightLanguages: ['c', 'scala'] }, ['scala', 'c']]],
  courseConfigUrl: [
    [{ courseConfigUrl: 'https://example.org/config' }, 'https://example.org/config'],
    [{ courseConfigUrl: ' ' }, null],
  ],
  templates: [
    [{ automaticExtensions: null }, { ...templates, automaticExtensions: false }],
    [{ extensions: '.c\r\n\r\n.py' }, { ...templates, extensions: ['.c', '.py'] }],
    [{ excludedPathSegments: ' a b\r\nbuild' }, { ...templates, excludedPathSegments: [' a b', 'build'] }],
  ],
  listed: [[{ listed: null }, false]],
  visibleTagSlugs: [[{ visibleTagSlugs: [] }, []]],
  graders: [[{ graders: JSON.stringify([grader]) }, grader ? [grader] : [], '/courses/11/settings/graders']],
  manualGradingExercises: [[{ 'exercise/1105': 'on' }, [1105], '/courses/11/settings/exercises']],
}

describe('the settings of a course', () => {
  it.each(
    Object.entries(changes).flatMap(([field, cases]) =>
      cases.map(([form, value, page]) => [field, form, value, page] as const),
    ),
  )('are written whole, with %s as by the public API: %j', async (field, form, value, page) => {
    expect((await send(form, page)).status).toBe(303)
    expect(writes()).toMatchObject([{ ifMatch: '"7"' }])
    expect(writes()[0]?.body).toEqual({ ...writableSettings, [field]: value })
  })

  it('have a form for each field of the contract', () => {
    const { schemaVersion: _constant, ...fields } = courseSettingsUpdate.properties
    expect(Object.keys(changes).toSorted()).toEqual(Object.keys(fields).toSorted())
    const forms = new Set(changes.templates.flatMap(([form]) => Object.keys(form ?? {})))
    expect([...forms].toSorted()).toEqual(Object.keys(fields.templates.properties).toSorted())
  })

  it('are for teachers alone', async () => {
    signIn('grader')
    for (const page of [path, `${path}/revisions`, `${path}/revisions/7`])
      expect((await ask(page, { signedIn: true })).status).toBe(404)
  })

  it('that nobody touched are sent back as they were, whatever they hold, and within 300 KB', async () => {
    const hostile = '"><script>canary()</script>'
    const slugs = Array.from({ length: 256 }, (_, place) => `${hostile} ${place}`)
    const document = {
      ...settingsDocument,
      name: `  ${hostile}`,
      highlightLanguages: ['scala', 'c'],
      courseConfigUrl: 'https://example.org/?a=<b>',
      templates: { ...templates, excludedPathSegments: [' ', 'two\nlines', hostile] },
      visibleTagSlugs: [...slugs.toReversed(), 'gone'],
      tags: slugs.map((slug) => ({ slug, name: slug, description: '', color: '#000000', fontWhite: true })),
    }
    changedMeanwhile(document)
    const { text } = await ask(path, { signedIn: true })
    expect([text.length < 300_000, text.includes('<script>canary')]).toEqual([true, false])
    expect((await ask(path, { signedIn: true, form: fieldsInForm(text) })).status).toBe(303)
    const { revision: _, courseId: _id, tags: _tags, ltiLoginUrl: _url, ...own } = document
    expect(writes()).toMatchObject([{ ifMatch: '"8"' }])
    expect(writes()[0]?.body).toEqual(own)
  })

  it.each([
    ['$.highlightLanguages', 'too_long', 'highlightLanguages', /No more than 64 are allowed here/],
    ['$.templates.extensions[1]', 'invalid_format', 'extensions', /\.scala: This is not written as is allowed here/],
    ['$.languages[0]', 'invalid_format', 'languages', /fi: This is not written/],
    ['$.visibleTagSlugs', 'invalid_value', 'visibleTagSlugs', /This does not fit/],
    ['$.slug', 'conflict', 'slug', /this course has had 20 already/],
  ])('say what is wrong under its field: %s %s', async (at, code, field, text) => {
    const status = code === 'conflict' ? 409 : 400
    refuse('putCourseSettings', status, { code: 'x', fieldErrors: [{ path: at, code, message: '…' }] })
    const reply = await send({ name: 'As typed' })
    expect(reply.status).toBe(status)
    expect(reply.text).toContain(`<a href="#${field}-r7">`)
    expect(reply.text).toMatch(new RegExp(`id="${field}-r7-fault"[^>]*>[^<]*${text.source}`))
    expect(reply.text).toContain('value="As typed"')
  })

  it('lead to the page of a field that is not here', async () => {
    const fieldErrors = [{ path: '$.graders[1].languages', code: 'invalid_value', message: '…' }]
    refuse('putCourseSettings', 400, { code: 'validation_failed', fieldErrors })
    expect((await send({ languages: 'en' })).text).toContain(`<a href="${path}/graders" target="_blank"`)
  })

  it('are both written where two people changed different fields', async () => {
    changedMeanwhile({ slug: 'theirs', highlightLanguages: ['python', 'scala', 'ada'] })
    expect((await send({ name: 'Mine', highlightLanguages: ['python'] })).status).toBe(303)
    expect(writes().at(-1)).toMatchObject({
      ifMatch: '"8"',
      body: { name: 'Mine', slug: 'theirs', highlightLanguages: ['python', 'ada'] },
    })
  })

  it('show who else changed the same field, and take what stands by a button', async () => {
    changedMeanwhile({ name: 'Theirs', languages: ['sv', 'fi', 'en'] })
    const { status, text } = await send({ name: 'Mine', languages: 'en, fi' })
    expect([status, text.includes('Olli Opettaja saved this while you were writing')]).toEqual([412, true])
    expect(text).toMatch(/value="Mine".*Now: Theirs.*value="en, fi".*Now: sv, fi, en/)
    const used = await ask(path, { signedIn: true, form: [['press', 'use:languages'], ...fieldsInForm(text)] })
    expect(used.text).toMatch(/value="sv, fi, en" autofocus/)
    expect(used.text).toMatch(/value="Mine".*Now: Theirs/)
    expect((await ask(path, { signedIn: true, form: fieldsInForm(used.text) })).status).toBe(303)
    expect(writes().at(-1)).toMatchObject({ ifMatch: '"8"', body: { name: 'Mine', languages: ['sv', 'fi', 'en'] } })
  })
})

describe('the tags of A+', () => {
  const refreshes = () => writes('refreshCourseTags')

  it('are refreshed by a button, which keeps all that was typed and writes nothing else', async () => {
    const { status, text } = await send({ name: 'Typed', press: 'refresh' })
    expect([status, refreshes().length, writes().length]).toEqual([200, 1, 0])
    expect(refreshes()[0]?.body).toEqual({})
    expect(text).toMatch(/<output[^>]*>The tags are those that A\+ has now\. A\+ has the tag group-a no more/)
    expect(text).toContain('value="Typed"')
  })

  it('are refreshed with the address that was typed, which a save does not lose', async () => {
    const ltiLoginUrl = 'https://plus.example/programming/lti-login/3/'
    expect((await send({ ltiLoginUrl, name: 'Typed' })).status).toBe(303)
    expect(refreshes()[0]?.body).toEqual({ ltiLoginUrl })
    expect(writes().at(-1)?.body).toMatchObject({ name: 'Typed' })
  })

  it('are refreshed over what somebody else saved meanwhile, which stands beside what was typed', async () => {
    changedMeanwhile({ name: 'Theirs' })
    const press = { ltiLoginUrl: 'https://plus.example/lti-login/3/', name: 'Mine' }
    for (const [form, status] of [
      [press, 412],
      [{ ...press, press: 'refresh' }, 412],
    ] as const) {
      const reply = await send(form)
      expect([reply.status, writes().length]).toEqual([status, 0])
      expect(reply.text).toMatch(/value="Mine".*Now: Theirs/)
    }
  })

  it('keep the address that somebody else wrote meanwhile, where none was typed', async () => {
    const theirs = 'https://plus.example/programming/lti-login/4/'
    changedMeanwhile({ name: 'Theirs', ltiLoginUrl: theirs })
    const { text } = await send({ name: 'Mine' })
    expect(text).toContain(`value="${theirs}"`)
    expect((await ask(path, { signedIn: true, form: fieldsInForm(text) })).status).toBe(303)
    expect(refreshes()).toEqual([])
  })

  it('stay as they are where the address is none of the course', async () => {
    boundary.replyWith('refreshCourseTags', {
      status: 400,
      body: {
        code: 'validation_failed',
        requestId: 'r-12345678',
        fieldErrors: [{ path: '$.ltiLoginUrl', code: 'invalid_value', message: '…' }],
      },
    })
    const { status, text } = await send({ ltiLoginUrl: 'https://other.example/', name: 'Typed' })
    expect([status, writes().length]).toEqual([400, 0])
    expect(text).toMatch(/value="https:\/\/other\.example\/".*id="ltiLoginUrl-r7-fault"/)
    expect(text).toContain('value="Typed"')
  })
})
