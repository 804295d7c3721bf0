import { readManifest } from '@course-grading/test-kit'
import { describe, expect } from 'vitest'
import { peopleOf } from '../access/one-world.fixture.ts'
import { itOn } from '../service-test.fixture.ts'
import { register, slimWork, startWithSnapshot } from './submissions.fixture.ts'

/** Restrictions of graders at work of one person are in `access/one-world.test.ts`. */
const it = itOn(prepared).extend('as', { scope: 'file' }, ({ service }) => peopleOf(service))

describe('work of a group, work that nobody registered, and work of who left', () => {
  it.for(people())('is shown to %s as the table says', async ([_who, userId, sees], { as }) => {
    for (const [work, id] of Object.entries(works)) {
      const reply = await as(userId)('GET', `/submissions/${id}`)
      if (sees.some((seen) => seen === work)) expect(reply.status, work).toBe(200)
      else await expect(reply, work).toBeProblem(404, 'not_found')
      await reply.body?.cancel()
    }
    const listed = await as(userId)('GET', '/courses/11/submissions?limit=200')
    const { items } = (await listed.json()) as { items: { submissionId: number }[] }
    expect(among(items.map(({ submissionId }) => submissionId))).toEqual(idsOf(sees))
    const archive = await as(userId)('GET', '/courses/11/exercises/1103/archive?attempts=all')
    if (userId === 203) return expect(archive).toBeProblem(403, 'forbidden')
    const rows = readManifest(Buffer.from(await archive.arrayBuffer()))
    expect(among(rows.map(({ submission }) => Number(submission)))).toEqual(idsOf(sees))
  })
})

describe('a submission', () => {
  it('is still shown to its submitters, and listed, if its module is closed', async ({ as }) => {
    await expect(as(211)('GET', '/submissions/3101')).toBeReply(200)
    const listed = await as(211)('GET', '/courses/11/submissions?exerciseId=1104')
    expect(await listed.json()).toMatchObject({ items: [{ submissionId: 3101, state: 'submitted' }] })
  })

  it('of a hidden course does not exist for its students, and does not change for its staff', async ({
    service,
    as,
  }) => {
    service.upstream.world.course(13).visibleToStudents = false
    await expect(as(104)('POST', '/courses/13/snapshot/refresh')).toBeReply(200)
    await expect(as(301)('GET', '/submissions/20001')).toBeProblem(404, 'not_found')
    await expect(as(301)('GET', '/courses/13/submissions')).toBeProblem(403, 'forbidden')
    for (const path of ['/submissions/20001', '/courses/13/submissions'])
      await expect(as(104)('GET', path)).toBeReply(200)
  })
})

describe('getExerciseArchive', () => {
  it.for([1301, 1101, 9999])('does not find an exercise that the course does not grade: %i', async (id, { as }) => {
    await expect(as(101)('GET', `/courses/11/exercises/${id}/archive`)).toBeProblem(404, 'not_found')
  })
})

type Work = keyof typeof works

function people(): readonly (readonly [who: string, userId: number, sees: readonly Work[]])[] {
  return [
    ['a grader of Finnish work', 102, ['ofGroupInFinnish', 'notRegistered', 'ofDropped']],
    ['a grader of group B', 103, ['notRegistered', 'ofGroupInEnglish']],
    ['one of a group', 203, ['ofGroupInFinnish']],
  ]
}

const works = {
  /** By students 201, 203 and 205, all in group A. */
  ofGroupInFinnish: 3009,
  /** By student 202, who is in group B. */
  notRegistered: 3002,
  /** By students 202, 204 and 206, all in group B. */
  ofGroupInEnglish: 3010,
  /** By student 212, who left the course. */
  ofDropped: 3012,
} as const

const idsOf = (sees: readonly Work[]) =>
  Object.entries(works).flatMap(([work, id]) => (sees.some((seen) => seen === work) ? [id] : []))

const among = (ids: readonly number[]) => Object.values(works).filter((id) => ids.includes(id))

async function prepared() {
  const service = await startWithSnapshot({
    world: (world) => {
      slimWork(world)
      world.removeRole(11, 212)
      world.module(52).closesAtMs = Date.UTC(2026, 9, 1)
    },
    settings: {
      graders: [
        { userId: 102, languages: ['fi'] },
        { userId: 103, languages: ['en', 'fi'], feedbackTags: ['group-b'], gradingTags: ['group-b'] },
      ],
    },
  })
  await register(service, works.ofGroupInFinnish, { language: 'fi' })
  await register(service, works.ofGroupInEnglish, { language: 'en' })
  // The bulk data leave out people who have left, so their work is known only if it was registered.
  await register(service, works.ofDropped, { language: 'fi' })
  return service
}
