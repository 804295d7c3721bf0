import { defaultExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import type { StudentPage, StudentRow } from '@course-grading/contracts/students/student'
import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDeliveries, type Deliveries } from '../delivery/deliveries.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
import { problemOf } from '../problem-of.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'

const anonymous = 1103
const named = 1104

let service: TestService
let deliveries: Deliveries
let sessions: Record<'teacher' | 'grader' | 'student', string>
beforeAll(async () => {
  service = await startTestService()
  deliveries = await openDeliveries(service)
  sessions = {
    teacher: await service.signIn(101),
    grader: await service.signIn(102),
    student: await service.signIn(201),
  }
  // One of the person's submissions is registered, with a result. The others are known only from the snapshot.
  await deliveries.put('held', 3001)
  expect((await request('POST', '/courses/11/snapshot/refresh')).status).toBe(200)
  expect((await setAnonymous(anonymous, 0)).status).toBe(204)
})
afterAll(async () => {
  await deliveries.close()
  await service.stop()
})

const request = (method: string, path: string, session = sessions.teacher) => service.request(method, path, { session })
const setAnonymous = (exerciseId: number, revision: number, value = true) =>
  service.request('PUT', `/courses/11/exercises/${exerciseId}/grading`, {
    session: sessions.teacher,
    ifMatch: `"${revision}"`,
    body: { ...defaultExerciseGrading, anonymous: value },
  })
const read = async <Body>(path: string, session?: string): Promise<Body> => {
  const reply = await request('GET', path, session)
  expect([path, reply.status]).toEqual([path, 200])
  return (await reply.json()) as Body
}
const list = async (query: string, session?: string) =>
  (await read<{ items: SubmissionRow[] }>(`/courses/11/submissions?limit=200${query}`, session)).items

const students = Array.from({ length: 30 }, (_, index) => 201 + index)
/** Everything by which a person can be recognised. */
function traitsOf(userId: number): string[] {
  const { username, email, firstName, lastName, studentId } = service.upstream.world.user(userId)
  return [
    username,
    email,
    `${firstName} ${lastName}`,
    `"userId":${userId},`,
    `"userId":${userId}}`,
    ...(studentId === '' ? [] : [`"${studentId}"`]),
  ]
}
/** The traits of students that occur in a text. */
const namesIn = (text: string): string[] => students.flatMap(traitsOf).filter((trait) => text.includes(trait))

