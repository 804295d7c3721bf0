import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
const path = '/courses/11/exercises/1103/release'
beforeEach(() => {
  boundary.forget()
  having(['teacher'])
})

describe('the release of an exercise', () => {
  it('says what will happen', async () => {
    boundary.replyWith('listSubmissions', page([named('Ada')]))
    boundary.replyWith('releaseGrades', { status: 200, body: { released: 5, unchanged: 0, blocked: [blockedBy('a')] } })
    const { text } = await ask(path, { signedIn: true })
    for (const part of ['<b>5</b> will be released', '<b>1</b> cannot be sent to A+', 'This cannot be taken back.'])
      expect(text).toContain(part)
  })

  it('happens with the button to what the page listed, and leads back to what A+ took', async () => {
    boundary.replyWith('releaseGrades', { status: 200, body: { released: 5, unchanged: 0, blocked: [] } })
    const { status, headers } = await ask(path, { form: { person: '101', assessmentId: 'a' }, signedIn: true })
    expect([status, headers.location]).toEqual([303, `${path}?released=5`])
    expect(boundary.calls.at(-1)).toMatchObject({
      operation: 'releaseGrades',
      target: expect.not.stringContaining('dryRun'),
    })
  })

  it.each([
    ['?released=5', '5 results were released.'],
    ['?released=0', 'Nothing was released: what was listed has changed meanwhile. Look again.'],
    ['?released=all', null],
    ['', null],
  ])('says afterwards how many were released: %j', async (query, said) => {
    const { text } = await ask(`${path}${query}`, { signedIn: true })
    expect(/<output[^>]*>([^<]*)</.exec(text)?.[1] ?? null).toBe(said)
  })

  it('says before its list that it does not wait for A+, and has the button there', async () => {
    boundary.replyWith('listSubmissions', { status: 200, body: { items: [named('Ada')], nextCursor: 'second' } })
    boundary.replyWith('listQueues', page([{ ...queue, completed: 31 }]))
    boundary.replyWith('releaseGrades', { status: 200, body: { released: 31, unchanged: 0, blocked: [] } })
    const { text } = await ask(path, { signedIn: true })
    const parts = [
      'does not wait for the rule by which A+ reveals results',
      'class="main"',
      '>Ada</th>',
      '30 more are not listed here',
      'state=completed',
    ]
    const places = parts.map((part) => text.indexOf(part))
    expect([places.includes(-1), places]).toEqual([false, places.toSorted((a, b) => a - b)])
  })

  it.each([
    [3, ['dryRun=true', '']],
    [4, ['dryRun=true']],
  ])(
    'of more than a page lists happens only while there are as many: %i were said, 3 are there',
    async (planned, asked) => {
      boundary.replyWith('releaseGrades', { status: 200, body: { released: 3, unchanged: 0, blocked: [] } })
      await ask(path, { form: { person: '101', planned: String(planned) }, signedIn: true })
      const released = boundary.calls.filter(({ operation }) => operation === 'releaseGrades')
      expect(released.map(({ target }) => target.split('?')[1] ?? '')).toEqual(asked)
    },
  )

  it('promises no grade to A+ that cannot be sent, and says what A+ shows until then', async () => {
    boundary.replyWith('listSubmissions', page([named('Ada', { gone: true }), named('Bo', { id: 'b' }), named('Cleo')]))
    boundary.replyWith('releaseGrades', { status: 200, body: { released: 3, unchanged: 0, blocked: [blockedBy('b')] } })
    const { text } = await ask(path, { signedIn: true })
    expect(rowsOf(text)).toEqual([
      ['Ada', 'A+ no longer has this submission: no grade is sent.'],
      ['Bo', 'No grade is sent unless A+ sends the submission here again.'],
      ['Cleo', 'A+ still shows the earlier grade, 7.'],
    ])
  })

  it('counts as on their way only what is', async () => {
    boundary.replyWith('listQueues', page([{ ...queue, pending: 4, ambiguous: 2, refused: 1 }]))
    const { text } = await ask(path, { signedIn: true })
    for (const part of ['<b>4</b> on their way', '<b>2</b> perhaps arrived', '<b>1</b> refused'])
      expect(text).toContain(part)
  })

  it('names those whose grade has not arrived for sure, why, and that the teacher decides', async () => {
    boundary.replyWith('listQueues', page([{ ...queue, ambiguous: 2, refused: 2 }]))
    boundary.replyWith('releaseGrades', { status: 200, body: { released: 0, unchanged: 0, blocked: [blockedBy('e')] } })
    boundary.replyWith('listDeliveries', ({ target }) => {
      const isRefused = target.includes('state=refused')
      return page(
        isRefused
          ? [sentTo('Bo', 'graded_elsewhere'), sentTo('Cleo', 'rejected'), { ...sentTo('Other'), exerciseId: 1104 }]
          : [sentTo('Ada')],
      )
    })
    boundary.replyWith('listSubmissions', ({ target }) =>
      page(target.includes('state=released') ? [named('Eve', { id: 'e', gone: true }), named('Fay')] : []),
    )
    const { text } = await ask(path, { signedIn: true })
    expect(rowsOf(text)).toEqual([
      ['Ada', expect.stringMatching(/^Perhaps it arrived: .* proves nothing\.$/)],
      ['Bo', 'A person gave 12 in A+ meanwhile. Nothing was sent.'],
      ['Cleo', 'A+ refused it.'],
      ['Eve', 'A+ no longer has this submission: no grade is sent.'],
    ])
    for (const part of ['One more is not listed here.', 'You decide about these']) expect(text).toContain(part)
    expect(
      boundary.calls.flatMap(({ operation, target }) => (operation === 'listDeliveries' ? [target.split('?')[1]] : [])),
    ).toEqual(['state=ambiguous&limit=200', 'state=refused&limit=200'])
  })

  it('finds them past the first page of a list that has other exercises, too', async () => {
    boundary.replyWith('listQueues', page([{ ...queue, refused: 1 }]))
    boundary.replyWith('listSubmissions', page([]))
    boundary.replyWith('listDeliveries', ({ target }) =>
      target.includes('cursor=second')
        ? page([sentTo('Bo', 'rejected')])
        : { status: 200, body: { items: [{ ...sentTo('Other'), exerciseId: 1104 }], nextCursor: 'second' } },
    )
    const { text } = await ask(path, { signedIn: true })
    expect(rowsOf(text)).toEqual([['Bo', 'A+ refused it.']])
  })

  it('stands below its course and its exercise', async () => {
    const { text } = await ask(path, { signedIn: true })
    expect(text).toMatch(
      /<a href="\/courses\/11">[^<]+<\/a><a href="\/courses\/11\/exercises\/1103">[^<]+<\/a><span aria-current="page">Release</,
    )
  })

  it.each([
    ['the session has ended', '101', 'getSession', 401, 'session_ended'],
    ['the service is away', '101', 'releaseGrades', 503, 'overloaded'],
    ['another person has signed in', '102', 'releaseGrades', 409, 'none'],
  ] as const)('carries what it listed where %s', async (_why, person, call, status, code) => {
    boundary.replyWith(call, { status, body: { code, requestId: 'r-12345678' } })
    const reply = await ask(path, { form: { person, assessmentId: 'a' }, signedIn: true })
    expect(reply.status).toBe(status)
    expect(reply.text).toContain('<input type="hidden" name="assessmentId" value="a"/>')
    expect(boundary.calls.filter(({ operation }) => operation === 'releaseGrades')).toHaveLength(status === 503 ? 1 : 0)
  })

  it('offers no button where nothing is left', async () => {
    boundary.replyWith('releaseGrades', { status: 200, body: { released: 0, unchanged: 5, blocked: [] } })
    expect((await ask(path, { signedIn: true })).text).not.toContain('class="main"')
  })

  it.each<CourseBrief['roles'][number]>(['assistant', 'grader', 'student'])('is no page of a %s', async (role) => {
    having([role])
    expect((await ask(path, { signedIn: true })).status).toBe(404)
    expect((await ask(path, { form: { person: '101' }, signedIn: true })).status).toBe(404)
  })
})

