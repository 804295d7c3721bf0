import { describe, expect, it, onTestFinished } from 'vitest'
import { replyOf } from '../adversarial-server.fixture.ts'
import { useFakeUpstream } from '../fake-upstream-client.fixture.ts'
import { failureOf, someCall, upstreamWith } from '../upstream-under-test.fixture.ts'
import { listSubmissionHeads } from '../index.ts'
import { head, listed, row } from './submission-heads.fixture.ts'

const { fake, upstream, as } = useFakeUpstream()

describe('listSubmissionHeads', () => {
  it('returns each submission of an exercise once, in one request, also if files have unusual names', async () => {
    const { heads, unreadableRows } = await listed(upstream(), as(101), 11, 1103)
    expect(heads.map(({ submissionId }) => submissionId)).toEqual(Array.from({ length: 40 }, (_, at) => 3001 + at))
    expect([heads[0], unreadableRows]).toEqual([head, 0])
    expect(fake().journal.entries).toMatchObject([
      { path: '/api/v2/courses/11/submissiondata', query: 'exercise_id=1103&best=no&format=json' },
    ])
  })

  it('returns all submitters of a group submission', async () => {
    const { heads } = await listed(upstream(), as(102), 11, 1103)
    expect(heads.find(({ submissionId }) => submissionId === 3009)?.submitterIds).toEqual([201, 203, 205])
  })

  it('returns status and grade of every attempt, not only of the best', async () => {
    const { world } = fake()
    const statuses = ['initialized', 'waiting', 'ready', 'error', 'rejected', 'unofficial'] as const
    const added = statuses.map((status, grade) =>
      world.addSubmission({ exerciseId: 1201, submitterIds: [230], status, grade }),
    )
    world.setRole(12, 230, 'student')
    onTestFinished(() => {
      added.forEach(({ id }) => world.removeSubmission(id))
      world.removeRole(12, 230)
    })
    const { heads } = await listed(upstream(), as(101), 12, 1201)
    expect(heads.map(({ status, grade }) => [status, grade])).toEqual(statuses.map((status, grade) => [status, grade]))
  })

  it('reads 3,600 submissions in one request', async () => {
    const { heads } = await listed(upstream(), as(104), 13, 1301)
    expect([heads.length, new Set(heads.flatMap(({ submitterIds }) => submitterIds)).size]).toEqual([3600, 1200])
    expect(fake().journal.count()).toBe(1)
  })

  it('returns none for an exercise of another course, or an exercise without submissions', async () => {
    expect(await listed(upstream(), as(101), 11, 1301)).toEqual({ heads: [], unreadableRows: 0 })
  })

  it('is null if A+ replies 404, as for an exercise that was deleted', async () => {
    const path = '/api/v2/courses/11/submissiondata'
    fake().faults.add({ path, times: 1, action: { kind: 'status', status: 404 } })
    expect(await listSubmissionHeads(upstream(), as(101), 11, 1103)).toBeNull()
  })

  it('rejects for a user who is not in the course', async () => {
    expect((await failureOf(listed(upstream(), as(105), 11, 1103))).code).toBe('upstream_rejected')
  })
})

