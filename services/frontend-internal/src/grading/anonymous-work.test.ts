import type { StudentPage, StudentRow } from '@course-grading/contracts/students/student'
import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import { searchableText, searchWords } from '@course-grading/domain/students/searchable-text'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { openDeliveries } from '../delivery/deliveries.fixture.ts'
import { changeGrading } from './grading.fixture.ts'
import { itOn, startTestService, type TestService } from '../service-test.fixture.ts'
import { slimWork } from '../submissions/submissions.fixture.ts'

const it = itOn(prepared)

describe('work of an anonymous exercise, before its release', () => {
  it(
    'is shown without anything that identifies its submitters, in every request of staff',
    { timeout: 120_000 },
    async ({ service, teacher, inFinnish }) => {
      await fc.assert(
        fc.asyncProperty(paths, fc.constantFrom(teacher, inFinnish), async (path, session) => {
          const reply = await service.get(path, session)
          const bytes = Buffer.from(await reply.arrayBuffer()).toString('latin1')
          expect(reply.status, path).toBeOneOf([200, 404])
          expect(namesIn(service, bytes)).toEqual([])
          expect(namesIn(service, JSON.stringify([...reply.headers]))).toEqual([])
        }),
        { numRuns: 25, examples: [[archiveOfAll, inFinnish]] },
      )
    },
  )

  it('is found by no submitter, by id or by words', async ({ service, teacher, inFinnish }) => {
    const staff = fc.constantFrom(teacher, inFinnish)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...students), fc.nat({ max: 2 }), staff, async (userId, trait, session) => {
        const q = traitsOf(service, userId)[trait] ?? ''
        for (const query of [`&userId=${userId}`, `&q=${encodeURIComponent(q)}`]) {
          const found = await list(service, query, session)
          expect(found.filter(({ exerciseId }) => exerciseId !== named)).toEqual([])
        }
      }),
      { numRuns: 20 },
    )
    expect(await list(service, '&q=s')).not.toEqual([])
    expect((await list(service, '&q=s')).every(({ exerciseId }) => exerciseId === named)).toBe(true)
  })

  it('is found by all filters together where each matches what is shown of it, and by no name, number or tag', async ({
    service,
    teacher,
    inFinnish,
  }) => {
    const has = (userId: number | null, { userId: asked, q, tag }: AskedOfPerson): boolean => {
      if (userId === null) return false
      const { firstName, lastName, email, studentId } = service.upstream.world.user(userId)
      const text = searchableText({ fullName: `${firstName} ${lastName}`, email, studentId })
      const tags = service.upstream.world.tagSlugsOf(11, userId)
      return (
        (asked ?? userId) === userId &&
        searchWords(q ?? '').every((word) => text.includes(word)) &&
        (tag === undefined || tags.includes(tag))
      )
    }
    const isFound = (row: SubmissionRow, given: Filters): boolean => {
      const { exerciseId = row.exerciseId, state = row.state, grader, userId, q, tag } = given
      const isShown = exerciseId === row.exerciseId && state === row.state
      const isJudged = grader === undefined || row.assessment?.grader.userId === grader
      // Of a group each filter may match another one.
      const isHis = [{ userId }, { q }, { tag }].every(
        (one) => Object.values(one)[0] === undefined || row.submitters.some(({ userId: id }) => has(id, one)),
      )
      return isShown && isJudged && isHis
    }
    await fc.assert(
      fc.asyncProperty(filters, fc.constantFrom(teacher, inFinnish), async (given, session) => {
        const query = new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)]))
        const shown = (await list(service, '', session)).filter((row) => isFound(row, given))
        expect(await list(service, `&${query}`, session)).toEqual(shown)
      }),
      {
        numRuns: 40,
        examples: [
          [{ tag: 'group-a' }, teacher],
          [{ exerciseId: anonymous, tag: 'retaking' }, inFinnish],
        ],
      },
    )
  })

  it('is shown under aliases that are the same in all replies, one for each person', async ({ service }) => {
    const rows = await list(service, `&exerciseId=${anonymous}`)
    expect(rows).toHaveLength(40)
    const aliases = new Map<number, string[]>()
    for (const { submissionId: id, submitters } of rows) {
      for (const submitter of submitters)
        expect(submitter).toEqual({ userId: null, alias: true, fullName: expect.stringMatching(/^Student \d{4,7}$/) })
      aliases.set(
        id,
        submitters.map(({ fullName }) => fullName),
      )
      expect((await service.read<SubmissionRow>(`/submissions/${id}`)).submitters).toEqual(submitters)
    }
    // In the demo world, submissions 3001 and 3031 are by the same student, and 3009 and 3010 are by groups of three.
    expect(aliases.get(3031)).toEqual(aliases.get(3001))
    expect(aliases.get(3009)).toContain(aliases.get(3001)?.[0])
    expect(new Set([...aliases.values()].flat()).size).toBe(30)
    for (const group of [3009, 3010]) expect(aliases.get(group)).toEqual(byNumber(aliases.get(group) ?? []))
  })

  it('shows names in other exercises, and in this one once it is no longer anonymous', async ({ service }) => {
    const [first] = await list(service, `&exerciseId=${named}`)
    expect(first?.submitters[0]).toMatchObject({ alias: false, userId: expect.any(Number) })
    await changeGrading(service, { anonymous: true }, named)
    expect((await list(service, '')).flatMap(({ submitters }) => submitters).every(({ alias }) => alias)).toBe(true)
    await changeGrading(service, { anonymous: false }, named)
    expect((await list(service, `&exerciseId=${named}`))[0]).toEqual(first)
  })

  it('has no aliases for those who handed it in', async ({ service, student }) => {
    const own = await list(service, '', student)
    expect(own.map(({ submissionId: id }) => id)).toContain(3009)
    for (const { submissionId: id, submitters } of own) {
      expect(submitters.every(({ alias, userId }) => !alias && userId !== null)).toBe(true)
      expect((await service.read<SubmissionRow>(`/submissions/${id}`, student)).submitters).toEqual(submitters)
    }
    const archive = await service.get('/submissions/3009/archive', student)
    expect(Buffer.from(await archive.arrayBuffer()).toString('latin1')).not.toContain('Student')
    expect((await list(service, '&userId=203', student)).map(({ submissionId: id }) => id)).toEqual([3009])
  })

  it("is neither in a grader's list of students nor on a student's page", async ({ service, inFinnish, student }) => {
    const lastOf = (rows: readonly { readonly submittedAt: string }[]) =>
      rows
        .map(({ submittedAt }) => submittedAt)
        .toSorted()
        .at(-1) ?? null
    const rows = await service.read<{ items: StudentRow[] }>('/courses/11/students?limit=200')
    for (const { userId, lastSubmissionAt } of rows.items)
      expect([userId, lastSubmissionAt]).toEqual([
        userId,
        lastOf(await list(service, `&exerciseId=${named}&userId=${userId}`)),
      ])
    const [page, whole, own] = [
      await service.read<StudentPage>('/courses/11/students/201', inFinnish),
      await service.read<StudentPage>('/courses/11/students/201'),
      await service.read<StudentPage>('/courses/11/students/201', student),
    ]
    expect(page.submissions.map(({ exerciseId }) => exerciseId)).not.toContain(anonymous)
    expect(page.lastSubmissionAt).toBe(lastOf(page.submissions))
    for (const { submissions } of [whole, own])
      expect(submissions.map(({ exerciseId }) => exerciseId)).toContain(anonymous)
    expect(whole.lastSubmissionAt).toBe(lastOf(whole.submissions))
  })

  it('shows a grader no points that the learning platform has given to it', async ({ service, teacher, inFinnish }) => {
    await service.sql`UPDATE snapshot_submission SET status = 'ready', grade = 7 WHERE submission_id = 3001`
    const pointsFor = async (session: string) =>
      (await service.read<StudentPage>('/courses/11/students/201', session)).pointsByExercise.find(
        ({ exerciseId }) => exerciseId === anonymous,
      )?.points
    expect([await pointsFor(inFinnish), await pointsFor(teacher)]).toEqual([null, 7])
  })

  it('shows "Student" if the submitter is in no snapshot and no registration', async ({ service }) => {
    service.upstream.world.addSubmission({ id: 6100, exerciseId: anonymous, submitterIds: [301] })
    expect((await service.read<SubmissionRow>('/submissions/6100')).submitters).toEqual([
      { userId: null, fullName: 'Student', alias: true },
    ])
  })

  it('has no submitter after an erasure of the submitter', async ({ service }) => {
    await expect(service.send('DELETE', '/courses/11/students/230/data')).toBeReply(204)
    expect(await service.sql`SELECT FROM exercise_alias WHERE user_id = 230`).toEqual([])
    await expect(service.get('/courses/11/students/230')).toBeProblem(404, 'not_found')
  })
})

