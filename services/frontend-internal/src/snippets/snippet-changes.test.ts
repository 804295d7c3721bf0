import type { Snippet } from '@course-grading/contracts/snippets/snippet'
import { describe, expect } from 'vitest'
import { aSnippet, makeSnippet } from './snippets.fixture.ts'
import { it, type TestService } from '../service-test.fixture.ts'

describe('putSnippet', () => {
  it('replies 204 with the next revision, and the list shows the change', async ({ service, inFinnish }) => {
    const snippet = await makeSnippet(service, inFinnish)
    const change = { exerciseId: 1104, criterionId: 'c', label: 'changed label', text: { fi: 'muu' }, points: 2 }
    const reply = await put(service, snippet, 1, inFinnish, change)
    await expect(reply).toBeRevision(204, 2)
    expect(await reply.text()).toBe('')
    const list = await service.get('/courses/11/snippets?q=changed', inFinnish)
    expect(await list.json()).toMatchObject({ items: [{ ...snippet, ...change, revision: 2 }] })
  })

  it('lets only teachers change snippets of the course', async ({ service, teacher, inFinnish, student, stranger }) => {
    const snippet = await makeSnippet(service, teacher, { scope: 'course' })
    await expect(put(service, snippet, 1, teacher)).toBeReply(204)
    for (const session of [inFinnish, student])
      await expect(put(service, snippet, 2, session)).toBeProblem(403, 'forbidden')
    await expect(put(service, snippet, 2, stranger)).toBeProblem(404, 'not_found')
  })

  it('does not find those of others, also for teachers', async ({ service, inFinnish, teacher, student, stranger }) => {
    const snippet = await makeSnippet(service, inFinnish)
    for (const session of [teacher, student, stranger])
      await expect(put(service, snippet, 1, session)).toBeProblem(404, 'not_found')
  })

  it('rejects a change of a retired snippet', async ({ service, inFinnish }) => {
    const snippet = await makeSnippet(service, inFinnish)
    await service.request('DELETE', `/snippets/${snippet.snippetId}`, { session: inFinnish, ifMatch: '"1"' })
    await expect(put(service, snippet, 1, inFinnish)).toBeProblem(412, 'revision_conflict')
    const reply = await put(service, snippet, 2, inFinnish)
    expect(await reply.json()).toMatchObject({ code: 'not_in_state', detail: 'retired' })
    expect(reply.status).toBe(409)
  })

  it('rejects languages that the course does not have, after a stale revision', async ({ service, inFinnish }) => {
    const snippet = await makeSnippet(service, inFinnish)
    const change = { text: { sv: 'x' }, points: 0.001 }
    await expect(put(service, snippet, 2, inFinnish, change)).toBeProblem(412, 'revision_conflict')
    await expect(put(service, snippet, 1, inFinnish, change)).toBeProblem(400, 'validation_failed', [
      '$.text.sv invalid_value',
      '$.points invalid_value',
    ])
    await expect(put(service, snippet, 1, inFinnish, { scope: 'course' })).toBeProblem(400, 'validation_failed', [
      '$.scope unknown_field',
    ])
  })
})

describe('retireSnippet', () => {
  it('replies 204 with the next revision, once', async ({ service, inFinnish }) => {
    const snippet = await makeSnippet(service, inFinnish)
    const reply = await retire(service, inFinnish, snippet, 1)
    await expect(reply).toBeRevision(204, 2)
    expect(await reply.text()).toBe('')
    await expect(retire(service, inFinnish, snippet, 2)).toBeProblem(409, 'not_in_state')
  })

  it('is for teachers, and for personal snippets only for their owner', async ({ service, teacher, inFinnish }) => {
    const [ofCourse, personal] = [
      await makeSnippet(service, teacher, { scope: 'course' }),
      await makeSnippet(service, inFinnish),
    ]
    await expect(retire(service, inFinnish, ofCourse, 1)).toBeProblem(403, 'forbidden')
    await expect(retire(service, inFinnish, personal, 1, teacher)).toBeProblem(404, 'not_found')
    await expect(retire(service, inFinnish, ofCourse, 1, teacher)).toBeReply(204)
  })
})

const put = (
  service: TestService,
  { snippetId }: Snippet,
  revision: number,
  session: string,
  change: object = {},
): Promise<Response> =>
  service.request('PUT', `/snippets/${snippetId}`, {
    session,
    ifMatch: `"${revision}"`,
    body: { ...aSnippet, ...change },
  })

const retire = (
  service: TestService,
  inFinnish: string,
  { snippetId }: Snippet,
  revision: number,
  session = inFinnish,
): Promise<Response> => service.request('DELETE', `/snippets/${snippetId}`, { session, ifMatch: `"${revision}"` })
