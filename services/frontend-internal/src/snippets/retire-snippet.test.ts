import type { Snippet } from '@course-grading/contracts/snippets/snippet'
import { describe, expect } from 'vitest'
import { makeSnippet } from './snippets.fixture.ts'
import { it, type TestService } from '../service-test.fixture.ts'

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

const retire = (
  service: TestService,
  inFinnish: string,
  { snippetId }: Snippet,
  revision: number,
  session = inFinnish,
): Promise<Response> => service.request('DELETE', `/snippets/${snippetId}`, { session, ifMatch: `"${revision}"` })
