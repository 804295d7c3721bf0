import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestWeb, type WebReply } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
const { operations } = frontendInternal
const base = operations.getExerciseGrading.replies[200].example
const path = '/courses/11/exercises/1103/settings'
const session = operations.getSession.replies[200].example
beforeEach(() => {
  boundary.forget()
  signIn(['teacher'])
})

const typed = {
  person: '101',
  revision: '3',
  base: JSON.stringify(base),
  anonymous: 'on',
  attempts: 'latest',
  order: 'bands',
  autoPoints: 'shown',
  release: 'manual',
  releaseAt: '2026-12-01T12:00',
  leaseMinutes: '60',
  maxOpenClaims: '5',
  notify: 'on',
}
const send = (change: Record<string, string>): Promise<WebReply> =>
  ask(path, { signedIn: true, headers: { 'Accept-Language': 'en' }, form: { ...typed, ...change } })
const writes = () => boundary.calls.filter(({ operation }) => operation === 'putExerciseGrading')
const refuse = (status: number, body: object) =>
  boundary.replyWith('putExerciseGrading', { status, body: { requestId: 'r-12345678', ...body } })

/** Pages are in English. */
function signIn(roles: string[]): void {
  const courses = session.courses.map((course) => ({ ...course, roles }))
  const preferences = { ...session.preferences, locale: 'en' }
  boundary.replyWith('getSession', { status: 200, body: { ...session, courses, preferences } })
}

/** Somebody else wrote `theirs` after the form was drawn, as revision 4. */
function changedMeanwhile(theirs: object): void {
  boundary.replyWith('putExerciseGrading', ({ ifMatch }) =>
    ifMatch === '"4"' ? { status: 204 } : { status: 412, body: { code: 'revision_conflict', requestId: 'r-12345678' } },
  )
  boundary.replyWith('getExerciseGrading', { status: 200, body: { ...base, ...theirs }, revision: 4 })
}