describe('work of an anonymous exercise, once a result of it is released', () => {
  it('shows names, and does not list anonymous attempts', async ({ service, inFinnish }) => {
    await service.sql`UPDATE completed_result SET released_at = now() WHERE submission_id = 3001`
    const released = await service.read<SubmissionRow & { attempts: SubmissionRow[] }>('/submissions/3001')
    expect(released.submitters).toMatchObject([{ userId: 201, alias: false }])
    expect(released.attempts.map(({ submissionId: id }) => id)).toEqual([3001])
    const other = await service.read<SubmissionRow & { attempts: SubmissionRow[] }>('/submissions/3031')
    expect(other.submitters).toMatchObject([{ userId: null, alias: true }])
    expect(other.attempts.map(({ submissionId: id }) => id)).toEqual([3031])
    expect((await list(service, `&exerciseId=${anonymous}&userId=201`)).map(({ submissionId: id }) => id)).toEqual([
      3001,
    ])
    const page = await service.read<StudentPage>('/courses/11/students/201', inFinnish)
    expect(page.submissions.filter(({ exerciseId }) => exerciseId === anonymous)).toMatchObject([
      { submissionId: 3001 },
    ])
  })
})

async function prepared() {
  const service = await startTestService()
  slimWork(service.upstream.world)
  const deliveries = await openDeliveries(service)
  // One of the person's submissions is registered, with a result. The others are known only from the snapshot.
  await deliveries.put('held', 3001)
  await service.sql`UPDATE submission SET language = 'fi' WHERE submission_id = 3001`
  await expect(service.send('POST', '/courses/11/snapshot/refresh')).toBeReply(200)
  await changeGrading(service, { anonymous: true })
  return service
}

