import { describe, expect } from 'vitest'
import { changeSettings } from './settings/settings.fixture.ts'
import { aSnippet } from './snippets/snippets.fixture.ts'
import { itOnExamples as it, type TestService } from './service-test.fixture.ts'

describe('a limit', () => {
  it.for([
    ['another course', '13, NULL, NULL'],
    ['persons', '11, 700 + number, NULL'],
    ['the course that are retired', '11, NULL, now()'],
  ] as const)('of 2,000 snippets of a course does not count those of %s', async ([_whose, bank], { service }) => {
    await fillSnippets(service, bank, 2_000)
    const body = { scope: 'course', ...aSnippet }
    await expect(service.send('POST', '/courses/11/snippets', { body })).toBeReply(201)
  })

  it('of 500 snippets of a person does not count those of another person', async ({ service, grader: session }) => {
    await fillSnippets(service, '11, 102, NULL', 500)
    const body = { scope: 'personal', ...aSnippet }
    await expect(service.send('POST', '/courses/11/snippets', { session, body })).toBeReply(201)
  })

  it('of 20 slugs does not count those of another course', async ({ service }) => {
    await service.sql`INSERT INTO course_slug (slug, course_id) SELECT 'theirs-' || number, 13 FROM generate_series(1, 20) AS number`
    await expect(changeSettings(service, { slug: 'ours' })).resolves.toBeUndefined()
  })

  it.for([
    ['another course', '13, 205, NULL, NULL'],
    ['another student', '11, 206, NULL, NULL'],
  ] as const)('of 200 documents about a student does not count those of %s', async ([_whose, about], { service }) => {
    await service.database.query(
      `INSERT INTO feedback (id, course_id, user_id, submission_id, assessment_id, language, state, revision, body, annotations, author_id, updated_by,
        created_at, updated_at, fixture)
      SELECT gen_random_uuid(), ${about}, 'en', 'draft', 1, '', '{}', 101, 101, now(), now(), FALSE FROM generate_series(1, 200)`,
    )
    const body = { userId: 205, language: 'en' }
    await expect(service.send('POST', '/courses/11/feedback', { body })).toBeReply(201)
  })

  it('of open claims does not count those in another exercise', async ({ assessments, claims, grader }) => {
    for (let count = 0; count < 5; count += 1) await assessments.placed({ holderId: 103 })
    await claims.submitted()
    await expect(claims.next(grader)).toBeReply(201)
  })

  it('of 200 versions does not count those of another document', async ({ service, feedback }) => {
    const [full, { id }] = [await feedback.ofSubmission(), await feedback.ofSubmission()]
    await service.sql`INSERT INTO feedback_version (feedback_id, version, revision, language, body, annotations, saved_by, begun_at, saved_at)
      SELECT ${full.id}, number, 1, 'en', 'old', '{}', 1, now(), now() FROM generate_series(1, 200) AS number`
    await feedback.patch(id, { body: 'one' }, { revision: 1 })
    await expect(feedback.step(id, 'versions/1/restore', { revision: 2 })).toBeReply(204)
  })

  it.for([
    ['of another person', (id: string) => [id, 103]],
    ['of another assessment', (_id: string, other: string) => [other, 101]],
  ] as const)('of 20 parked drafts does not count those %s', async ([_whose, ofWhom], { service, assessments }) => {
    const [id, other] = [await assessments.placed(), await assessments.placed()]
    await assessments.patch(id, { privateNote: 'kept' }, { revision: 7 })
    const [assessmentId, ownerId] = ofWhom(id, other)
    await service.sql`INSERT INTO parked_draft (id, owner_id, course_id, assessment_id, refused_as, base_revision, content, created_at, fixture)
      SELECT gen_random_uuid(), ${ownerId}, 11, ${assessmentId}, 'claim_lost', 1, '{}', now(), FALSE FROM generate_series(1, 20)`
    await assessments.patch(id, { privateNote: 'newer' }, { revision: 7 })
    expect(await assessments.parkedOf(id)).toMatchObject([
      { content: { privateNote: 'newer' } },
      { content: { privateNote: 'kept' } },
    ])
  })

  it('of 20 parked drafts of a document keeps what others parked of it', async ({ service, feedback }) => {
    const { id } = await feedback.ofSubmission()
    await service.sql`INSERT INTO parked_draft (id, owner_id, course_id, feedback_id, refused_as, base_revision, content, created_at, fixture)
      SELECT gen_random_uuid(), owner.id, 11, ${id}, 'claim_lost', 1, '{}', now(), FALSE
      FROM unnest('{101,103}'::bigint[]) AS owner (id), generate_series(1, 20)`
    await expect(feedback.patch(id, { body: 'typed' }, { revision: 7 })).toBeReply(412)
    const parked = await service.sql`SELECT owner_id::int AS owner FROM parked_draft WHERE feedback_id = ${id}`
    expect([101, 103].map((owner) => parked.filter((row) => row['owner'] === owner).length)).toEqual([20, 20])
  })
})

/** `bank`: course, owner and time of retirement. */
const fillSnippets = async (service: TestService, bank: string, count: number) =>
  await service.database.query(
    `INSERT INTO snippet (course_id, owner_id, retired_at, snippet_id, label, text, search_text, revision, created_at)
    SELECT ${bank}, gen_random_uuid(), 'filled', '{"en":"x"}', 'filled', 1, now() FROM generate_series(1, $1) AS number`,
    [count],
  )
