import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { SubmissionContent } from '@course-grading/contracts/submissions/submission-content'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
const { getAssessment, getSubmissionContent } = frontendInternal.operations
const example: SubmissionContent = getSubmissionContent.replies[200].example
const path = `/grade/${getAssessment.replies[200].example.id}/work`
/** As the page's script asks. */
const asked = { signedIn: true, headers: { 'X-Person': '101' } }

describe('the work for a script', () => {
  beforeEach(() => boundary.forget())

  it('comes by two calls, as a part of a page that nobody keeps, without annotations', async () => {
    const { status, headers, text } = await ask(path, asked)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(text).toMatch(/^<div class="work">.*<\/div>$/s)
    expect(text).not.toContain('<article')
    expect(boundary.calls.map(({ operation }) => operation)).toEqual(['getAssessment', 'getSubmissionContent'])
  })

  it('is coloured, by the second look at the latest where the first one had no time', async () => {
    await expect
      .poll(async () => (await ask(path, asked)).text, { timeout: 60_000 })
      .toContain('<span class="t-keyword">def</span>')
  })

  it('is in the language that the script asks for', async () => {
    const { text } = await ask(path, { ...asked, headers: { ...asked.headers, 'Accept-Language': 'fi' } })
    expect(text).toContain('aria-label="Tiedostot"')
  })

  it.each([
    ['', false],
    ['?fold', true],
  ])('at %j folds what is as in the template: %s', async (query, folds) => {
    const files = example.files.map((file) => ({ ...file, text: 'a\n'.repeat(30), sha256: null }))
    boundary.replyWith('getSubmissionContent', { status: 200, body: { ...example, files } })
    const { text } = await ask(`${path}${query}`, asked)
    expect(text.includes('<details>')).toBe(folds)
  })

  it.each([
    [502, 'upstream_unavailable', 502],
    [503, 'overloaded', 503],
    [500, 'internal', 503],
  ])('says that it cannot be had where the boundary says %i %s', async (status, code, shown) => {
    boundary.replyWith('getSubmissionContent', { status, body: { code, requestId: 'r-12345678' } })
    const reply = await ask(path, asked)
    expect([reply.status, reply.headers['content-type']]).toEqual([shown, 'text/html; charset=utf-8'])
    expect(reply.text).toMatch(/^<div class="work">.*role="alert"/)
  })

  it.each<[what: string, status: number, code: string, asking: Parameters<typeof ask>[1]]>([
    ['nobody who signed in', 401, 'session_expired', {}],
    ['another person than the cookie', 409, 'other_person', { signedIn: true, headers: { 'X-Person': '102' } }],
    ['the person of the cookie', 200, '', asked],
  ])('where the script says that it is for %s, is %i %s', async (_what, status, code, asking) => {
    const reply = await ask(path, asking)
    expect([reply.status, status === 200 ? '' : JSON.parse(reply.text)]).toEqual([status, code && { code }])
    expect(boundary.calls.length).toBe(status === 200 ? 2 : 0)
  })

  it.each([
    [401, 'invalid_session'],
    [403, 'forbidden'],
    [404, 'not_found'],
  ])('is %i %s where the boundary says so', async (status, code) => {
    boundary.replyWith('getAssessment', { status, body: { code, requestId: 'r-12345678' } })
    const reply = await ask(path, asked)
    expect([reply.status, JSON.parse(reply.text)]).toEqual([status, { code }])
  })

  it('leaves time to others while 2,000 long lines are coloured', async () => {
    const line = 'x = {"a": [1, 2.5, f(None)], "b": "text"} # '.repeat(40)
    const { files, ...rest } = example
    const content = { ...rest, files: files.slice(0, 1).map((file) => ({ ...file, text: `${line}\n`.repeat(2_000) })) }
    boundary.replyWith('getSubmissionContent', { status: 200, body: content })
    let isPending = true
    const work = ask(path, asked).finally(() => (isPending = false))
    let answered = 0
    while (isPending) {
      await ask('/sign-in')
      answered += 1
    }
    expect((await work).status).toBe(200)
    expect(answered).toBeGreaterThan(5)
  })
})