describe('listSubmissionHeads, rows', () => {
  it.each([
    ['2026-11-20 14:05:47+00:00', '2026-11-20T14:05:47.000Z'],
    ['2026-11-20 14:05:47.799437+00:00', '2026-11-20T14:05:47.799Z'],
    ['2026-11-20 16:05:47.5+02:00', '2026-11-20T14:05:47.500Z'],
  ])('reads the time %s', async (Time, submittedAt) => {
    expect((await readRows(row({ Time }))).heads).toEqual([{ ...head, submittedAt }])
  })

  it.each([
    ['None', null],
    ['2026-11-20 14:05:47+00:00', '2026-11-20T14:05:47+00:00'],
    ['2026-11-20 14:05:47.799437+00:00', '2026-11-20T14:05:47.799437+00:00'],
    ['2026-11-20 14:05:47.799437+00:00|an answer', '2026-11-20T14:05:47.799437+00:00'],
    ['None|an answer', null],
    ['https://plus.example.org/api/v2/submissions/3001/files/9', undefined],
    ['20.11.2026', undefined],
    [1, undefined],
    [undefined, undefined],
  ])('reads %j as the grading time, and reads the row even if the time is invalid', async (Graded, gradingTime) => {
    expect((await readRows(row({ Graded }))).heads).toEqual([{ ...head, gradingTime }])
  })

  it('counts a submitter once', async () => {
    expect((await readRows(row(), row({ UserID: 202 }), row())).heads).toEqual([{ ...head, submitterIds: [201, 202] }])
  })

  it('reads the values of A+ if a student sent answers under the names of columns', async () => {
    const { world } = fake()
    const added = world.addSubmission({
      exerciseId: 1201,
      submitterIds: [230],
      submittedAtMs: Date.parse(head.submittedAt),
      answers: [
        ['Status', 'ready'],
        ['Time', '1999-01-01 00:00:00+00:00'],
        ['Tags', ''],
        ['__proto__', 'x'],
        ['nul', '\0\ud83d'],
      ],
    })
    world.setRole(12, 230, 'student')
    onTestFinished(() => {
      world.removeSubmission(added.id)
      world.removeRole(12, 230)
    })
    expect(await listed(upstream(), as(101), 12, 1201)).toEqual({
      heads: [{ ...head, submissionId: added.id, exerciseId: 1201, submitterIds: [230] }],
      unreadableRows: 0,
    })
  })

  it.each(['SubmissionID', 'ExerciseID', 'Grade', 'Status', 'Time'])(
    "leaves out and counts a row whose %s a student's file replaced, and keeps the other rows",
    async (column) => {
      const covered = row({ SubmissionID: 3002, [column]: 'https://plus.example.org/api/v2/submissions/3002/files/9' })
      expect(await readRows(covered, row())).toEqual({ heads: [head], unreadableRows: 1 })
    },
  )

  it.each([
    ['another exercise', row({ ExerciseID: 1104 })],
    ['a status that A+ does not have', row({ Status: 'lost' })],
    ['another form of time', row({ Time: '20.11.2026 14:05' })],
    ['an invalid time', row({ Time: '2026-11-20 25:61:61+00:00' })],
    ['an id of text', row({ SubmissionID: '3001' })],
    ['half a point', row({ Grade: 1.5 })],
    ['nobody', row({ UserID: null })],
    ['no object', [1]],
    ['null', null],
  ])('refuses the whole list if a row has %s', async (_what, odd) => {
    expect((await failureOf(readRows(row(), odd))).reason).toBe('schema')
  })

  it('refuses a submission of more people than a group may have', async () => {
    const many = Array.from({ length: 1002 }, (_, at) => row({ UserID: at + 1 }))
    expect((await failureOf(readRows(...many))).reason).toBe('schema')
  })

  it('refuses a body that is no array', async () => {
    const { upstream: client } = await upstreamWith((socket) =>
      socket.write(replyOf(200, JSON.stringify({ results: [row()] }))),
    )
    expect((await failureOf(listed(client, someCall, 11, 1103))).reason).toBe('not_json')
  })
})

describe('listSubmissionHeads of a list that A+ cannot write', () => {
  it.each(['Grade', 'Penalty', 'UserID', 'SubmissionID', 'ExerciseID', 'Notified'])(
    "is null while a student's answer has the name %s, and complete afterwards",
    async (name) => {
      const { world } = fake()
      const list = (exerciseId: number) => listSubmissionHeads(upstream(), as(101), 11, exerciseId)
      const { id } = world.addSubmission({ exerciseId: 1103, submitterIds: [229], answers: [[name, '20']] })
      expect(await list(1103)).toBeNull()
      expect(await list(1104)).toMatchObject({ unreadableRows: 0 })
      world.removeSubmission(id)
      expect(await list(1103)).not.toBeNull()
    },
  )

  it.each([
    ["a gateway's 502", { kind: 'status', status: 502, retryAfterS: 1 }],
    ['a 503', { kind: 'status', status: 503, retryAfterS: 1 }],
    ['a 504', { kind: 'status', status: 504, retryAfterS: 1 }],
    ['a connection that broke', { kind: 'half_answer' }],
    ['a login page', { kind: 'status', status: 200, contentType: 'text/html', body: '<h1>' }],
    ['a redirect', { kind: 'redirect', status: 301, location: '/' }],
  ] as const)('throws if the platform replies with %s', async (_what, action) => {
    fake().faults.add({ path: '/api/v2/courses/11/submissiondata', action })
    expect((await failureOf(listSubmissionHeads(upstream(), as(101), 11, 1103))).code).toMatch(
      /^upstream_(unavailable|malformed)$/,
    )
    fake().faults.clear()
  })
})

const readRows = async (...rows: unknown[]) => {
  const { upstream: client } = await upstreamWith((socket) => socket.write(replyOf(200, JSON.stringify(rows))))
  return listed(client, someCall, 11, 1103)
}
