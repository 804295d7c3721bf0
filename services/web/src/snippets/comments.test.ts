import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestWeb, type WebReply } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
const { operations } = frontendInternal
const session = operations.getSession.replies[200].example
const snippet = operations.createSnippet.replies[201].example
const list = '/courses/11/comments'
const path = `${list}/${snippet.snippetId}/change`
const drawnFrom = { label: 'Names', points: '1', 'text.en': 'A', 'text.fi': 'B' }
const form = { person: '101', revision: '3', base: JSON.stringify(drawnFrom), ...drawnFrom }
const calls = (of: string) => boundary.calls.filter(({ operation }) => operation === of)
const refusal = (status: number, body: object) => ({ status, body: { requestId: 'r-12345678', ...body } })
const stale = refusal(412, { code: 'revision_conflict' })

beforeEach(() => {
  boundary.forget()
  signIn('teacher')
})

/** Pages are in English. */
function signIn(role: string): void {
  const courses = session.courses.map((course) => ({ ...course, roles: [role] }))
  const preferences = { ...session.preferences, locale: 'en' }
  boundary.replyWith('getSession', { status: 200, body: { ...session, courses, preferences } })
}

const send = (to: string, change: Record<string, string>): Promise<WebReply> =>
  ask(to, { signedIn: true, form: { ...form, ...change } })

/** What is listed: each page has one. */
function listed(...pages: object[]): void {
  boundary.replyWith('listSnippets', ({ target }) => {
    const at = Number(/cursor=(\d)/.exec(target)?.[1] ?? 0)
    const nextCursor = at + 1 < pages.length ? String(at + 1) : null
    return { status: 200, body: { items: pages.slice(at, at + 1), nextCursor } }
  })
}

describe('a comment', () => {
  it.each([
    ['teacher', 'course', 200],
    ['teacher', 'personal', 200],
    ['grader', 'course', 404],
    ['grader', 'personal', 200],
    ['assistant', 'course', 404],
    ['student', 'course', 404],
  ])('is opened by those who may change it: %s, %s', async (role, scope, status) => {
    signIn(role)
    listed({ ...snippet, scope })
    expect((await ask(path, { signedIn: true })).status).toBe(status)
    expect((await ask(path.replace('change', 'retire'), { signedIn: true })).status).toBe(status)
  })

  it('that moved in the list since is found where it is now', async () => {
    listed({ ...snippet, snippetId: 'another' }, { ...snippet, label: 'Moved' })
    expect((await ask(path, { signedIn: true })).text).toContain('value="Moved"')
    expect(calls('listSnippets').map(({ target }) => /limit=\d+/.exec(target)?.[0])).toEqual([
      'limit=50',
      'limit=200',
      'limit=200',
    ])
  })

  it('has what two people changed in it, by field and language', async () => {
    boundary.replyWith('putSnippet', ({ ifMatch }) => (ifMatch === '"4"' ? { status: 204 } : stale))
    listed({ ...snippet, label: 'Names', points: 1, text: { en: 'A', fi: 'Theirs', sv: 'New' }, revision: 4 })
    const { status, headers } = await send(path, { 'text.en': 'Mine', points: '−2,5' })
    expect([status, headers.location]).toEqual([303, `${list}?done=saved`])
    const text = { en: 'Mine', fi: 'Theirs', sv: 'New' }
    expect(calls('putSnippet').at(-1)?.body).toMatchObject({ label: 'Names', points: -2.5, text, exerciseId: 1103 })
  })

  it('says what both changed to something else, and takes theirs on demand', async () => {
    boundary.replyWith('putSnippet', stale)
    listed({ ...snippet, label: 'Names', points: 1.5, exerciseId: null, text: { en: 'Theirs' }, revision: 4 })
    const { status, text } = await send(path, { 'text.en': 'Mine', points: '3', exerciseId: '1103' })
    expect([status, text.match(/Now: [^<]*/g)]).toEqual([412, ['Now: Theirs', 'Now: 1.5']])
    expect(text).toContain('Mine</textarea>')
    const used = { revision: '4', base: JSON.stringify({ points: '1.5' }), stale: 'points', points: '3' }
    const taken = await send(path, { ...used, press: 'use:points' })
    expect([taken.status, taken.text.includes('value="1.5" autofocus')]).toEqual([200, true])
  })

  it('that was retired meanwhile stands as it was typed', async () => {
    boundary.replyWith('putSnippet', stale)
    listed()
    const { status, text } = await send(path, { 'text.en': 'Mine' })
    expect([status, text.includes('somebody retired it'), text.includes('Mine</textarea>')]).toEqual([409, true, true])
    boundary.replyWith('putSnippet', refusal(409, { code: 'not_in_state' }))
    expect((await send(path, { 'text.en': 'Mine' })).text).toContain('somebody retired it')
  })

  it.each([
    ['label', { label: ' ' }],
    ['points', { points: '1 000' }],
    ['text.en', { 'text.en': ' ', 'text.fi': '' }],
  ])('is not sent while its %s cannot be', async (field, change) => {
    const { status, text } = await send(path, change)
    expect([status, text.includes(`href="#${field}-r3"`)]).toEqual([400, true])
    expect(calls('putSnippet')).toEqual([])
  })

  it('that is new is found in the list by its label', async () => {
    const { headers } = await send(`${list}/new`, { scope: 'course' })
    expect(headers.location).toBe(`${list}?q=Names&done=created`)
  })

  it('that is one too many says so at its scope', async () => {
    const fieldErrors = [{ path: '$.scope', code: 'too_large', message: 'm' }]
    boundary.replyWith('createSnippet', refusal(400, { code: 'validation_failed', fieldErrors }))
    const { status, text } = await send(`${list}/new`, { scope: 'course' })
    expect([status, /id="scope-r3-fault"[^>]*>([^<]*)/.exec(text)?.[1]]).toEqual([
      400,
      'There are as many comments as there can be: 2,000 of a course, 500 of a person. Retire one first.',
    ])
  })

  it('that was changed before it is retired is not retired', async () => {
    boundary.replyWith('retireSnippet', stale)
    const { headers } = await ask(path.replace('change', 'retire'), { signedIn: true, form: { revision: '3' } })
    expect(headers.location).toBe(`${list}?done=changed`)
  })
})

