import { describe, expect, it, onTestFinished } from 'vitest'
import { replyOf } from '../adversarial-server.fixture.ts'
import { useFakeUpstream } from '../fake-upstream-client.fixture.ts'
import { fetchSubmission } from '../index.ts'
import { failureOf, someCall, upstreamWith } from '../upstream-under-test.fixture.ts'
import { submissionReply } from './submission-reply.fixture.ts'

describe('fetchSubmission', () => {
  it('returns a submission with its answers and files, in one request', async () => {
    expect(await fetchSubmission(upstream(), as(101), 3001)).toEqual({
      submissionId: 3001,
      exerciseId: 1103,
      submittedAt: '2026-10-01T09:37:00.799Z',
      status: 'waiting',
      grade: 0,
      submitters: [{ userId: 201, fullName: 'Eero Demonen 1' }],
      answers: [
        ['answer', expect.stringContaining('My program reads a text file')],
        ['reviewed', 'yes'],
        ['reviewed', 'no'],
        ['lang', 'en'],
      ],
      files: [
        { fileId: expect.any(Number) as number, name: 'solution.py', field: 'file1' },
        { fileId: expect.any(Number) as number, name: 'notes.txt', field: 'file2' },
      ],
      latePenalty: null,
      feedbackHtml: '<p>Waiting for a person to assess this.</p>',
      upstreamUrl: `${fake().url}/programming/1/module-51/exercise-1103/submissions/3001/`,
    })
    expect(fake().journal.entries).toMatchObject([{ path: '/api/v2/submissions/3001' }])
  })

  it('returns all submitters of a group, and all of many files', async () => {
    const group = await fetchSubmission(upstream(), as(205), 3009)
    expect(group.submitters.map(({ userId }) => userId)).toEqual([201, 203, 205])
    expect((await fetchSubmission(upstream(), as(102), 3006)).files).toHaveLength(500)
  })

  it('returns answers and file names unchanged, with any characters', async () => {
    const added = fake().world.addSubmission({
      exerciseId: 1103,
      submitterIds: [201],
      answers: [['nul', 'a\0b\ud83d']],
    })
    onTestFinished(() => fake().world.removeSubmission(added.id))
    expect((await fetchSubmission(upstream(), as(201), added.id)).answers).toEqual([['nul', 'a\0b\ud83d']])
    const names = (await fetchSubmission(upstream(), as(101), 3008)).files.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['../../etc/passwd', 'nul\0byte.py', '__proto__', '\u202Egnp.exe']))
  })

  it.each([
    ['a submission of somebody else', 202, 3001, 403],
    ['a submission to a course that the caller is not in', 105, 3001, 403],
    ['a submission that assistants may not see', 102, 'hidden', 403],
    ['no submission', 101, 4711, 404],
  ])('rejects %s', async (_what, userId, submissionId, status) => {
    const hidden = fake().world.addSubmission({ exerciseId: 1106, submitterIds: [201] })
    onTestFinished(() => fake().world.removeSubmission(hidden.id))
    const asked = submissionId === 'hidden' ? hidden.id : Number(submissionId)
    expect(await failureOf(fetchSubmission(upstream(), as(userId), asked))).toMatchObject({
      code: 'upstream_rejected',
      status,
    })
  })

  it.each([
    [null, []],
    ['', []],
    [[], []],
    [[['number', 1.5]], [['number', '1.5']]],
    [
      [
        ['true', true],
        ['null', null],
        ['list', ['a', 1]],
        ['object', { a: 1 }],
      ],
      [
        ['true', 'true'],
        ['null', ''],
        ['list', '["a",1]'],
        ['object', '{"a":1}'],
      ],
    ],
    [[[1, 'by number']], [['1', 'by number']]],
  ])('reads the answers %j', async (submissionData, answers) => {
    expect((await read({ submission_data: submissionData })).answers).toEqual(answers)
  })

  it.each([
    ['https://plus.example.org/a/', 'https://plus.example.org/a/'],
    ['http://plus.example.org:8000/ä', 'http://plus.example.org:8000/%C3%A4'],
    ['javascript:alert(1)', null],
    ['JavaScript:alert(1)', null],
    ['data:text/html,<script>', null],
    ['//plus.example.org/a', null],
    ['/a', null],
    ['https://user:word@plus.example.org/', null],
    [`https://plus.example.org/${'a'.repeat(2048)}`, null],
    [null, null],
  ])('returns the page %s as %s', async (htmlUrl, upstreamUrl) => {
    expect((await read({ html_url: htmlUrl })).upstreamUrl).toBe(upstreamUrl)
  })

  it('returns null for feedback that is not revealed', async () => {
    expect(await read({ feedback: null, late_penalty_applied: null })).toMatchObject({
      feedbackHtml: null,
      latePenalty: null,
    })
  })

  it('reads a submission with 20 MiB of answers, and fails above 25 MiB', async () => {
    const answered = async (bytes: number) => read({ submission_data: [['answer', 'x'.repeat(bytes)]] })
    expect((await answered(20 * 1024 * 1024)).answers[0]?.[1]).toHaveLength(20 * 1024 * 1024)
    expect((await failureOf(answered(25 * 1024 * 1024))).reason).toBe('too_large')
  })

  it.each([
    ['another submission', { id: 3002 }],
    ['no exercise', { exercise: null }],
    ['a status that A+ does not have', { status: 'lost' }],
    ['an invalid time', { submission_time: '2026-02-30T25:61:61Z' }],
    ['half a point', { grade: 1.5 }],
    ['answers by key', { submission_data: { answer: 'Essay' } }],
    ['an answer without a value', { submission_data: [['answer']] }],
    ['a file without an id', { files: [{ id: null, filename: 'a', param_name: 'b' }] }],
    ['a submitter without an id', { submitters: [{ id: 0, full_name: 'Nobody' }] }],
  ])('rejects a reply with %s', async (_what, change) => {
    expect((await failureOf(read(change))).reason).toBe('schema')
  })
})

const { fake, upstream, as } = useFakeUpstream()
const read = async (change: Record<string, unknown>) => {
  const { upstream: client } = await upstreamWith((socket) =>
    socket.write(replyOf(200, JSON.stringify(submissionReply(change)))),
  )
  return fetchSubmission(client, someCall, 3001)
}
