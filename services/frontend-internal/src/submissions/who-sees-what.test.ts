import { readManifest } from '@course-grading/test-kit'
import { describe, expect } from 'vitest'
import { itOn, type TestService } from '../service-test.fixture.ts'
import { register, slimWork, startWithSnapshot } from './submissions.fixture.ts'

const it = itOn(prepared).extend('as', { scope: 'file' }, ({ service }) => readersOf(service))

/** Of each operation about one submission, and each reader with the works that they see. */
describe.each(['', '/content', '/files/:file', '/archive'])('a submission at /submissions/:id%s', (part) => {
  it.for(people())('is shown to %s as the table says', async ([_who, userId, sees], { service, as }) => {
    // One after the other, since a person may read only a few files and archives at the same time.
    for (const [work, id] of Object.entries(works)) {
      const reply = await as(userId, pathOf(service, id, part))
      if (sees.some((seen) => seen === work)) expect(reply.status, work).toBe(200)
      else await expect(reply, work).toBeProblem(404, 'not_found')
      await reply.body?.cancel()
    }
  })

  it('is hidden from students if its module is hidden', async ({ service, as }) => {
    const path = pathOf(service, inHiddenModule.submissionId, part)
    await expect(as(201, path)).toBeProblem(404, 'not_found')
    await expect(as(101, path)).toBeReply(200)
  })

  it('is still shown to its submitters if its module is closed', async ({ service, as }) => {
    await expect(as(211, pathOf(service, 3101, part))).toBeReply(200)
  })

  it('of a hidden course is not found by its students, and does not change for its staff', async ({ service, as }) => {
    const path = pathOf(service, 20_001, part)
    await hideCourse(service, as)
    await expect(as(301, path)).toBeProblem(404, 'not_found')
    await expect(as(104, path)).toBeReply(200)
  })
})

describe('listSubmissions', () => {
  it.for(people())('shows %s the submissions of the table, or none', async ([_who, userId, sees, status], { as }) => {
    const reply = await as(userId, '/courses/11/submissions?limit=200')
    if (status !== 200) return expect(reply).toBeProblem(status, 'forbidden')
    const { items } = (await reply.json()) as { items: { submissionId: number }[] }
    expect(among(items.map(({ submissionId }) => submissionId))).toEqual(idsOf(sees))
  })

  it('shows students nothing of hidden modules, and staff all of it', async ({ as }) => {
    const path = `/courses/11/submissions?exerciseId=${inHiddenModule.exerciseId}`
    expect(await (await as(201, path)).json()).toMatchObject({ items: [] })
    expect(await (await as(101, path)).json()).toMatchObject({ items: [{ submissionId: inHiddenModule.submissionId }] })
  })

  it('shows submissions of closed modules to their submitters', async ({ as }) => {
    expect(await (await as(211, '/courses/11/submissions?exerciseId=1104')).json()).toMatchObject({
      items: [{ submissionId: 3101, state: 'submitted' }],
    })
  })

  it('of a hidden course is forbidden to its students, and does not change for its staff', async ({ service, as }) => {
    await hideCourse(service, as)
    await expect(as(301, '/courses/13/submissions')).toBeProblem(403, 'forbidden')
    await expect(as(104, '/courses/13/submissions')).toBeReply(200)
  })
})

describe('getExerciseArchive', () => {
  it.for(people())('has those of the table for %s', async ([_who, userId, sees, _list, status], { as }) => {
    const reply = await as(userId, '/courses/11/exercises/1103/archive?attempts=all')
    if (status !== 200) return expect(reply).toBeProblem(status, 'forbidden')
    const rows = readManifest(Buffer.from(await reply.arrayBuffer()))
    expect(among(rows.map(({ submission }) => Number(submission)))).toEqual(idsOf(sees))
  })

  it.for([1301, 1101, 9999])('does not find an exercise that the course does not grade: %i', async (id, { as }) => {
    await expect(as(101, `/courses/11/exercises/${id}/archive`)).toBeProblem(404, 'not_found')
  })

  it('of a hidden course is forbidden to its students', async ({ service, as }) => {
    await hideCourse(service, as)
    await expect(as(301, '/courses/13/exercises/1301/archive')).toBeProblem(403, 'forbidden')
  })
})

type Work = keyof typeof works

/** The readers, and the outcome of the list and the archive of an exercise for them. */
function people(): readonly (readonly [
  who: string,
  userId: number,
  sees: readonly Work[],
  list: number,
  archive: number,
])[] {
  return [
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
}

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
const inHiddenModule = { exerciseId: 1107, submissionId: 6001 }

const idsOf = (sees: readonly Work[]) =>
  Object.entries(works).flatMap(([work, id]) => (sees.some((seen) => seen === work) ? [id] : []))

const among = (ids: readonly number[]) => Object.values(works).filter((id) => ids.includes(id))

const pathOf = ({ upstream }: TestService, id: number, part: string) =>
  `/submissions/${id}${part.replace(':file', () => String(upstream.world.submission(id).files[0]!.id))}`

async function hideCourse(service: TestService, as: ReturnType<typeof readersOf>): Promise<void> {
  service.upstream.world.course(13).visibleToStudents = false
  await expect(as(104, '/courses/13/snapshot/refresh', 'POST')).toBeReply(200)
}

/** Requests of people, each of whom signs in once. */
function readersOf(service: TestService) {
  const sessions = new Map<number, Promise<string>>()
  return async (userId: number, path: string, method = 'GET') =>
    service.request(method, path, { session: await sessions.getOrInsertComputed(userId, () => service.signIn(userId)) })
}

async function prepared() {
  const service = await startWithSnapshot({
    world: (world) => {
      slimWork(world)
      world.setRole(11, 105, 'assistant')
      world.setRole(11, 302, 'assistant')
      world.removeRole(11, 212)
      world.exercises.set(inHiddenModule.exerciseId, {
        ...world.exercise(1103),
        id: inHiddenModule.exerciseId,
        moduleId: 56,
      })
      const { files } = world.submission(3001)
      const { exerciseId, submissionId: id } = inHiddenModule
      world.addSubmission({ id, exerciseId, submitterIds: [201], files: [{ ...files[0]!, id: 99_001 }] })
      world.module(52).closesAtMs = Date.UTC(2026, 9, 1)
    },
    settings: {
      graders: [
        { userId: 102, languages: ['fi'] },
        { userId: 103, languages: ['en', 'fi'], feedbackTags: ['group-b'], gradingTags: ['group-b'] },
        { userId: 302, languages: ['en', 'fi'], feedbackTags: [], gradingTags: [] },
      ],
      manualGradingExercises: [1103, 1104, inHiddenModule.exerciseId],
    },
  })
  await register(service, works.inEnglish, { language: 'en' })
  await register(service, works.ofGroupInFinnish, { language: 'fi' })
  await register(service, works.ofGroupInEnglish, { language: 'en' })
  // The bulk data leave out people who have left, so their work is known only if it was registered.
  await register(service, works.ofDropped, { language: 'fi' })
  return service
}
