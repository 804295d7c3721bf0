import type { Snippet } from '@course-grading/contracts/snippets/snippet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'
import { makeSnippet } from './snippets.fixture.ts'

let service: TestService
let sessions: Record<'teacher' | 'grader', string>
beforeAll(async () => {
  service = await startTestService()
  sessions = { teacher: await service.signIn(101), grader: await service.signIn(102) }
})
afterAll(() => service.stop())

const retire = ({ snippetId }: Snippet, revision: number, session = sessions.grader): Promise<Response> =>
  service.request('DELETE', `/snippets/${snippetId}`, { session, ifMatch: `"${revision}"` })

describe('retireSnippet', () => {
  it('replies 204 with the next revision, once', async () => {
    const snippet = await makeSnippet(service, sessions.grader)
    expect(await problemOf(await retire(snippet, 2))).toEqual([412, 'revision_conflict'])
    const reply = await retire(snippet, 1)
    expect([reply.status, reply.headers.get('etag'), await reply.text()]).toEqual([204, '"2"', ''])
    expect(await problemOf(await retire(snippet, 1))).toEqual([412, 'revision_conflict'])
    expect(await problemOf(await retire(snippet, 2))).toEqual([409, 'not_in_state'])
  })

  it('is for teachers, and for personal snippets only for their owner', async () => {
    const [ofCourse, personal] = [
      await makeSnippet(service, sessions.teacher, { scope: 'course' }),
      await makeSnippet(service, sessions.grader),
    ]
    expect(await problemOf(await retire(ofCourse, 1))).toEqual([403, 'forbidden'])
    expect(await problemOf(await retire(personal, 1, sessions.teacher))).toEqual([404, 'not_found'])
    expect((await retire(ofCourse, 1, sessions.teacher)).status).toBe(204)
  })
})