describe('a text', () => {
  it.each([
    [{ status: 200, body: { html: '<p>See <em>this</em></p>' } }, 'See <em>this</em>'],
    [refusal(400, { code: 'validation_failed' }), 'The preview did not come.'],
  ])('is shown as students would read it, or it says so', async (reply, shown) => {
    boundary.replyWith('previewFeedback', reply)
    const { status, text } = await send(path, { press: 'preview:text.fi' })
    expect([status, text.includes(shown), calls('previewFeedback')[0]?.body]).toEqual([200, true, { body: 'B' }])
  })
})

describe('templates', () => {
  const templates = `${list}/templates`

  it('are read by graders, and written by teachers alone', async () => {
    signIn('grader')
    const { status, text } = await ask(templates, { signedIn: true })
    expect([status, text.includes('Dear {{studentName}}'), text.includes('<textarea')]).toEqual([200, true, false])
    expect((await send(templates, {})).status).toBe(404)
  })

  it.each([
    ['$.templates.fi', 'invalid_value', 'In double braces stand only {{studentName}}'],
    ['$.templates.fi', 'too_long', 'This text is longer than is allowed.'],
  ])('say under its field what is wrong with one: %s %s', async (at, code, said) => {
    const fieldErrors = [{ path: at, code, message: 'm' }]
    boundary.replyWith('putFeedbackTemplates', refusal(400, { code: 'validation_failed', fieldErrors }))
    const { status, text } = await send(templates, { 'text.fi': '{{name}}' })
    expect([status, /id="text.fi-r3-fault"[^>]*>([^<]*)/.exec(text)?.[1]]).toEqual([400, expect.stringContaining(said)])
  })

  it('have what two people changed in them, by language', async () => {
    boundary.replyWith('putFeedbackTemplates', ({ ifMatch }) => (ifMatch === '"4"' ? { status: 204 } : stale))
    const body = { revision: 4, templates: { en: 'A', fi: 'Theirs' } }
    boundary.replyWith('getFeedbackTemplates', { status: 200, body })
    expect((await send(templates, { 'text.en': 'Mine' })).status).toBe(303)
    expect(calls('putFeedbackTemplates').at(-1)?.body).toEqual({ templates: { en: 'Mine', fi: 'Theirs' } })
  })
})