describe('the queue of an exercise', () => {
  it.each([
    ['', 'state=waiting'],
    ['?state=nothing', 'state=waiting'],
    ['?state=released&cursor=abc', 'cursor=abc'],
  ])('shows one list, by its address %j, with at most three calls', async (query, asked) => {
    expect((await ask(`/courses/11/exercises/1103${query}`, { signedIn: true })).status).toBe(200)
    expect(boundary.calls.find(({ operation }) => operation === 'listSubmissions')?.target).toContain(asked)
    expect(boundary.calls.length).toBe(3)
  })

  it.each<[CourseBrief['roles'][number], string]>([
    ['teacher', 'See whose, and what you can decide'],
    ['assistant', 'A teacher of the course can see whose, and decide.'],
  ])('says to a %s how many grades have not arrived for sure, and who decides', async (role, who) => {
    having([role])
    boundary.replyWith('listQueues', page([{ ...queue, ambiguous: 2, refused: 1, undeliverable: 1 }]))
    const { text } = await ask('/courses/11/exercises/1103', { signedIn: true })
    for (const part of ['2 grades may have arrived in A+. One grade was refused. One grade cannot be sent to A+.', who])
      expect(text).toContain(part)
    expect(text.includes('teacher of the course')).toBe(role !== 'teacher')
  })

  it('marks what A+ no longer has among what was released', async () => {
    boundary.replyWith('listSubmissions', page([named('Ada', { gone: true }), named('Bo')]))
    const { text } = await ask('/courses/11/exercises/1103?state=released', { signedIn: true })
    expect(rowsOf(text).map(([who]) => who)).toEqual(['Ada A+ no longer has it ', 'Bo '])
  })

  it('says what A+ counts beside the points of what was released', async () => {
    const counted = { at: null, counts: null, because: 'not_arrived', latePenalty: null, onItsWay: true } as const
    boundary.replyWith('listSubmissions', page([{ ...named('Ada'), points: 7, maxPoints: 20, counted }]))
    const { text } = await ask('/courses/11/exercises/1103?state=released', { signedIn: true })
    expect(text).toContain('>7\u00a0/\u00a020<div><span class="small">not yet in A+</span></div><')
  })

  it.each<[CourseBrief['roles'][number], string[]]>([
    ['teacher', ['9', '2', '3', '4', '']],
    ['grader', ['9', '', '', '', '']],
  ])('counts to a %s what the lists have for them', async (role, counts) => {
    having([role])
    const numbers = { waiting: 28, mine: 9, inProgress: 2, completed: 3, released: 4 }
    boundary.replyWith('listQueues', page([{ ...queue, ...numbers }]))
    const { text } = await ask('/courses/11/exercises/1103', { signedIn: true })
    const [, tabs = ''] = /<ul class="states">(.*?)<\/ul>/.exec(text) ?? []
    expect([...tabs.matchAll(/<span class="number">(\d*)</g)].map(([, count]) => count)).toEqual(counts)
  })

  it('leads on in the same list', async () => {
    const { example } = frontendInternal.operations.listSubmissions.replies[200]
    boundary.replyWith('listSubmissions', { status: 200, body: { ...example, nextCursor: 'a+b' } })
    const { text } = await ask('/courses/11/exercises/1103?state=completed', { signedIn: true })
    expect(text).toContain('href="/courses/11/exercises/1103?state=completed&amp;cursor=a%2Bb"')
  })

  it('is not there for an exercise that the course does not grade', async () => {
    boundary.replyWith('listQueues', { status: 200, body: { items: [], nextCursor: null } })
    expect((await ask('/courses/11/exercises/9', { signedIn: true })).status).toBe(404)
  })
})

