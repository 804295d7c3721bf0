import type { Snippet } from '@course-grading/contracts/snippets/snippet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'
import { aSnippet, makeSnippet } from './snippets.fixture.ts'

let service: TestService
let sessions: Record<'teacher' | 'grader' | 'student' | 'stranger', string>
beforeAll(async () => {
  service = await startTestService()
  sessions = {
    teacher: await service.signIn(101),
    grader: await service.signIn(102),
    student: await service.signIn(201),
    stranger: await service.signIn(105),
  }
})
afterAll(() => service.stop())

const put = ({ snippetId }: Snippet, revision: number, session: string, change: object = {}): Promise<Response> =>
  service.request('PUT', `/snippets/${snippetId}`, {
    session,
    ifMatch: `"${revision}"`,
    body: { ...aSnippet, ...change },
  })

describe('putSnippet', () => {
  it('replies 204 with the next revision, and the list shows the change', async () => {
    const snippet = await makeSnippet(service, sessions.grader)
    const change = { exerciseId: 1104, criterionId: 'c', label: 'changed label', text: { fi: 'muu' }, points: 2 }
    const reply = await put(snippet, 1, sessions.grader, change)
    expect([reply.status, reply.headers.get('etag'), await reply.text()]).toEqual([204, '"2"', ''])
    const list = await service.request('GET', '/courses/11/snippets?q=changed', { session: sessions.grader })
    expect(await list.json()).toMatchObject({ items: [{ ...snippet, ...change, revision: 2 }] })
  })

  it('lets only teachers change snippets of the course', async () => {
    const snippet = await makeSnippet(service, sessions.teacher, { scope: 'course' })
    expect((await put(snippet, 1, sessions.teacher)).status).toBe(204)
    for (const person of ['grader', 'student'] as const)
      expect(await problemOf(await put(snippet, 2, sessions[person]))).toEqual([403, 'forbidden'])
    expect(await problemOf(await put(snippet, 2, sessions.stranger))).toEqual([404, 'not_found'])
  })

  it('does not find personal snippets of others, also for teachers', async () => {
    const snippet = await makeSnippet(service, sessions.grader)
    for (const person of ['teacher', 'student', 'stranger'] as const)
      expect(await problemOf(await put(snippet, 1, sessions[person]))).toEqual([404, 'not_found'])
  })

  it('rejects the second of two writers who read the same revision', async () => {
    const snippet = await makeSnippet(service, sessions.grader)
    const replies = await Promise.all(Array.from({ length: 6 }, () => put(snippet, 1, sessions.grader)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 412, 412, 412, 412, 412])
    expect(await problemOf(await put(snippet, 1, sessions.grader))).toEqual([412, 'revision_conflict'])
  })

  it('rejects a change of a retired snippet', async () => {
    const snippet = await makeSnippet(service, sessions.grader)
    await service.request('DELETE', `/snippets/${snippet.snippetId}`, { session: sessions.grader, ifMatch: '"1"' })
    expect(await problemOf(await put(snippet, 1, sessions.grader))).toEqual([412, 'revision_conflict'])
    const reply = await put(snippet, 2, sessions.grader)
    expect(await reply.json()).toMatchObject({ code: 'not_in_state', detail: 'retired' })
    expect(reply.status).toBe(409)
  })

  it('rejects languages that the course does not have, after the check of the revision', async () => {
    const snippet = await makeSnippet(service, sessions.grader)
    const change = { text: { sv: 'x' }, points: 0.001 }
    expect(await problemOf(await put(snippet, 2, sessions.grader, change))).toEqual([412, 'revision_conflict'])
    expect(await problemOf(await put(snippet, 1, sessions.grader, change))).toEqual([
      400,
      'validation_failed',
      '$.text.sv invalid_value',
      '$.points invalid_value',
    ])
    expect(await problemOf(await put(snippet, 1, sessions.grader, { scope: 'course' }))).toEqual([
      400,
      'validation_failed',
      '$.scope unknown_field',
    ])
  })
})
