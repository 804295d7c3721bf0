import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import { beforeEach, describe, expect, it } from 'vitest'
import { en } from '../texts/en.ts'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
const { operations } = frontendInternal
const session = operations.getSession.replies[200].example
const assessment: Assessment = operations.getAssessment.replies[200].example
const me = session.user.userId
const path = `/grade/${assessment.id}`

beforeEach(() => {
  boundary.forget()
  const preferences = { ...session.preferences, locale: 'en' }
  boundary.replyWith('getSession', { status: 200, body: { ...session, preferences, preferencesRevision: 1 } })
  boundary.replyWith('getAssessment', { status: 200, body: held })
})

describe('the grading page, without scripts', () => {
  it('is a form for the holder', async () => {
    const { text } = await ask(path, { signedIn: true })
    expect(text).toContain('value="complete"')
  })

  it('has a heading and a region for each part, and links to them before its many buttons', async () => {
    const { text } = await ask(path, { signedIn: true })
    const headings = [...text.matchAll(/<h([123])[^>]*>(?:<[^>]*>)*([^<]*?) ?</g)].map(
      ([, level, name]) => `${level} ${name}`,
    )
    const links = [...text.matchAll(/<a href="#(\w+)">/g)].map(([, id]) => id)
    expect(headings.filter((heading) => heading.startsWith('2'))).toEqual(['2 Work', '2 Rubric', '2 Feedback'])
    expect(links.slice(0, 3)).toEqual(['work', 'rubric', 'feedback'])
    expect(
      links.slice(0, 3).filter((id) => !new RegExp(`<(?:section|h2)[^>]* id="${id}"[^>]* tabindex="-1"`).test(text)),
    ).toEqual([])
  })

  it('says which attempt the work is', async () => {
    boundary.replyWith('getAssessment', { status: 200, body: { ...held, attempt: 7 } })
    expect((await ask(path, { signedIn: true })).text).toContain(en.grading.attempt(7))
  })

  it('is for nobody else to write', async () => {
    boundary.replyWith('getAssessment', { status: 200, body: { ...held, holder: other } })
    const { text } = await ask(path, { signedIn: true })
    expect([text.includes('Read only'), text.includes('value="save"')]).toEqual([true, false])
  })

  it('says what A+ counts of a released result', async () => {
    const upstream = { at: now, counts: { points: 3, maxPoints: 20 }, because: 'graded_there' } as const
    const released = { ...held, state: 'completed', holder: null, releasedAt: now } as const
    const body = { ...released, upstream: { ...upstream, latePenalty: null, onItsWay: false } }
    boundary.replyWith('getAssessment', { status: 200, body })
    const { text } = await ask(path, { signedIn: true })
    expect(text).toContain('>A+ shows 3 of 20, given there by a teacher<')
  })

  it('says who holds it, and until when', async () => {
    const leaseExpiresAt = '2100-11-02T10:05:00.000Z'
    boundary.replyWith('getAssessment', { status: 200, body: { ...held, holder: other, leaseExpiresAt } })
    const { text } = await ask(path, { signedIn: true })
    expect(text).toMatch(/Another holds this submission\. The claim lasts until <time[^>]*>Nov 2, 2100, 12:05/)
  })

  it.each<[what: string, Partial<Assessment>, role: 'teacher' | 'grader', button: string | null]>([
    ['completed, to a teacher', { state: 'completed', holder: null }, 'teacher', 'reopen'],
    ['completed by them, to a grader', { state: 'completed', holder: null, releasedAt: null }, 'grader', 'reopen'],
    ['released, to a grader', { state: 'completed', holder: null, releasedAt: now }, 'grader', null],
    ['held by another, to a teacher', { holder: other, leaseExpiresAt: later }, 'teacher', 'take-over'],
    ['held by another, to a grader', { holder: other, leaseExpiresAt: later }, 'grader', null],
    ['held by nobody, to a grader', { holder: null }, 'grader', 'take-up'],
    [
      'held by another whose claim has ended, to a teacher',
      { holder: other, leaseExpiresAt: now },
      'teacher',
      'take-over',
    ],
    ['held by nobody and gone, to a grader', { holder: null, gone: true }, 'grader', null],
    ['held by another whose claim has ended, to a grader', { holder: other, leaseExpiresAt: now }, 'grader', 'take-up'],
  ])('offers what is %s, only what makes it theirs', async (_what, standing, role, button) => {
    const courses = [{ ...session.courses[0], courseId: held.courseId, roles: [role] }]
    boundary.replyWith('getSession', { status: 200, body: { ...session, courses } })
    boundary.replyWith('getAssessment', { status: 200, body: { ...held, grader: own, ...standing } })
    const { text } = await ask(path, { signedIn: true })
    const offered = /action="\/grade\/[^/"]*\/([^"]*)"/.exec(text)?.[1] ?? null
    expect([offered, text.includes('value="save"')]).toEqual([button, false])
  })

  it.each([
    ['reopen', 'reopenAssessment'],
    ['take-over', 'takeOverClaim'],
    ['take-up', 'claimSubmission'],
  ] as const)('lets the person %s it, and keeps the reason where that is refused', async (button, operation) => {
    const asked = { form: { reason: 'Another look' }, signedIn: true }
    expect(await ask(`${path}/${button}`, asked)).toMatchObject({ status: 303, headers: { location: path } })
    expect(boundary.calls.at(-1)?.operation).toBe(operation)
    boundary.replyWith(operation, { status: 409, body: { code: 'delivery_pending', requestId: 'r-12345678' } })
    boundary.replyWith('getAssessment', { status: 200, body: { ...held, state: 'completed', grader: own } })
    const { status, text } = await ask(`${path}/${button}`, asked)
    expect([status, text.includes('being sent to A+'), text.includes('value="Another look"')]).toEqual([
      409,
      true,
      true,
    ])
  })

  it.each([
    ['reopen', 'reopenAssessment', true],
    ['take-over', 'takeOverClaim', false],
  ] as const)('gives back what was typed where there is nothing to %s any more', async (button, operation, isTyped) => {
    boundary.replyWith(operation, { status: 404, body: { code: 'not_found', requestId: 'r-12345678' } })
    const form = isTyped ? { reason: 'Another look' } : {}
    const headers = { 'Accept-Language': 'en' }
    const { status, text } = await ask(`${path}/${button}`, { form, signedIn: true, headers })
    const said = [en.problems.byCode.not_found, 'Another look</textarea>', en.grading.kept]
    expect([status, ...said.map((words) => text.includes(words))]).toEqual([404, true, isTyped, isTyped])
  })

  it.each([
    ['teacher', 'You decide that first, as a teacher'],
    ['grader', 'A teacher of the course decides that first.'],
  ])('tells a %s who decides about a grade that may have arrived', async (role, who) => {
    const courses = [{ ...session.courses[0], courseId: held.courseId, roles: [role] }]
    const preferences = { ...session.preferences, locale: 'en' }
    boundary.replyWith('getSession', { status: 200, body: { ...session, preferences, courses } })
    boundary.replyWith('reopenAssessment', {
      status: 409,
      body: { code: 'delivery_ambiguous', requestId: 'r-12345678' },
    })
    const { text } = await ask(`${path}/reopen`, { form: { reason: 'Another look' }, signedIn: true })
    expect(text).toContain(who)
  })

  it('says what is missing also beside its field', async () => {
    const form = { ...(await drawnForm()), action: 'complete' }
    const [criterion] = Object.keys(held.scores)
    const fieldErrors = [{ path: `$.scores.${criterion}`, code: 'score_required', message: 'Required.' }]
    boundary.replyWith('completeAssessment', {
      status: 409,
      body: { code: 'incomplete', requestId: 'r-12345678', fieldErrors },
    })
    const { text } = await ask(path, { form, signedIn: true })
    expect(text).toMatch(new RegExp(`<p id="gaps-${criterion}" class="error"><span>[^<]*not judged yet`))
  })

  it.each([
    ['the older ones, on which it was typed, where it differs', 'Typed.', 2],
    ['the newer ones, where it is what stands there', held.privateNote, 9],
  ])('gives the fields of a form that is refused on newer revisions the ids of %s', async (_what, privateNote, of) => {
    boundary.replyWith('getAssessment', { status: 200, body: { ...held, revision: 2 } })
    const form = { ...(await drawnForm()), privateNote, action: 'complete' }
    for (const operation of ['patchAssessment', 'completeAssessment'] as const)
      boundary.replyWith(operation, { status: 409, body: { code: 'stale_revision', requestId: 'r-12345678' } })
    boundary.replyWith('getAssessment', { status: 200, body: { ...held, revision: 9 } })
    const { text } = await ask(path, { form, signedIn: true })
    expect(/id="(privateNote-r\d)"/.exec(text)?.[1]).toBe(`privateNote-r${of}`)
  })

  it.each([
    ['', 'patchFeedback', '?saved'],
    ['Later', 'postponeAssessment', '?done=postpone'],
  ])('presses by Enter what belongs to the field, with the reason %j', async (note, operation, query) => {
    const form = { ...(await drawnForm()), body: 'new', note, action: 'enter' }
    boundary.forgetCalls()
    const { headers } = await ask(path, { form, signedIn: true })
    expect(boundary.calls.map((call) => call.operation)).toContain(operation)
    expect(headers['location']).toContain(query)
  })

  it('saves the rest where the text of a saved annotation is emptied, and does not complete', async () => {
    const { annotations } = frontendInternal.operations.getFeedback.replies[200].example
    const [id] = Object.keys(annotations)
    const form = { ...(await drawnForm()), body: 'new', [`annotations/${id}/body`]: '', action: 'complete' }
    boundary.forgetCalls()
    const { status, text } = await ask(path, { form, signedIn: true })
    const saved = boundary.calls.find(({ operation }) => operation === 'patchFeedback')
    expect([status, saved?.body]).toEqual([409, { body: 'new' }])
    expect(text).toContain('essay.txt, lines 3 to 4: It needs a text')
    expect(boundary.calls.map(({ operation }) => operation)).not.toContain('completeAssessment')
  })

  it('reads a number with a comma, and sends none that it cannot read, which stays as it was typed', async () => {
    const numbers = { 'scores/report/points': ' 2,50 ', 'adjustment/points': '1,000', 'adjustment/reason': 'Neat.' }
    const form = { ...(await drawnForm()), ...numbers, action: 'complete' }
    boundary.forgetCalls()
    const { status, text } = await ask(path, { form, signedIn: true })
    const saved = boundary.calls.find(({ operation }) => operation === 'patchAssessment')
    expect([status, saved?.body]).toEqual([409, { scores: { report: { points: 2.5 } } }])
    expect(text).toContain('<li>Adjustment: This is no number, and is not saved.')
    expect(text).toMatch(/name="adjustment\/points" value="1,000" aria-invalid="true"/)
  })

  it('sends no number of a reader whose language writes it otherwise', async () => {
    const fields = { 'scores/report/points': '8,25', privateNote: 'new' }
    boundary.forgetCalls()
    await ask(path, { form: { ...(await drawnForm()), ...fields }, signedIn: true })
    const saved = boundary.calls.find(({ operation }) => operation === 'patchAssessment')
    expect(saved?.body).toEqual({ privateNote: 'new' })
  })

  it.each([
    [409, 'merge_conflict'],
    [412, 'revision_conflict'],
    [409, 'incomplete'],
    [400, 'validation_failed'],
    [409, 'claim_lost'],
    [503, 'overloaded'],
  ])('keeps what was typed after %i %s', async (status, code) => {
    const form = { ...(await drawnForm()), body: 'What I typed', note: 'Later' }
    boundary.replyWith('patchFeedback', { status, body: { code, requestId: 'r-12345678' } })
    const reply = await ask(path, { form, signedIn: true })
    expect([reply.status, reply.text.includes('What I typed'), reply.text.includes('value="Later"')]).toEqual([
      409,
      true,
      true,
    ])
  })

  it.each([
    ['whose session has ended', 401, 101, { status: 401, body: { code: 'session_expired', requestId: 'r-12345678' } }],
    ['without a session', 401, null, undefined],
    ['that the boundary cannot take', 503, 101, { status: 503, body: { code: 'overloaded', requestId: 'r-12345678' } }],
    ['in whose place another person signed in', 409, 7, { status: 200, body: ofAnother }],
  ])('sends nothing of a person %s, and gives all that was sent back', async (_what, status, userId, reply) => {
    const form = { ...(await drawnForm()), body: 'What I\ntyped', 'scores/structure/levelId': 'What I chose' }
    if (reply) boundary.replyWith('getSession', reply)
    boundary.forgetCalls()
    const kept = await ask(path, { form, headers: userId === null ? {} : { Cookie: `__Host-session=held.${userId}` } })
    expect([kept.status, fieldsIn(kept.text)]).toMatchObject([status, form])
    expect(boundary.calls.map(({ operation }) => operation)).toEqual(reply ? ['getSession'] : [])
  })

  it('gives back what its form was drawn from as it is, to whoever has no session', async () => {
    const form = { drawn: '{"fields":{"scores/a/none":"yes"', body: 'What I typed' }
    const kept = await ask(path, { form })
    expect([kept.status, fieldsIn(kept.text)]).toMatchObject([401, form])
  })

  it('asks who it is before it reads the form', async () => {
    boundary.replyWith('getSession', { status: 401, body: { code: 'session_expired', requestId: 'r-12345678' } })
    const many = [['drawn', `{"fields":{${manyPaths(40_000)}}}`]] as [string, string][]
    expect((await ask(path, { form: many, signedIn: true })).status).toBe(401)
    expect(boundary.calls).toHaveLength(1)
  })

  it('counts what its form was drawn from among its fields, before that is parsed', async () => {
    const drawn = ((await drawnForm())['drawn'] ?? '').replace('"fields":{', `"fields":{${manyPaths(16_000)},`)
    expect((await ask(path, { form: { drawn }, signedIn: true })).status).toBe(400)
  })

  it.each([
    ['a field that no page has', { 'scores/__proto__/checks/a': '1' }],
    ['a field of another kind', { nothing: 'x' }],
    ['more than texts', { body: 1 }],
  ])('is no page that was drawn from %s', async (_what, fields) => {
    const drawn = JSON.stringify({ ...JSON.parse((await drawnForm())['drawn'] ?? ''), fields })
    expect((await ask(path, { form: { drawn }, signedIn: true })).status).toBe(400)
    expect(Object.hasOwn(Object.prototype, 'checks')).toBe(false)
  })

  it('takes no form of more fields than any page has', async () => {
    const many = Object.fromEntries(Array.from({ length: 16_000 }, (_, index) => [`remove/${index}`, 'on']))
    expect((await ask(path, { form: { ...(await drawnForm()), ...many }, signedIn: true })).status).toBe(400)
  })

  it.each([{}, { drawn: '{' }, { drawn: '{"userId":1}' }])('is no page that %j was drawn from', async (form) => {
    expect((await ask(path, { form, signedIn: true })).status).toBe(400)
  })
})

const ofAnother = { ...session, user: { ...session.user, userId: 7 } }
const own = { userId: me, fullName: 'Me', alias: false }
const other = { userId: 999, fullName: 'Another', alias: false }
const now = '2026-09-01T10:00:00.000Z'
const later = '2100-11-02T10:05:00.000Z'
const held = { ...assessment, state: 'in_progress' as const, holder: own }

const manyPaths = (count: number): string =>
  Array.from({ length: count }, (_, index) => `"scores/a${index}/comment":"x"`).join(',')

/** The fields of a form that was given back, as a browser would send them again. */
function fieldsIn(page: string): Record<string, string> {
  const [main = ''] = /<main>.*<\/main>/s.exec(page) ?? []
  const texts = [...main.matchAll(/<textarea name="([^"]*)"[^>]*>\n?([^<]*)</g)]
  const hidden = [...main.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  return Object.fromEntries([...texts, ...hidden].map(([, name = '', value = '']) => [name, unescaped(value)]))
}

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')

/** The fields of the page as a browser sends them back that changes nothing. */
async function drawnForm(): Promise<Record<string, string>> {
  const { text } = await ask(path, { signedIn: true })
  const drawn = /name="drawn" value="([^"]*)"/.exec(text)?.[1] ?? ''
  return { drawn: unescaped(drawn) }
}