const staff = fc.constantFrom<'teacher' | 'grader'>('teacher', 'grader')
const submissionId = fc.integer({ min: 3001, max: 3040 })
/** Requests by which staff may read the anonymous work. */
const lists = fc
  .record(
    {
      exerciseId: fc.constant(anonymous),
      state: fc.constantFrom('waiting', 'not_queued', 'completed', 'released'),
      limit: fc.integer({ min: 1, max: 200 }),
    },
    { requiredKeys: ['exerciseId'] },
  )
  .map(
    (query) =>
      `/courses/11/submissions?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
  )
const archiveOfAll = `/courses/11/exercises/${anonymous}/archive?attempts=all`
const paths = fc.oneof(
  { weight: 4, arbitrary: lists },
  { weight: 4, arbitrary: submissionId.map((id) => `/submissions/${id}`) },
  { weight: 4, arbitrary: submissionId.map((id) => `/submissions/${id}/content`) },
  { weight: 1, arbitrary: submissionId.map((id) => `/submissions/${id}/archive`) },
)

describe('work of an anonymous exercise, before its release', () => {
  it(
    'is shown without anything that identifies its submitters, in every request of staff',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(paths, staff, async (path, person) => {
          const reply = await request('GET', path, sessions[person])
          const bytes = Buffer.from(await reply.arrayBuffer()).toString('latin1')
          expect([path, reply.status === 200 || reply.status === 404, namesIn(bytes)]).toEqual([path, true, []])
          expect(namesIn(JSON.stringify([...reply.headers]))).toEqual([])
        }),
        { numRuns: 25, examples: [[archiveOfAll, 'grader']] },
      )
    },
  )

  it('is found by no submitter, by id or by words', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...students), fc.nat({ max: 2 }), staff, async (userId, trait, person) => {
        const q = traitsOf(userId)[trait] ?? ''
        for (const query of [`&userId=${userId}`, `&q=${encodeURIComponent(q)}`]) {
          const exercises = (await list(query, sessions[person])).map(({ exerciseId }) => exerciseId)
          expect(exercises.filter((exerciseId) => exerciseId !== named)).toEqual([])
        }
      }),
      { numRuns: 20 },
    )
    expect(await list('&q=s')).not.toEqual([])
    expect((await list('&q=s')).every(({ exerciseId }) => exerciseId === named)).toBe(true)
  })

  it('is shown under aliases that are the same in all replies, and different for different people', async () => {
    const rows = await list(`&exerciseId=${anonymous}`)
    expect(rows).toHaveLength(40)
    const aliases = new Map<number, string[]>()
    for (const { submissionId: id, submitters } of rows) {
      for (const submitter of submitters)
        expect(submitter).toEqual({ userId: null, alias: true, fullName: expect.stringMatching(/^Student \d{4,7}$/) })
      aliases.set(
        id,
        submitters.map(({ fullName }) => fullName),
      )
      expect((await read<SubmissionRow>(`/submissions/${id}`)).submitters).toEqual(submitters)
    }
    // In the demo world, submissions 3001 and 3031 are by the same student, and 3009 and 3010 are by groups of three.
    expect(aliases.get(3031)).toEqual(aliases.get(3001))
    expect(aliases.get(3009)).toContain(aliases.get(3001)?.[0])
    expect(new Set([...aliases.values()].flat()).size).toBe(30)
    for (const group of [3009, 3010]) expect(aliases.get(group)).toEqual(byNumber(aliases.get(group) ?? []))
  })

  it('shows names in other exercises, and in this one once it is no longer anonymous', async () => {
    const [first] = await list(`&exerciseId=${named}`)
    expect(first?.submitters[0]).toMatchObject({ alias: false, userId: expect.any(Number) })
    expect((await setAnonymous(named, 0)).status).toBe(204)
    expect((await list('')).flatMap(({ submitters }) => submitters).every(({ alias }) => alias)).toBe(true)
    expect((await setAnonymous(named, 1, false)).status).toBe(204)
    expect((await list(`&exerciseId=${named}`))[0]).toEqual(first)
  })

  it('has no aliases for those who handed it in', async () => {
    const own = await list('', sessions.student)
    expect(own.map(({ submissionId: id }) => id)).toContain(3009)
    for (const { submissionId: id, submitters } of own) {
      expect(submitters.every(({ alias, userId }) => !alias && userId !== null)).toBe(true)
      expect((await read<SubmissionRow>(`/submissions/${id}`, sessions.student)).submitters).toEqual(submitters)
    }
    const archive = await request('GET', '/submissions/3009/archive', sessions.student)
    expect(Buffer.from(await archive.arrayBuffer()).toString('latin1')).not.toContain('Student')
    expect((await list('&userId=203', sessions.student)).map(({ submissionId: id }) => id)).toEqual([3009])
  })

  it('is neither in the list of students nor on the page of a student that a grader reads', async () => {
    const lastOf = (rows: readonly { readonly submittedAt: string }[]) =>
      rows
        .map(({ submittedAt }) => submittedAt)
        .toSorted()
        .at(-1) ?? null
    const rows = await read<{ items: StudentRow[] }>('/courses/11/students?limit=200')
    for (const { userId, lastSubmissionAt } of rows.items)
      expect([userId, lastSubmissionAt]).toEqual([userId, lastOf(await list(`&exerciseId=${named}&userId=${userId}`))])
    const [page, whole, own] = [
      await read<StudentPage>('/courses/11/students/201', sessions.grader),
      await read<StudentPage>('/courses/11/students/201'),
      await read<StudentPage>('/courses/11/students/201', sessions.student),
    ]
    expect(page.submissions.map(({ exerciseId }) => exerciseId)).not.toContain(anonymous)
    expect(page.lastSubmissionAt).toBe(lastOf(page.submissions))
    for (const { submissions } of [whole, own])
      expect(submissions.map(({ exerciseId }) => exerciseId)).toContain(anonymous)
    expect(whole.lastSubmissionAt).toBe(lastOf(whole.submissions))
  })

  it('shows a grader no points that the learning platform has given to it', async () => {
    await ownerQuery(service, "UPDATE snapshot_submission SET status = 'ready', grade = 7 WHERE submission_id = 3001")
    const pointsFor = async (session: string) =>
      (await read<StudentPage>('/courses/11/students/201', session)).pointsByExercise.find(
        ({ exerciseId }) => exerciseId === anonymous,
      )?.points
    expect([await pointsFor(sessions.grader), await pointsFor(sessions.teacher)]).toEqual([null, 7])
  })

  it('shows "Student" if the submitter is in no snapshot and no registration', async () => {
    service.upstream.world.addSubmission({ id: 6100, exerciseId: anonymous, submitterIds: [301] })
    expect((await read<SubmissionRow>('/submissions/6100')).submitters).toEqual([
      { userId: null, fullName: 'Student', alias: true },
    ])
  })

  it('has no submitter after an erasure of the submitter', async () => {
    expect((await request('DELETE', '/courses/11/students/230/data')).status).toBe(204)
    expect(await ownerQuery(service, 'SELECT FROM exercise_alias WHERE user_id = 230')).toEqual([])
    expect(await problemOf(await request('GET', '/courses/11/students/230'))).toEqual([404, 'not_found'])
  })
})

describe('work of an anonymous exercise, once a result of it is released', () => {
  it('shows names, and does not list anonymous attempts', async () => {
    await ownerQuery(service, 'UPDATE completed_result SET released_at = now() WHERE submission_id = 3001')
    const released = await read<SubmissionRow & { attempts: SubmissionRow[] }>('/submissions/3001')
    expect(released.submitters).toMatchObject([{ userId: 201, alias: false }])
    expect(released.attempts.map(({ submissionId: id }) => id)).toEqual([3001])
    const other = await read<SubmissionRow & { attempts: SubmissionRow[] }>('/submissions/3031')
    expect(other.submitters).toMatchObject([{ userId: null, alias: true }])
    expect(other.attempts.map(({ submissionId: id }) => id)).toEqual([3031])
    expect((await list(`&exerciseId=${anonymous}&userId=201`)).map(({ submissionId: id }) => id)).toEqual([3001])
    const page = await read<StudentPage>('/courses/11/students/201', sessions.grader)
    expect(page.submissions.filter(({ exerciseId }) => exerciseId === anonymous)).toMatchObject([
      { submissionId: 3001 },
    ])
  })
})

/** Sorted by number, as aliases must be: any other order would reveal something about the students. */
const byNumber = (names: readonly string[]): string[] =>
  names.toSorted((a, b) => Number(a.split(' ')[1]) - Number(b.split(' ')[1]))
