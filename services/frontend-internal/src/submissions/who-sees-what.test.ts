import { readManifest } from '@course-grading/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { refresh, register, slimWork, startWithSnapshot } from './submissions.fixture.ts'

const works = {
  /** By student 201, who is in group A. */
  inEnglish: 3001,
  /** By students 201, 203 and 205, all in group A. */
  ofGroupInFinnish: 3009,
  /** By student 202, who is in group B. */
  notRegistered: 3002,
  /** By students 202, 204 and 206, all in group B. */
  ofGroupInEnglish: 3010,
  /** By student 212, who left the course. */
  ofDropped: 3012,
} as const
type Work = keyof typeof works
const hidden = { exerciseId: 1107, submissionId: 6001 }

/** Each reader with the works that they see, and the outcome of the list and the archive of an exercise for them. */
const people: readonly (readonly [
  who: string,
  userId: number,
  sees: readonly Work[],
  list: number,
  archive: number,
])[] = [
  ['a teacher', 101, ['inEnglish', 'ofGroupInFinnish', 'notRegistered', 'ofGroupInEnglish', 'ofDropped'], 200, 200],
  ['a grader of Finnish work', 102, ['ofGroupInFinnish', 'notRegistered', 'ofDropped'], 200, 200],
  ['a grader of group B', 103, ['notRegistered', 'ofGroupInEnglish'], 200, 200],
  ['a grader of no tags', 302, [], 200, 200],
  ['an assistant who is no grader', 105, [], 403, 403],
  ['who submitted', 201, ['inEnglish', 'ofGroupInFinnish'], 200, 403],
  ['one of a group', 203, ['ofGroupInFinnish'], 200, 403],
  ['another student', 207, [], 200, 403],
  ['a student who left the course', 212, [], 403, 403],
  ['a teacher of another course', 104, [], 403, 403],
]

let service: TestService & { readonly teacher: string }
const sessions = new Map<number, Promise<string>>()
const sessionOf = (userId: number) => sessions.getOrInsertComputed(userId, () => service.signIn(userId))
beforeAll(async () => {
  service = await startWithSnapshot({
    world: (world) => {
      slimWork(world)
      world.setRole(11, 105, 'assistant')
      world.setRole(11, 302, 'assistant')
      world.removeRole(11, 212)
      world.exercises.set(hidden.exerciseId, { ...world.exercise(1103), id: hidden.exerciseId, moduleId: 56 })
      const { files } = world.submission(3001)
      const { exerciseId, submissionId: id } = hidden
      world.addSubmission({ id, exerciseId, submitterIds: [201], files: [{ ...files[0]!, id: 99_001 }] })
      world.module(52).closesAtMs = Date.UTC(2026, 9, 1)
    },
    settings: {
      graders: [
        { userId: 102, languages: ['fi'] },
        { userId: 103, languages: ['en', 'fi'], feedbackTags: ['group-b'], gradingTags: ['group-b'] },
        { userId: 302, languages: ['en', 'fi'], feedbackTags: [], gradingTags: [] },
      ],
      manualGradingExercises: [1103, 1104, hidden.exerciseId],
    },
  })
  await register(service, works.inEnglish, { language: 'en' })
  await register(service, works.ofGroupInFinnish, { language: 'fi' })
  await register(service, works.ofGroupInEnglish, { language: 'en' })
  // The bulk data leave out people who have left, so their work is known only if it was registered.
  await register(service, works.ofDropped, { language: 'fi' })
})
afterAll(() => service.stop())

const get = async (userId: number, path: string) => service.request('GET', path, { session: await sessionOf(userId) })
/** The code of a problem, or the status; the body is read to its end. */
async function verdictOf(reply: Response): Promise<number | string> {
  if (reply.ok) await reply.arrayBuffer()
  return reply.ok ? reply.status : (await problemOf(reply)).join(' ')
}
const aboutOne = {
  getSubmission: (id: number) => `/submissions/${id}`,
  getSubmissionContent: (id: number) => `/submissions/${id}/content`,
  getSubmissionFile: (id: number) => `/submissions/${id}/files/${service.upstream.world.submission(id).files[0]!.id}`,
  getSubmissionArchive: (id: number) => `/submissions/${id}/archive`,
}
const operations = Object.entries(aboutOne)
const cells = people.flatMap(([who, userId, sees]) =>
  operations.map(([operation, pathOf]) => [operation, who, { userId, sees, pathOf }] as const),
)
const among = (ids: readonly number[]) => Object.values(works).filter((id) => ids.includes(id))

