import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
const { operations } = frontendInternal
const session = operations.getSession.replies[200].example
const assessment = operations.getAssessment.replies[200].example
const path = `/grade/${assessment.id}`
const now = '2026-09-01T10:00:00.000Z'
const other = { userId: 999, fullName: 'Another', alias: false }
const held = { ...assessment, state: 'in_progress', holder: { ...other, userId: session.user.userId } }

beforeEach(() => {
  boundary.forget()
  asRole('teacher')
})

describe('the page of a work', () => {
  it('says why the work was postponed, and leads to the attempt that took its place', async () => {
    const postponed = { note: 'The video does not play.', at: now }
    const { text } = await pageOf({ ...held, postponed, superseded: true, supersededBy: 9102 })
    expect(text).toMatch(/Postponed <time[^>]*>[^<]*<\/time>: The video does not play\./)
    expect(text).toContain('<a href="/submissions/9102">Open the newer attempt</a>')
  })

  it('shows the tags of the course, and none that A+ gives to everybody', async () => {
    const { text } = await pageOf({ ...held, tagSlugs: ['user-internal', 'group-a', 'user-external'] })
    const [, tags = ''] = /<header>(.*?)<\/header>/s.exec(text) ?? []
    expect([...tags.matchAll(/<span class="tag"[^>]*>([^<]*)</g)].map(([, slug]) => slug)).toEqual(['group-a'])
  })

  it.each<['teacher' | 'grader', boolean]>([
    ['teacher', true],
    ['grader', false],
  ])('leads a %s to the delivery of its grade: %s', async (role, leads) => {
    asRole(role)
    const { text } = await pageOf({ ...held, delivery: { id: path.slice(7), state: 'refused' } })
    expect(text.includes(`<a href="/deliveries/${path.slice(7)}">Delivery to A+</a>`)).toBe(leads)
  })

  it('heads an annotation of an answer by the title of its field', async () => {
    const { example } = operations.getFeedback.replies[200]
    const [annotation] = Object.values(example.annotations)
    const annotations = { a1: { ...annotation, anchor: { answerKey: 'answer' }, startLine: 3, endLine: 3 } }
    boundary.replyWith('getFeedback', { status: 200, body: { ...example, annotations } })
    const { text } = await pageOf(held)
    expect(text).toContain('Annotation of Your essay, line 3')
  })

  it('says who graded it and when, with its history in words, to whoever may read it', async () => {
    const { example } = operations.listAssessmentHistory.replies[200]
    const event = { ...example.items[0], event: 'reopened', by: other, reason: 'Too strict.', pointsBefore: 4 }
    boundary.replyWith('listAssessmentHistory', { status: 200, body: { items: [event], nextCursor: 'next' } })
    const { text } = await pageOf({ ...held, state: 'completed', holder: null, grader: other, completedAt: now })
    expect(text).toMatch(/Graded by Another, <time/)
    expect(text).toContain('<span>Another reopened it, points 4 → 17</span><q>Too strict.</q>')
    expect(text).toContain(`href="${path}/history?cursor=next"`)
  })

  it.each<[role: 'teacher' | 'grader', alias: boolean, steps: string[]]>([
    ['teacher', true, ['restart', 'reveal']],
    ['teacher', false, ['restart']],
    ['grader', true, []],
  ])('lets a %s begin again and ask who it is, with a reason: anonymous %s', async (role, alias, steps) => {
    asRole(role)
    const { text } = await pageOf({ ...held, submitters: [{ userId: alias ? null : 1, fullName: 'S 1', alias }] })
    expect([...text.matchAll(/<form id="(\w+)" method="post"/g)].map(([, id]) => id)).toEqual(steps)
    expect([...text.matchAll(/name="reason" form="(\w+)"/g)].map(([, id]) => id)).toEqual(steps)
  })

  it('shows once who handed in anonymous work', async () => {
    const { status, text } = await ask(`${path}/reveal`, { form: { reason: 'It names another.' }, signedIn: true })
    expect(status).toBe(200)
    expect(text).toContain('<output class="notice said" tabindex="-1" autofocus>Handed in by Eero Demonen 1.</output>')
  })

  it.each([
    ['teacher', 'published', '/withdraw'],
    ['teacher', 'withdrawn', '/publish'],
    ['teacher', 'draft', null],
    ['grader', 'published', null],
  ] as const)('offers a %s to take from the student, or give back, what is %s', async (role, state, step) => {
    asRole(role)
    boundary.replyWith('getFeedback', {
      status: 200,
      body: { ...operations.getFeedback.replies[200].example, state, revision: 8 },
    })
    const { text } = await pageOf(held)
    const offered = [...text.matchAll(/action="[^"]*(\/withdraw|\/publish)".*?name="revision" value="(\d+)"/gs)]
    expect(offered.map(([, action, revision]) => [action, revision])).toEqual(step === null ? [] : [[step, '8']])
    expect(text.includes('Withdrawn: the student does not see it.')).toBe(state === 'withdrawn')
  })

  it('says that what is withdrawn has changed meanwhile, and withdraws nothing else', async () => {
    boundary.replyWith('withdrawFeedback', {
      status: 412,
      body: { code: 'revision_conflict', requestId: 'r-12345678' },
    })
    const form = { feedback: assessment.feedbackId, revision: '4' }
    const { status, text } = await ask(`${path}/withdraw`, { form, signedIn: true })
    expect(status).toBe(409)
    expect(text).toContain('This was changed meanwhile. Look at it, and do it again.')
  })

  it('lists all attempts, each with its state', async () => {
    const { example } = operations.getSubmission.replies[200]
    const [row] = operations.listSubmissions.replies[200].example.items
    const attempts = [{ ...row, submissionId: 3002, attempt: 2, state: 'completed', points: 7.5 }, row]
    boundary.replyWith('getSubmission', { status: 200, body: { ...example, attempts } })
    const { text } = await ask(`${path}/attempts`, { signedIn: true })
    expect([...text.matchAll(/href="\/submissions\/(\d+)"/g)].map(([, id]) => id)).toEqual(['3002', '3001'])
    expect(text).toMatch(/<td>Completed <\/td>.*<td>Waiting <\/td>/s)
  })

  it.each(['restart', 'reveal'])('gives the reason back where %s is refused', async (step) => {
    const operation = step === 'restart' ? 'restartAssessment' : 'revealSubmitters'
    boundary.replyWith(operation, { status: 409, body: { code: 'delivery_pending', requestId: 'r-12345678' } })
    boundary.replyWith('getAssessment', {
      status: 200,
      body: { ...held, submitters: [{ userId: null, fullName: 'Student 4', alias: true }] },
    })
    const { status, text } = await ask(`${path}/${step}`, { form: { reason: 'Typed here.' }, signedIn: true })
    expect(status).toBe(409)
    expect(text).toMatch(new RegExp(`form="${step}"[^>]*value="Typed here."`))
  })
})

describe('a submission', () => {
  const [row] = operations.listSubmissions.replies[200].example.items

  it.each<[mayClaim: boolean, begun: string | null, status: number]>([
    [true, assessment.id, 303],
    [true, null, 200],
    [false, null, 200],
  ])('leads to what was begun of it, else is shown, to be taken up: %s, %s', async (mayClaim, begun, status) => {
    const { example } = operations.getSubmission.replies[200]
    const body = { ...example, ...row, mayClaim, assessment: begun && { id: begun } }
    boundary.replyWith('getSubmission', { status: 200, body })
    const reply = await ask('/submissions/3001', { signedIn: true })
    expect([reply.status, reply.headers.location]).toEqual([status, begun === null ? undefined : path])
    expect(reply.text.includes('/submissions/3001/take-up')).toBe(mayClaim && begun === null)
  })
})

describe('a submission of a person who grades, too', () => {
  const { example } = operations.getSubmission.replies[200]
  const [row] = operations.listSubmissions.replies[200].example.items
  const own = {
    ...row,
    submitters: [{ ...other, userId: session.user.userId }],
    assessment: { id: assessment.id, grader: other },
  }

  it.each([
    ['teacher', 303, true],
    ['grader', 200, false],
  ] as const)('leads a %s to its judgement, or is shown: %i', async (role, status, leads) => {
    asRole(role)
    boundary.replyWith('getSubmission', { status: 200, body: { ...example, ...own } })
    boundary.replyWith('listSubmissions', { status: 200, body: { items: [own], nextCursor: null } })
    expect((await ask('/submissions/3001', { signedIn: true })).status).toBe(status)
    const { text } = await ask('/courses/11/exercises/1103?state=released', { signedIn: true })
    expect(text.includes(`href="${path}"`)).toBe(leads)
  })
})

const pageOf = (body: object) => {
  boundary.replyWith('getAssessment', { status: 200, body })
  return ask(path, { signedIn: true })
}

function asRole(role: 'teacher' | 'grader'): void {
  const courses = [{ ...session.courses[0], roles: [role] }]
  const preferences = { ...session.preferences, locale: 'en' }
  boundary.replyWith('getSession', { status: 200, body: { ...session, courses, preferences, preferencesRevision: 1 } })
}
