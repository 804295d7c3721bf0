import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
const { operations } = frontendInternal
const session = operations.getSession.replies[200].example
const [row] = operations.listSubmissions.replies[200].example.items

beforeEach(() => {
  boundary.forget()
  asRole('teacher')
})

describe('the submissions of a course', () => {
  it('are not there for students', async () => {
    asRole('student')
    expect((await pageOf()).status).toBe(404)
  })

  it('are for graders too, who choose their own work and nobody else’s', async () => {
    asRole('grader')
    const { status, text } = await pageOf()
    expect(status).toBe(200)
    expect(choicesOf(text, 'grader')).toEqual(['', 'me'])
    expect(boundary.calls.map(({ operation }) => operation)).not.toContain('getGradingProgress')
  })

  it('are narrowed to what the address says, and what is no filter narrows nothing', async () => {
    const { text } = await pageOf('?exercise=x&state=submitted&grader=everybody&q=%00&tag=%00')
    expect(askedFor()).toEqual('limit=50')
    expect(text).not.toContain('>All submissions<')
  })

  it('stay narrowed to a value that the course lacks, and keep all filters on the next page', async () => {
    boundary.replyWith('listSubmissions', { status: 200, body: { items: [row], nextCursor: 'next' } })
    const query = 'q=e&exercise=77&state=gone&grader=9&tag=gone'
    const { text } = await pageOf(`?${query}`)
    expect(choicesOf(text, 'exercise').at(-1)).toBe('77')
    expect(choicesOf(text, 'tag').at(-1)).toBe('gone')
    expect(text).toContain(`href="/courses/11/submissions?${query.replaceAll('&', '&amp;')}&amp;cursor=next"`)
  })

  it.each([
    [{ state: 'waiting', postponed: { note: 'No sound.', at: row.submittedAt } }, /Waiting .*postponed: No sound\./],
    [{ state: 'superseded', superseded: true }, /<td><span class="tag warn long">Superseded</],
    [{ state: 'gone', gone: true }, /<td><span class="tag warn long">Gone from A\+</],
    [{ upstream: { status: 'ready', grade: 7.5 } }, /<td class="number">7\.5<\/td>/],
    [{ upstream: { status: 'rejected', grade: 0 } }, /<td class="number">does not count<\/td>/],
    [{ submitters: [] }, /<a href="\/submissions\/3001">Submission</],
  ])('have a row that says what is so of each: %j', async (change, said) => {
    boundary.replyWith('listSubmissions', { status: 200, body: { items: [{ ...row, ...change }], nextCursor: null } })
    expect((await pageOf()).text).toMatch(said)
  })
})

const pageOf = (query = '') => ask(`/courses/11/submissions${query}`, { signedIn: true })

const askedFor = () =>
  boundary.calls.find(({ operation }) => operation === 'listSubmissions')?.target.replace(/^[^?]*\?/, '')

function choicesOf(text: string, name: string): (string | undefined)[] {
  const [select = ''] = new RegExp(`<select name="${name}".*?</select>`, 's').exec(text) ?? []
  return [...select.matchAll(/<option value(?:="([^"]*)")?/g)].map(([, value]) => value ?? '')
}

function asRole(role: 'teacher' | 'grader' | 'student'): void {
  const courses = [{ ...session.courses[0], courseId: 11, configured: true, roles: [role] }]
  const preferences = { ...session.preferences, locale: 'en' }
  boundary.replyWith('getSession', { status: 200, body: { ...session, courses, preferences, preferencesRevision: 1 } })
}
