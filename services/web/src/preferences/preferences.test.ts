import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
const { example } = frontendInternal.operations.getSession.replies[200]
const preferences = {
  ...example.preferences,
  locale: 'en',
  editor: { fontSize: 20, tabSize: 2, wrap: false },
  pinnedCourses: [99, 11],
}
const courses = [12, 11].map((courseId) => ({ ...example.courses[0], courseId, name: `Course ${courseId}` }))
const base = { locale: 'en', timeZone: '', theme: 'dark', autoAdvance: 'on', hideTemplateCode: 'on', pinned: '99 11' }
const form = { ...base, person: '101', revision: '7', base: JSON.stringify(base), pinned: '99' }
const writes = () => boundary.calls.filter(({ operation }) => operation === 'putPreferences').map(({ body }) => body)
const send = (change: Record<string, string>) => ask('/preferences', { signedIn: true, form: { ...form, ...change } })

beforeEach(() => {
  boundary.forget()
  boundary.replyWith('getSession', { status: 200, body: { ...example, courses, preferences, preferencesRevision: 7 } })
})

/** Somebody else wrote `theirs` after the form was drawn, as revision 8. */
function changedMeanwhile(theirs: object): void {
  boundary.replyWith('putPreferences', ({ ifMatch }) =>
    ifMatch === '"8"' ? { status: 204 } : { status: 412, body: { code: 'revision_conflict', requestId: 'r-12345678' } },
  )
  boundary.replyWith('getPreferences', { status: 200, body: { ...preferences, ...theirs }, revision: 8 })
}

describe('my preferences', () => {
  it('are one form, with pinned courses first, and keep the pin of a course that is not listed', async () => {
    const { text } = await ask('/preferences', { signedIn: true })
    expect(text.match(/name="pinned" value="\d+"(?: checked)?/g)).toEqual([
      'name="pinned" value="11" checked',
      'name="pinned" value="12"',
      'name="pinned" value="99"',
    ])
    expect(text).toContain('that of this service: Europe/Helsinki')
  })

  it('keep what no page has as it was read', async () => {
    const { status, headers } = await send({ timeZone: 'Asia/Tokyo', hideTemplateCode: '' })
    expect([status, headers.location]).toEqual([303, '/preferences?saved'])
    expect(writes()).toEqual([
      {
        ...preferences,
        timeZone: 'Asia/Tokyo',
        grading: { ...preferences.grading, hideTemplateCode: false },
        pinnedCourses: [99],
      },
    ])
  })

  it('that were changed elsewhere meanwhile are compared by field', async () => {
    changedMeanwhile({ theme: 'light', editor: { fontSize: 9, tabSize: 8, wrap: true } })
    expect((await send({ timeZone: 'Asia/Tokyo' })).status).toBe(303)
    expect(writes().at(-1)).toMatchObject({ theme: 'light', timeZone: 'Asia/Tokyo', editor: { fontSize: 9 } })
  })

  it('say in words what both changed', async () => {
    changedMeanwhile({ locale: 'sv', timeZone: 'UTC', theme: 'light', pinnedCourses: [12] })
    const { status, text } = await send({ locale: 'fi', timeZone: 'Asia/Tokyo', theme: 'system' })
    expect([status, text.match(/Now: [^<]*/g)]).toEqual([
      412,
      ['Now: svenska', 'Now: UTC', 'Now: Light', 'Now: Course 12'],
    ])
  })

  it('say which one is refused', async () => {
    const fieldErrors = [{ path: '$.timeZone', code: 'invalid_value', message: 'm' }]
    const body = { code: 'validation_failed', requestId: 'r-12345678', fieldErrors }
    boundary.replyWith('putPreferences', { status: 400, body })
    const { status, text } = await send({ timeZone: 'Nowhere' })
    expect([status, text.includes('href="#timeZone-r7"')]).toEqual([400, true])
  })
})

it('a person who is signed in nowhere else has nothing to end', async () => {
  expect((await ask('/sessions', { signedIn: true })).text).not.toContain('Sign out elsewhere')
})