describe('each submission', () => {
  it.each(cells)('%s is shown to %s as the table says', async (_operation, _who, { userId, sees, pathOf }) => {
    const verdicts: [string, unknown][] = []
    // One after the other, since a person may read only a few files and archives at the same time.
    for (const [work, id] of Object.entries(works)) {
      verdicts.push([work, await verdictOf(await get(userId, pathOf(id)))])
    }
    expect(verdicts).toEqual(
      Object.keys(works).map((work) => [work, sees.some((seen) => seen === work) ? 200 : '404 not_found']),
    )
  })

  it.each(operations)('is hidden from students if its module is hidden: %s', async (_operation, pathOf) => {
    const path = pathOf(hidden.submissionId)
    expect(await verdictOf(await get(201, path))).toBe('404 not_found')
    expect(await verdictOf(await get(101, path))).toBe(200)
  })

  it.each(operations)('is still shown to its submitters if its module is closed: %s', async (_operation, pathOf) => {
    expect(await verdictOf(await get(211, pathOf(3101)))).toBe(200)
  })
})

describe('listSubmissions', () => {
  it.each(people)('shows %s the submissions of the table, or none', async (_who, userId, sees, status) => {
    const reply = await get(userId, '/courses/11/submissions?limit=200')
    if (status !== 200) expect(await verdictOf(reply)).toBe(`${status} forbidden`)
    else {
      const { items } = (await reply.json()) as { items: { submissionId: number }[] }
      expect(among(items.map(({ submissionId }) => submissionId))).toEqual(
        Object.entries(works).flatMap(([work, id]) => (sees.some((seen) => seen === work) ? [id] : [])),
      )
    }
  })

  it('shows students nothing of hidden modules, and staff all of it', async () => {
    const idsFor = async (userId: number) => {
      const reply = await get(userId, `/courses/11/submissions?exerciseId=${hidden.exerciseId}`)
      return ((await reply.json()) as { items: { submissionId: number }[] }).items.map(
        ({ submissionId }) => submissionId,
      )
    }
    expect([await idsFor(201), await idsFor(101)]).toEqual([[], [hidden.submissionId]])
  })

  it('shows submissions of closed modules to their submitters', async () => {
    expect(await (await get(211, '/courses/11/submissions?exerciseId=1104')).json()).toMatchObject({
      items: [{ submissionId: 3101, state: 'submitted' }],
    })
  })
})

describe('getExerciseArchive', () => {
  it.each(people)(
    'has the submissions of the table for %s, or is refused',
    async (_who, userId, sees, _list, status) => {
      const reply = await get(userId, '/courses/11/exercises/1103/archive?attempts=all')
      if (status === 200) {
        const rows = readManifest(Buffer.from(await reply.arrayBuffer()))
        expect(among(rows.map(({ submission }) => Number(submission)))).toEqual(
          Object.entries(works).flatMap(([work, id]) => (sees.some((seen) => seen === work) ? [id] : [])),
        )
      } else expect(await verdictOf(reply)).toBe(`${status} forbidden`)
    },
  )

  it.each([1301, 1101, 9999])('does not find an exercise that the course does not grade: %i', async (exerciseId) => {
    expect(await verdictOf(await get(101, `/courses/11/exercises/${exerciseId}/archive`))).toBe('404 not_found')
  })
})

describe('a course that the learning platform hides', () => {
  beforeAll(async () => {
    service.upstream.world.course(13).visibleToStudents = false
    await refresh(service, 13, await sessionOf(104))
  })

  const hidden: readonly (readonly [operation: string, verdict: string, path: () => string])[] = [
    ...operations.map(([operation, pathOf]) => [operation, '404 not_found', () => pathOf(20_001)] as const),
    ['listSubmissions', '403 forbidden', () => '/courses/13/submissions'],
    ['getExerciseArchive', '403 forbidden', () => '/courses/13/exercises/1301/archive'],
  ]
  it.each(hidden)(
    'is for its students as one that they are not in, and does not change for its staff: %s is %s',
    async (operation, verdict, path) => {
      expect(await verdictOf(await get(301, path()))).toBe(verdict)
      // The archive of the whole exercise has its own tests.
      if (operation !== 'getExerciseArchive') expect(await verdictOf(await get(104, path()))).toBe(200)
    },
  )
})
