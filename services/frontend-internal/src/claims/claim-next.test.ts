import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import { queriesOf, statementsOf } from '@course-grading/test-service'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { claimsUnderTest } from './claims.fixture.ts'

let service: TestService
let claims: ReturnType<typeof claimsUnderTest>
let teacher: string
let inFinnish: string
let grader: string
beforeAll(async () => {
  service = await startServiceForExamples()
  claims = claimsUnderTest(service)
  teacher = await service.signIn(101)
  inFinnish = await service.signIn(102)
  grader = await service.signIn(103)
})
beforeEach(() => claims.clear())
afterAll(() => service.stop())

const claimOnce = (url: string, session: string): Promise<Response> =>
  fetch(`${url}/internal/frontend/courses/11/exercises/1104/claims`, {
    method: 'POST',
    headers: {
      'X-Service-Frontend-Secret': 'dev-frontend-secret-0000000000000000',
      Authorization: `Bearer ${session}`,
    },
  })

describe('claimNext', () => {
  it('replies with the assessment that begins, at its revision', async () => {
    const submissionId = await claims.submitted({ submitterIds: [201], autoPoints: 12.5 })
    const reply = await claims.next(grader)
    expect([reply.status, reply.headers.get('etag'), reply.headers.get('x-assessment-revision')]).toEqual([
      201,
      '"1"',
      '1',
    ])
    expect(await reply.json()).toMatchObject({
      submissionId,
      exerciseId: 1104,
      state: 'in_progress',
      revision: 1,
      grader: { userId: 103 },
      holder: { userId: 103 },
      rubric: { rubricId: null, version: 0, wording: 0, document: { maxPoints: 100 } },
      scores: {},
      adjustment: null,
      privateNote: '',
      points: 0,
      upstreamPoints: null,
      autoPoints: 12.5,
      submitters: [{ userId: 201, fullName: 'Eero Demonen 1', alias: false }],
      feedbackId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  it('replies 200 with the same submission until it is saved, and changes nothing', async () => {
    for (let count = 0; count < 2; count += 1) await claims.submitted()
    const first = await claims.claimed(grader)
    const again = await claims.next(grader)
    expect([again.status, await again.json()]).toEqual([200, first])
    await claims.save(first.submissionId)
    expect((await claims.next(grader)).status).toBe(201)
    expect((await claims.next(grader)).status).toBe(200)
  })

  it('replies 204 when nothing is left for the caller, and gives each grader what their restriction admits', async () => {
    const ofEven = await claims.submitted({ submitterIds: [202] })
    const inEnglish = await claims.submitted({ submitterIds: [203], language: 'en' })
    expect((await claims.next(inFinnish)).status).toBe(204)
    const ofOdd = await claims.submitted({ submitterIds: [205, 204] })
    expect((await claims.claimed(inFinnish)).submissionId).toBe(ofOdd)
    const others = [await claims.claimed(grader), await claims.claimed(teacher)].map(({ submissionId }) => submissionId)
    expect(others.toSorted()).toEqual([ofEven, inEnglish].toSorted())
  })

  it('replies 409 if the grader has as many claims as the exercise allows', async () => {
    for (let count = 0; count < 6; count += 1) await claims.submitted()
    for (let count = 0; count < 5; count += 1) await claims.save((await claims.claimed(grader)).submissionId)
    expect(await verdictOf(await claims.next(grader))).toEqual([409, 'claim_limit'])
  })

  it('replies 409 for an exercise that left the list of the course, and 404 for one that it never graded', async () => {
    await claims.submitted()
    await ownerQuery(service, 'DELETE FROM manual_grading_exercise WHERE exercise_id = 1104')
    expect(await verdictOf(await claims.next(grader))).toEqual([409, 'not_in_state'])
    await ownerQuery(service, 'INSERT INTO manual_grading_exercise (exercise_id, course_id) VALUES (1104, 11)')
    expect(await verdictOf(await claims.next(grader, 1102))).toEqual([404, 'not_found'])
  })

  it('makes at most twelve statements', async () => {
    await claims.submitted()
    expect(await statementsOf(service, () => claims.next(grader))).toBeLessThanOrEqual(12)
  })

  it('replies 503 after another try while others have locked everything that waits, and 201 once it is free', async () => {
    const submissionId = await claims.submitted()
    const other = new pg.Client({ connectionString: service.database.ownerUrl })
    await other.connect()
    await other.query('BEGIN')
    await other.query('SELECT FROM submission WHERE submission_id = $1 FOR NO KEY UPDATE', [submissionId])
    const replies: Response[] = []
    // The request is sent directly, since the client of tests may repeat it.
    const made = await queriesOf(service, async () => replies.push(await claimOnce(service.url, grader)))
    await other.end()
    expect(replies.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([[503, '1']])
    expect(made['start']).toBe(2)
    expect((await claims.claimed(grader)).submissionId).toBe(submissionId)
  })

  it('gives every submission to one of many graders on two replicas', async () => {
    const replica = await service.replica()
    const ids: number[] = []
    for (let count = 0; count < 20; count += 1) ids.push(await claims.submitted())
    await ownerQuery(
      service,
      `INSERT INTO exercise_grading (course_id, exercise_id, anonymous, attempts, claim_order, auto_points, release, lease_minutes, max_open_claims,
        notify, revision, updated_at)
      VALUES (11, 1104, FALSE, 'latest', 'bands', 'shown', 'manual', 30, 50, TRUE, 1, now())`,
    )
    const taken: number[] = []
    await Promise.all(
      [teacher, grader].flatMap((session) =>
        [service.url, replica.url].map(async (url) => {
          for (let misses = 0; misses < 2;) {
            const reply = await claimOnce(url, session)
            if (reply.status !== 201) {
              misses += reply.status === 204 ? 1 : 0
              await claims.save(reply.status === 200 ? ((await reply.json()) as Assessment).submissionId : 0)
              continue
            }
            const { submissionId } = (await reply.json()) as Assessment
            taken.push(submissionId)
            await claims.save(submissionId)
          }
        }),
      ),
    )
    await replica.stop()
    expect(taken.toSorted()).toEqual(ids.toSorted())
  })
})
