import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
const { operations } = frontendInternal
const session = operations.getSession.replies[200].example
const assessment = operations.getAssessment.replies[200].example
const detail = operations.getSubmission.replies[200].example
const content = operations.getSubmissionContent.replies[200].example
const [, image] = content.files
const path = `/grade/${assessment.id}`
const olderId = `${assessment.id.slice(0, -1)}0`
const other = { userId: 999, fullName: 'Student 4', alias: true }

beforeEach(() => {
  boundary.forget()
  const preferences = { ...session.preferences, locale: 'en' }
  boundary.replyWith('getSession', { status: 200, body: { ...session, preferences, preferencesRevision: 1 } })
  attemptsAre([
    { submissionId: assessment.submissionId, attempt: 3 },
    { submissionId: 3001, attempt: 2 },
  ])
})

describe('the differences to the attempt before', () => {
  it('has the lines that were taken out and put in, and counts those that are the same', async () => {
    const lines = Array.from({ length: 10 }, (_, at) => `line ${at + 1}`)
    const { main } = await differencesOf({ text: lines.join('\r\n') }, { text: lines.with(9, '<b>new</b>').join('\n') })
    expect(main).toContain('<h1>Differences to attempt 2</h1>')
    expect(main).toContain('Lines 1 to 6 are the same.')
    expect(rowsOf(main)).toEqual(['7 line 7', '8 line 8', '9 line 9', '10 <del>line 10', '10 <ins>&lt;b>new&lt;/b>'])
  })

  it('says which files only one of the two has, and names what is the same in both', async () => {
    const { main } = await differencesOf({ path: 'old.py', text: 'a\n' }, { path: 'new.py', text: 'b\n' })
    expect(main).toMatch(
      /new\.py.*It was not in the attempt before\..*<ins>b<.*old\.py.*Handed in with the attempt before.*<del>a</s,
    )
    expect(main).toMatch(/2 files and answers are the same in both:.*Your essay.*image\.png/s)
  })

  it.each<[what: string, before: object, after: object, says: string]>([
    ['of a file that is no text', { sha256: 'a'.repeat(64) }, { sha256: 'b'.repeat(64) }, 'and no texts.'],
    ['of a file that was not read', { sha256: null }, {}, 'is not known.'],
    ['past 20,000 lines', { text: 'a\n'.repeat(20_001) }, { text: 'b\n' }, 'all lines of this attempt, unmarked.'],
    ['of line ends alone', { text: 'a\r\n' }, { text: 'a\n' }, '3 files and answers are the same'],
  ])('says so where there is nothing to mark: %s', async (_what, before, after, says) => {
    const { main } = await differencesOf(before, after)
    expect(main).toContain(says)
    expect(main).not.toMatch(/<ins>|<del>/)
  })

  it('reads one content after the other, the older first', async () => {
    await differencesOf({}, {})
    const read = boundary.calls.map(({ target }) => target).filter((target) => target.endsWith('/content'))
    expect(read.map((target) => target.split('/').at(-2))).toEqual(['3001', String(assessment.submissionId)])
  })

  it('has the feedback that was given then, folded, and none where the person may not read it', async () => {
    attemptsAre([
      { submissionId: assessment.submissionId },
      { submissionId: 3001, assessment: { id: olderId, grader: other } },
    ])
    const { main } = await differencesOf({}, {})
    expect(main).toMatch(
      /<details class="card padded"><summary>Feedback that was given.*See \*the second part\*.*essay\.txt.*Why\?/s,
    )
    boundary.replyWith('getFeedback', { status: 403, body: { code: 'forbidden', requestId: 'r-12345678' } })
    const { status, main: without } = await differencesOf({}, {})
    expect([status, without.includes('<details')]).toEqual([200, false])
  })

  it('says that a content cannot be loaded, and waits for it when asked', async () => {
    boundary.replyWith('getSubmissionContent', {
      status: 503,
      body: { code: 'upstream_unavailable', requestId: 'r-12345678' },
    })
    const { status, text: page } = await ask(`${path}/differences`, { signedIn: true })
    expect(status).toBe(200)
    expect(page).toMatch(/One of the two attempts cannot be loaded.*href="\?files"/s)
  })

  it('names nobody whose name the boundary masks', async () => {
    boundary.replyWith('getAssessment', { status: 200, body: { ...assessment, submitters: [other] } })
    const { text: page } = await ask(`${path}/differences`, { signedIn: true })
    expect(page).toContain('Differences to attempt 2 · Student 4')
    expect(page).not.toContain('Eero')
  })

  it.each([403, 404])('is not there for whoever may not read the assessment: %i', async (status) => {
    const code = status === 403 ? 'forbidden' : 'not_found'
    boundary.replyWith('getAssessment', { status, body: { code, requestId: 'r-12345678' } })
    expect((await ask(`${path}/differences`, { signedIn: true })).status).toBe(404)
  })
})

it.each([
  ['an older attempt', [assessment.submissionId, 3001], true],
  ['only newer ones', [9999, assessment.submissionId], false],
])('all attempts lead to the differences where there is %s', async (_what, ids, leads) => {
  attemptsAre(ids.map((submissionId) => ({ submissionId, attempt: null })))
  const { text: page } = await ask(`${path}/attempts`, { signedIn: true })
  expect(page.includes(`<a href="${path}/differences">Differences to the attempt before</a>`)).toBe(leads)
  const { text: asked } = await ask(`${path}/differences`, { signedIn: true })
  expect(asked.includes('There is no attempt before this one.')).toBe(!leads)
})

function attemptsAre(attempts: object[]): void {
  const body = { ...detail, attempts: attempts.map((attempt) => ({ ...detail.attempts[0], ...attempt })) }
  boundary.replyWith('getSubmission', { status: 200, body })
}

/** The page where the first file of each attempt is given; a text and an image that is the same stand beside it. */
async function differencesOf(before: object, after: object) {
  const file = { ...image, path: 'solution.py' }
  boundary.replyWith('getSubmissionContent', ({ target }) => {
    const files = [{ ...file, ...(target.includes('/3001/') ? before : after) }, image]
    return { status: 200, body: { ...content, files } }
  })
  const { status, text: page } = await ask(`${path}/differences`, { signedIn: true })
  return { status, main: /<main>(.*)<\/main>/s.exec(page)?.[1] ?? '' }
}

const rowsOf = (main: string): string[] =>
  [...main.matchAll(/<span class="line">(\d+)<\/span><span>(.*?)(?:<\/ins>|<\/del>)?<\/span>/gs)].map(
    ([, line, row]) => `${line} ${row}`,
  )