describe('settings of an exercise', () => {
  it('are a form for teachers alone', async () => {
    expect((await ask(path, { signedIn: true })).text).toContain('Settings of Essay program')
    signIn(['grader'])
    expect((await ask(path, { signedIn: true })).status).toBe(404)
  })

  it('are written as they were typed, in the zone of the page, and only what was touched changes', async () => {
    const { status, headers } = await send({ dueAt: '2026-07-01T12:00', maxOpenClaims: ' 7 ' })
    expect([status, headers.location]).toEqual([303, `${path}?saved`])
    expect(writes()).toMatchObject([
      { ifMatch: '"3"', body: { ...base, dueAt: '2026-07-01T09:00:00.000Z', maxOpenClaims: 7 } },
    ])
  })

  it.each([
    ['leaseMinutes', '1 000', 'This is no number that can be read.'],
    ['dueAt', 'tomorrow', 'This does not fit what is allowed here.'],
  ])('stay as typed, with the fault under the field: %s %s', async (name, value, sentence) => {
    const { status, text } = await send({ [name]: value })
    expect([status, writes().length]).toEqual([400, 0])
    expect(text).toContain(`value="${value}"`)
    expect(text).toMatch(new RegExp(`id="${name}-r3"[^>]*aria-invalid="true" aria-describedby="[^"]*${name}-r3-fault"`))
    expect(text).toContain(`<span id="${name}-r3-fault" class="error small">${sentence}`)
    expect(text).toMatch(new RegExp(`role="alert".*<a href="#${name}-r3">`))
  })

  it('say what the boundary refuses, under its field', async () => {
    refuse(400, {
      code: 'validation_failed',
      fieldErrors: [{ path: '$.releaseAt', code: 'invalid_value', message: 'Needs …' }],
    })
    const { status, text } = await send({ release: 'immediate' })
    expect([status, text.includes('id="releaseAt-r3-fault" class="error small">A time needs that a teacher')]).toEqual([
      400,
      true,
    ])
  })

  it('that cannot be changed any more are not said to be retired, as comments are', async () => {
    refuse(409, { code: 'not_in_state' })
    const { status, text } = await send({ leaseMinutes: '90' })
    expect([status, text.includes('This can no longer be changed. Copy'), text.includes('retired')]).toEqual([
      409,
      true,
      false,
    ])
  })

  it('are both written where two people changed different ones', async () => {
    changedMeanwhile({ order: 'oldest' })
    expect((await send({ leaseMinutes: '90' })).status).toBe(303)
    expect(writes().at(-1)?.body).toEqual({ ...base, order: 'oldest', leaseMinutes: 90 })
  })

  it('show what stands where both changed one, keep what was typed, and write it at the next save', async () => {
    changedMeanwhile({ leaseMinutes: 30, order: 'oldest' })
    const { status, text } = await send({ leaseMinutes: '90' })
    expect(status).toBe(412)
    expect(text).toMatch(/value="90"[^>]*aria-describedby="leaseMinutes-r4-about leaseMinutes-r4-now"/)
    expect(text).toContain('Now: 30')
    expect(text).toMatch(/value="oldest"[^>]* checked/)
    const again = { ...hidden(text), leaseMinutes: '90', order: 'oldest' }
    expect((await send(again)).status).toBe(303)
    expect(writes().at(-1)).toMatchObject({ ifMatch: '"4"', body: { leaseMinutes: 90, order: 'oldest' } })
  })

  it('take what stands by a button, which writes nothing and keeps the rest', async () => {
    changedMeanwhile({ leaseMinutes: 30 })
    const { text } = await send({ leaseMinutes: '90' })
    boundary.forgetCalls()
    const used = await send({ ...hidden(text), leaseMinutes: '90', maxOpenClaims: '8', press: 'use:leaseMinutes' })
    expect([used.status, writes().length]).toEqual([200, 0])
    expect(used.text).toMatch(/name="leaseMinutes"[^>]*value="30" autofocus/)
    expect(used.text).toContain('value="8"')
    expect(used.text).not.toContain('Now: 30')
  })

  it('are tried three times', async () => {
    refuse(412, { code: 'revision_conflict' })
    const { status, text } = await send({ leaseMinutes: '90' })
    expect([status, writes().length, text.includes('Others are saving this right now')]).toEqual([412, 3, true])
    expect(text).toContain('value="90"')
  })
})

describe('a form that cannot be taken now', () => {
  it.each([
    ['the session ended', 'getSession', 401, 'invalid_session', 401],
    ['the session ended in between', 'putExerciseGrading', 401, 'invalid_session', 401],
    ['A+ does not answer', 'putExerciseGrading', 502, 'upstream_unavailable', 502],
    ['the boundary is overloaded', 'putExerciseGrading', 503, 'overloaded', 503],
  ] as const)('comes back whole where %s', async (_what, operation, status, code, answered) => {
    boundary.replyWith(operation, { status, body: { code, requestId: 'r-12345678' } })
    const reply = await send({ leaseMinutes: '90' })
    expect(reply.status).toBe(answered)
    for (const [name, value] of Object.entries({ ...typed, leaseMinutes: '90' }))
      expect(reply.text).toContain(`<input type="hidden" name="${name}" value="${value.replaceAll('"', '&quot;')}"/>`)
    expect(reply.text).toContain(`<form method="post" action="${path}"`)
    expect(reply.text).toContain('is kept in this page')
    expect(reply.text).toMatch(/<a href="[^"]*" target="_blank"/)
  })

  it('comes back whole where another person has signed in, and is not written', async () => {
    const { status, text } = await send({ person: '102', leaseMinutes: '90' })
    expect([status, writes().length]).toEqual([409, 0])
    expect(text).toContain('name="leaseMinutes" value="90"')
  })
})

/** The hidden fields of the form on a page. */
function hidden(text: string): Record<string, string> {
  const [, form = ''] = /<form method="post" action="[^"]*settings"(.*?)<\/form>/s.exec(text) ?? []
  return Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&quot;', '"'),
    ]),
  )
}
