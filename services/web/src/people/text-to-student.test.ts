import { studentDocumentExample } from '@course-grading/contracts/feedback/feedback-examples'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTeaching } from '../settings/settings-forms.fixture.ts'
import type { WebReply } from '../web.fixture.ts'
import { drawnFrom, fieldsOf } from './feedback-fields.ts'

const { ask, boundary, signIn, writes } = await openTeaching()
const { id, language } = studentDocumentExample
const path = `/courses/11/feedback/${id}`
const before = { ...studentDocumentExample, body: 'Dear Eero,\nbefore', revision: 3 }
const base = JSON.stringify(drawnFrom(before))

beforeEach(() => standing({}))

/** What stands at the boundary now. */
const standing = (change: object): void =>
  boundary.replyWith('getFeedback', { status: 200, body: { ...before, ...change } })

const send = (fields: Record<string, string>): Promise<WebReply> =>
  ask(path, {
    signedIn: true,
    form: { person: '101', revision: '3', base, language, body: 'Dear Eero,\r\nbefore', ...fields },
  })

/** Somebody else changed what is sent, too. */
function conflictWith(theirs: object): void {
  standing({ ...theirs, revision: 4, updatedBy: { userId: 104, fullName: 'Olli Opettaja', alias: false } })
  boundary.replyWith('patchFeedback', { status: 409, body: { code: 'merge_conflict', requestId: 'r-12345678' } })
}

describe('a text to a student', () => {
  it('is saved by what differs from what the form was drawn from, and by nothing where nothing does', async () => {
    expect((await send({})).headers.location).toBe(`${path}?done=saved`)
    expect(writes('patchFeedback')).toEqual([])
    await send({ language: 'en' })
    expect(writes('patchFeedback')).toMatchObject([
      { target: expect.stringContaining('?base=3'), body: { language: 'en' } },
    ])
  })

  it('stands beside what somebody else wrote, and is written over it once it was seen', async () => {
    conflictWith({ body: 'Theirs.', language: 'en' })
    const { status, text } = await send({ body: 'Mine.' })
    expect(status).toBe(409)
    expect(text).toMatch(/Olli Opettaja saved this.*\nMine\..*Now: Theirs\./s)
    expect(text).toContain('<option value="en" selected>')
    const now = { base: JSON.stringify(drawnFrom({ language: 'en', body: 'Theirs.' })), revision: '4', language: 'en' }
    const taken = await send({ ...now, body: 'Mine.', press: 'use:body', stale: 'body' })
    expect(taken.text).toMatch(/<textarea[^>]* autofocus[^>]*>\nTheirs\./)
    boundary.replyWith('patchFeedback', { status: 204, revision: 5 })
    boundary.forgetCalls()
    await send({ ...now, body: 'Mine.' })
    expect(writes('patchFeedback')).toMatchObject([
      { target: expect.stringContaining('?base=4'), body: { body: 'Mine.' } },
    ])
  })

  it.each([
    [4, 'publish'],
    [5, 'changed'],
  ])('is published as it was seen: at revision %i after the save it is %s', async (revision, done) => {
    boundary.replyWith('patchFeedback', { status: 204, revision })
    expect((await send({ body: 'Mine.', press: 'publish' })).headers.location).toBe(`${path}?done=${done}`)
    expect(writes('publishFeedback')).toHaveLength(done === 'publish' ? 1 : 0)
  })

  it.each([
    ['restore:2', 'restoreFeedbackVersion', 412, 'revision_conflict', 'notDone'],
    ['withdraw', 'withdrawFeedback', 409, 'not_in_state', 'changed'],
    ['publish', 'publishFeedback', 412, 'revision_conflict', 'changed'],
    ['publish', 'publishFeedback', 409, 'incomplete', 'tooLong'],
    ['restore:2', 'restoreFeedbackVersion', 400, 'validation_failed', 'full'],
  ] as const)('says why nothing was done: %s, %s, %i %s', async (press, operation, status, code, done) => {
    boundary.replyWith(operation, { status, body: { code, requestId: 'r-12345678' } })
    expect((await send({ press })).headers.location).toBe(`${path}?done=${done}`)
  })

  it('stays as typed where it is too long for a preview', async () => {
    const fieldErrors = [{ path: '$.body', code: 'too_long', message: '' }]
    boundary.replyWith('previewFeedback', {
      status: 400,
      body: { code: 'validation_failed', requestId: 'r-12345678', fieldErrors },
    })
    const { text } = await send({ body: 'Mine.', press: 'preview' })
    expect(text).toMatch(/\nMine\..*This text is longer than is allowed\./s)
  })

  it.each([
    ['of another course', { courseId: 12 }, 'teacher'],
    ['of a submission', { target: { type: 'submission', submissionId: 1, exerciseId: 2 } }, 'teacher'],
    ['to people who do not grade', {}, 'assistant'],
  ])('is not there: %s', async (_what, change, role) => {
    standing(change)
    signIn(role)
    expect([(await ask(path, { signedIn: true })).status, (await send({ body: 'x' })).status]).toEqual([404, 404])
  })

  it('is as a browser sends it', () => {
    expect(fieldsOf({ language, body: 'a\r\nb\rc' })).toEqual({ language, body: 'a\nb\nc' })
  })
})
