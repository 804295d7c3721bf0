import { describe, expect } from 'vitest'
import { aSnippet } from './snippets.fixture.ts'
import { it, type TestService } from '../service-test.fixture.ts'

describe('createSnippet', () => {
  it.for(['course', 'personal'] as const)('makes one for the scope %s', async (scope, { service, teacher }) => {
    const sent = {
      exerciseId: 1103,
      criterionId: 'style',
      label: 'Ääni 👍',
      text: { fi: 'a\nb', en: 'c' },
      points: -0.29,
    }
    const reply = await create(service, teacher, { scope, ...sent })
    await expect(reply).toBeRevision(201, 1)
    expect(await reply.json()).toEqual({
      snippetId: expect.any(String),
      courseId: 11,
      scope,
      ...sent,
      useCount: 0,
      lastUsedAt: null,
      retiredAt: null,
      revision: 1,
    })
  })

  it('lets graders make personal snippets, but not snippets of the course', async ({ service, inFinnish }) => {
    await expect(create(service, inFinnish)).toBeReply(201)
    await expect(create(service, inFinnish, { scope: 'course' })).toBeProblem(403, 'forbidden')
  })

  it('rejects a language that the course lacks, and points that are too fine', async ({ service, teacher }) => {
    const change = { text: { en: 'x', sv: 'y' }, points: 0.125 }
    await expect(create(service, teacher, change)).toBeProblem(400, 'validation_failed', [
      '$.text.sv invalid_value',
      '$.points invalid_value',
    ])
  })

  it('rejects the 501st snippet of a person', async ({ service, teacher, inFinnish }) => {
    await service.sql`INSERT INTO snippet (snippet_id, course_id, owner_id, label, text, search_text, revision, created_at)
      SELECT gen_random_uuid(), 11, 102, 'x', '{"en":"x"}', 'x', 1, now()
      FROM generate_series((SELECT count(*) FROM snippet WHERE owner_id = 102), 498)`
    await expect(create(service, inFinnish)).toBeReply(201)
    await expect(create(service, inFinnish)).toBeProblem(400, 'validation_failed', ['$.scope too_large'])
    await expect(create(service, teacher)).toBeReply(201)
  })
})

const create = (service: TestService, session: string, change: object = {}): Promise<Response> =>
  service.request('POST', '/courses/11/snippets', { session, body: { scope: 'personal', ...aSnippet, ...change } })
