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

  it.for<[path: string, code: string, change: object]>([
    ['$.scope', 'invalid_value', { scope: 'site' }],
    ['$.label', 'invalid_format', { label: '' }],
    ['$.label', 'too_long', { label: 'x'.repeat(81) }],
    ['$.label', 'invalid_format', { label: ' \t' }],
    ['$.label', 'invalid_format', { label: 'a\nb' }],
    ['$.text', 'invalid_value', { text: {} }],
    ['$.text.english', 'unknown_field', { text: { english: 'x' } }],
    ['$.text.en', 'too_short', { text: { en: '' } }],
    ['$.text.en', 'too_long', { text: { en: 'x'.repeat(5_001) } }],
    ['$.text.sv', 'invalid_value', { text: { en: 'x', sv: 'y' } }],
    ['$.criterionId', 'invalid_format', { criterionId: 'Style' }],
    ['$.exerciseId', 'too_small', { exerciseId: 0 }],
    ['$.points', 'too_large', { points: 1_000_000.01 }],
    ['$.points', 'invalid_value', { points: 0.125 }],
    ['$.useCount', 'unknown_field', { useCount: 5 }],
  ])('rejects an invalid value at %s (%s)', async ([path, code, change], { service, teacher }) => {
    await expect(create(service, teacher, change)).toBeProblem(400, 'validation_failed', [`${path} ${code}`])
  })

  it('takes the longest label and text', async ({ service, inFinnish }) => {
    const text = { en: '\u{1F1EB}'.repeat(5_000), fi: 'x'.repeat(5_000) }
    await expect(create(service, inFinnish, { label: '\u{1F1EB}'.repeat(80), text })).toBeReply(201)
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
