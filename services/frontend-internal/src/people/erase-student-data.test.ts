import { describe, expect } from 'vitest'
import { itOn, startTestService, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared)

describe('eraseStudentData', () => {
  it('removes the person from lists, search, pages and heads of submissions', async ({ service }) => {
    const { username } = (await (await get(service, '/courses/11/students/202')).json()) as { username: string }
    const reply = await erase(service, 202)
    expect(reply.status).toBe(204)
    expect(await reply.text()).toBe('')
    expect(await idsIn(await get(service, '/courses/11/students'))).not.toContain(202)
    expect(await idsIn(await get(service, `/courses/11/students?q=${username}`))).toEqual([])
    await expect(get(service, '/courses/11/students/202')).toBeProblem(404, 'not_found')
    expect(await count(service, 'snapshot_submitter WHERE user_id = $1', 202)).toBe(0)
  })

  it('makes later refreshes leave the person out, and count nobody as added or removed', async ({ service }) => {
    await erase(service, 208)
    const changes = await (await service.send('POST', '/courses/11/snapshot/refresh')).json()
    expect(changes).toMatchObject({ students: { added: 0, removed: 0 } })
    expect(await idsIn(await get(service, '/courses/11/students'))).not.toContain(208)
    expect(await count(service, 'snapshot_submitter WHERE user_id = $1', 208)).toBe(0)
  })

  it('signs the person out everywhere at once', async ({ service, replica }) => {
    const theirs = [await service.signIn(209), await replica.signIn(209)]
    await erase(service, 209)
    for (const session of theirs) {
      for (const through of [service, replica]) {
        await expect(through.get('/session', session)).toBeProblem(401, 'invalid_session')
      }
    }
  })

  it.for(['delivery_pending', 'delivery_ambiguous'] as const)(
    'replies %s beside a grade',
    async (code, { service }) => {
      const [userId, submissionId] = code === 'delivery_pending' ? [214, 9_214] : [215, 9_215]
      await service.sql`INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
      VALUES (${submissionId}, 11, 1103, date_trunc('milliseconds', now()), 'en', 1, 10, FALSE, FALSE, now())`
      await service.sql`INSERT INTO submission_submitter VALUES (${submissionId}, ${userId})`
      await service.sql`WITH judged AS (
          INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, rubric_version,
            rubric_wording, scores, private_note, part_revisions, points, started_at, updated_at, completed_at, fixture)
          SELECT gen_random_uuid(), submission_id, course_id, exercise_id, 1, 'completed', 1, 101, 0, 0, '{}', '', '{}', 1, now(), now(), now(), FALSE
          FROM submission WHERE submission_id = ${submissionId}
          RETURNING id, submission_id)
        INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_at, fixture,
          assessment_id, rubric_version, rubric_wording, scores, feedback_revision)
        SELECT gen_random_uuid(), submission_id, 11, 1103, 1, 1, '', '{}', now(), FALSE, id, 0, 0, '{}', 1 FROM judged`
      await service.sql`INSERT INTO delivery (id, submission_id, course_id, exercise_id, result_id, state, epoch, send_number, not_before, failures, verifications,
        verification_epoch, overwrite_seen, notify, fixture, created_at, updated_at)
      SELECT gen_random_uuid(), ${submissionId}, 11, 1103, id, 'pending', 0, 1, now(), 0, 0, 0, FALSE, FALSE, FALSE, now(), now() FROM completed_result WHERE submission_id = ${submissionId}`
      if (code === 'delivery_ambiguous') {
        await service.sql`UPDATE delivery SET state = 'sending', epoch = 1, leased_by = gen_random_uuid(), lease_until = now(), not_before = NULL WHERE submission_id = ${submissionId}`
        await service.sql`WITH opened AS (INSERT INTO delivery_send (delivery_id, number, epoch, started_at) SELECT id, 1, 1, now() FROM delivery WHERE submission_id = ${submissionId})
        UPDATE delivery SET state = 'ambiguous', started_at = now(), ambiguous_at = now(), leased_by = NULL, lease_until = NULL WHERE submission_id = ${submissionId}`
      }
      await expect(erase(service, userId)).toBeProblem(409, code)
      expect(await count(service, 'submission_submitter WHERE user_id = $1', userId)).toBe(1)
    },
  )

  it('is recorded only by ids, and an export then shows nothing else', async ({ service }) => {
    await erase(service, 211)
    expect(
      await service.sql`SELECT course_id::int, action, by_user_id::int FROM person_action WHERE user_id = 211`,
    ).toEqual([{ course_id: 11, action: 'erase', by_user_id: 101 }])
    expect(await (await get(service, '/courses/11/students/211/data')).json()).toEqual({
      courseId: 11,
      userId: 211,
      exportedAt: expect.any(String),
      roster: [],
      plannedResults: [],
      assessedSubmissions: [],
      assessments: [],
      assessmentHistory: [],
      parkedDrafts: [],
      feedback: [],
      feedbackVersions: [],
      submissions: [],
      erasure: [{ erasedAt: expect.any(String) }],
      actions: [
        { action: 'erase', at: expect.any(String) },
        { action: 'export', at: expect.any(String) },
      ],
    })
    const lines = service.logLines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => event === 'person_erased')
    expect(lines.at(-1)).toMatchObject({ userId: 101, courseId: 11 })
  })

  it('does nothing the second time, with the body `{}`', async ({ service }) => {
    await erase(service, 212)
    const theirs = await service.signIn(212)
    const again = await service.send('DELETE', '/courses/11/students/212/data', {
      body: {},
    })
    expect(again.status).toBe(204)
    expect(await again.text()).toBe('')
    await expect(get(service, '/session', theirs)).toBeReply(200)
    expect(await count(service, 'person_action WHERE user_id = $1', 212)).toBe(1)
  })

  it('replies not_found for a person unknown to the course, and keeps their sessions', async ({ service }) => {
    const stranger = await service.signIn(301)
    await expect(erase(service, 301)).toBeProblem(404, 'not_found')
    await expect(get(service, '/session', stranger)).toBeReply(200)
    expect(await count(service, 'course_erased_person WHERE user_id = $1', 301)).toBe(0)
  })
})

async function prepared() {
  const service = await startTestService()
  const teacher = await service.signIn(101)
  const otherTeacher = await service.signIn(104)
  service.upstream.world.setRole(13, 210, 'student')
  for (const [courseId, session] of [
    [11, teacher],
    [13, otherTeacher],
  ] as const) {
    await expect(service.request('POST', `/courses/${courseId}/snapshot/refresh`, { session })).toBeReply(200)
  }
  return service
}

const idsIn = async (reply: Response) =>
  ((await reply.json()) as { items: { userId: number }[] }).items.map(({ userId }) => userId)

const erase = (
  service: TestService,
  userId: number,
  { session, courseId = 11 }: { session?: string | undefined; courseId?: number } = {},
) => service.send('DELETE', `/courses/${courseId}/students/${userId}/data`, { session })

const get = (service: TestService, path: string, session?: string) => service.get(path, session)

const count = async (service: TestService, text: string, userId: number) =>
  (await service.database.query(`SELECT count(*)::int AS count FROM ${text}`, [userId]))[0]?.['count']