const anonymous = 1103
const named = 1104
const students = Array.from({ length: 30 }, (_, index) => 201 + index)
const submissionId = fc.integer({ min: 3001, max: 3040 })

/** Requests by which staff may read the anonymous work. */
const lists = fc
  .record(
    {
      exerciseId: fc.constant(anonymous),
      state: fc.constantFrom('waiting', 'not_queued', 'completed', 'released'),
      tag: fc.constantFrom('group-a', 'retaking'),
      limit: fc.integer({ min: 1, max: 200 }),
    },
    { requiredKeys: ['exerciseId'] },
  )
  .map(
    (query) =>
      `/courses/11/submissions?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
  )

const filters = fc.record(
  {
    exerciseId: fc.constantFrom(anonymous, named),
    state: fc.constantFrom('waiting', 'not_queued', 'completed'),
    grader: fc.constantFrom(101, 103),
    userId: fc.constantFrom(...students),
    q: fc.constantFrom('eero', 'demonen, eero', 'student0', '5002', 'naite'),
    tag: fc.constantFrom('group-a', 'group-b', 'retaking', 'group-z'),
  },
  { requiredKeys: [] },
)
type Filters = typeof filters extends fc.Arbitrary<infer Given> ? Given : never
type AskedOfPerson = { readonly [Name in 'userId' | 'q' | 'tag']?: Filters[Name] | undefined }

const archiveOfAll = `/courses/11/exercises/${anonymous}/archive?attempts=all`

const paths = fc.oneof(
  { weight: 4, arbitrary: lists },
  { weight: 4, arbitrary: submissionId.map((id) => `/submissions/${id}`) },
  { weight: 4, arbitrary: submissionId.map((id) => `/submissions/${id}/content`) },
  { weight: 1, arbitrary: submissionId.map((id) => `/submissions/${id}/archive`) },
)

/** Sorted by number, as aliases must be: any other order would reveal something about the students. */
const byNumber = (names: readonly string[]): string[] =>
  names.toSorted((a, b) => Number(a.split(' ')[1]) - Number(b.split(' ')[1]))

const list = async (service: TestService, query: string, session?: string) =>
  (await service.read<{ items: SubmissionRow[] }>(`/courses/11/submissions?limit=200${query}`, session)).items

/** Everything by which a person can be recognised. */
function traitsOf(service: TestService, userId: number): string[] {
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

/** The traits of students that occur in a text, which one pass finds: an archive has 2 MB. */
function namesIn(service: TestService, text: string): string[] {
  const traits = students.flatMap((userId) => traitsOf(service, userId))
  return text.match(new RegExp(traits.map(RegExp.escape).join('|'), 'g')) ?? []
}