const [queue] = frontendInternal.operations.listQueues.replies[200].example.items
const [submission] = frontendInternal.operations.listSubmissions.replies[200].example.items
const [delivery] = frontendInternal.operations.listDeliveries.replies[200].example.items
const page = (items: readonly object[]) => ({ status: 200, body: { items, nextCursor: null } })
const blockedBy = (assessmentId: string) => ({ assessmentId, reason: 'undeliverable' })
const submitters = (fullName: string) => [{ userId: 201, fullName, alias: false }]

const named = (fullName: string, { id = 'a', gone = false } = {}) => ({
  ...submission,
  submitters: submitters(fullName),
  gone,
  upstream: gone ? null : { status: 'ready', grade: 7 },
  assessment: {
    id,
    grader: { userId: 101, fullName: 'Assi', alias: false },
    holder: null,
    leaseExpiresAt: null,
    updatedAt: '2026-11-01T10:00:00.000Z',
  },
})

/** An ambiguous delivery, or one that was refused for this reason. */
const sentTo = (fullName: string, refusedAs?: string) => ({
  ...delivery,
  submitters: submitters(fullName),
  exerciseId: 1103,
  seenUpstream: { at: '2026-11-02T09:02:00.000Z', grade: 12, gradingTime: null },
  ...(refusedAs !== undefined && {
    state: 'refused',
    sends: [{ number: 1, startedAt: null, outcome: 'refused', kind: refusedAs, status: null }],
  }),
})

/** Who stands in each row of the tables of a page, and what its last column but of numbers says. */
const rowsOf = (html: string): string[][] =>
  [...html.matchAll(/<tr><th scope="row">(.*?)<\/tr>/g)].map(([, row = '']) => {
    const cells = row.split(/<\/?t[hd][^>]*>/).map((cell) => cell.replace(/<[^>]*>/g, ''))
    return [cells[0] ?? '', cells.findLast((cell) => cell.length > 12) ?? '']
  })

function having(roles: CourseBrief['roles']): void {
  const session = frontendInternal.operations.getSession.replies[200].example
  const course = { ...session.courses[0], courseId: 11, configured: true, roles }
  const preferences = { ...session.preferences, locale: 'en' }
  boundary.replyWith('getSession', { status: 200, body: { ...session, preferences, courses: [course] } })
}
