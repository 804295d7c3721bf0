import type { Queue } from '@course-grading/contracts/claims/queue'
import type { RubricBrief } from '@course-grading/contracts/rubrics/rubric'
import { statementsOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { changeGrading } from '../grading/grading.fixture.ts'
import type { ClaimsUnderTest } from './claims.fixture.ts'
import { itOnExamples as it, type Page } from '../service-test.fixture.ts'

it.beforeEach(({ claims }) => claims.clear())

describe('listQueues', () => {
  it('counts what waits for all and for the caller, and what is held', async ({
    claims,
    teacher,
    inFinnish,
    grader,
  }) => {
    await claims.submitted({ submitterIds: [201], submittedAt: '2026-11-03T10:00:00.000Z' })
    await claims.submitted({ submitterIds: [202], submittedAt: '2026-11-02T10:00:00.000Z' })
    await claims.submitted({ submitterIds: [101], submittedAt: '2026-11-04T10:00:00.000Z' })
    const held = await claims.submitted({ submittedAt: '2026-11-01T10:00:00.000Z' })
    await claims.claimed(grader, held)
    const counts = { waiting: 3, inProgress: 1, oldestWaitingAt: '2026-11-02T10:00:00.000Z', dueAt: null }
    expect(await queueOf(claims, grader)).toMatchObject({ ...counts, mine: 3 })
    expect(await queueOf(claims, teacher)).toMatchObject({ ...counts, mine: 2 })
    expect(await queueOf(claims, inFinnish)).toMatchObject({ ...counts, mine: 1 })
    await claims.lapse(held)
    expect(await queueOf(claims, grader)).toMatchObject({
      waiting: 4,
      inProgress: 0,
      oldestWaitingAt: '2026-11-01T10:00:00.000Z',
    })
  })

  it('counts results by their release and by the state of the grade', async ({ service, claims, teacher }) => {
    const counts = async () => {
      const { items } = await claims.list<Queue>('/courses/11/grading/queues', teacher)
      const found = items.find(({ exerciseId }) => exerciseId === 1103)
      return [found?.completed, found?.released, found?.held, found?.undeliverable].map(Number)
    }
    const [completed = 0, released = 0, held, undeliverable = 0] = await counts()
    expect(completed).toBeGreaterThan(0)
    await service.sql`UPDATE capability SET sealed_url = NULL, deleted_at = now() WHERE submission_id = 9102`
    await service.sql`UPDATE completed_result SET released_at = now() WHERE submission_id = 9102`
    expect(await counts()).toEqual([completed - 1, released + 1, held, undeliverable + 1])
  })

  it('counts what the caller completed, also once it is released', async ({ service, claims, teacher, grader }) => {
    const countsOf = async () => [
      (await queueOf(claims, teacher, 1103))?.completedByMe,
      (await queueOf(claims, grader, 1103))?.completedByMe,
    ]
    const [ofTeacher = 0, ofGrader] = await countsOf()
    expect([ofTeacher > 0, ofGrader]).toEqual([true, 0])
    await service.sql`UPDATE completed_result SET released_at = now() WHERE submission_id = 9102 AND released_at IS NULL`
    expect(await countsOf()).toEqual([ofTeacher, 0])
    await service.sql`UPDATE assessment SET grader_id = 103 WHERE submission_id = 9102`
    expect(await countsOf()).toEqual([ofTeacher - 1, 1])
  })

  it('lists one exercise', async ({ claims, grader }) => {
    const { items } = await claims.list<Queue>('/courses/11/grading/queues?exerciseId=1104', grader)
    expect(items.map(({ exerciseId }) => exerciseId)).toEqual([1104])
  })

  it('is empty for an exercise of another course', async ({ claims, teacher }) => {
    expect((await claims.list<Queue>('/courses/11/grading/queues?exerciseId=1301', teacher)).items).toEqual([])
  })

  it('names each exercise as the snapshot does', async ({ claims, grader }) => {
    expect(await queueOf(claims, grader)).toMatchObject({ exerciseName: expect.stringContaining('Project') })
  })

  it('has no name of an exercise that the snapshot does not have', async ({ service, claims, grader }) => {
    await service.sql`INSERT INTO manual_grading_exercise (exercise_id, course_id) VALUES (1199, 11)`
    const { items } = await claims.list<Queue>('/courses/11/grading/queues', grader)
    await service.sql`DELETE FROM manual_grading_exercise WHERE exercise_id = 1199`
    expect(items.at(-1)).toMatchObject({ exerciseId: 1199, exerciseName: null })
  })

  it('says how each exercise is graded, with the defaults until its settings are written', async ({
    service,
    claims,
    grader,
  }) => {
    const defaults = {
      revision: 0,
      rubricId: null,
      rubricTitle: null,
      release: 'manual',
      releaseAt: null,
      anonymous: false,
    }
    expect((await queueOf(claims, grader))?.grading).toEqual(defaults)
    const { rubricId, title } = (await service.read<RubricPage>('/courses/11/rubrics?state=published')).items[0]!
    await changeGrading(service, { rubricId, anonymous: true, releaseAt: '2027-01-01T10:00:00Z' }, 1104)
    const releaseAt = '2027-01-01T10:00:00.000Z'
    const written = { revision: 1, rubricId, rubricTitle: title, release: 'manual', releaseAt, anonymous: true }
    expect((await queueOf(claims, grader))?.grading).toEqual(written)
  })

  it('lists exercises by id, page by page', async ({ claims, grader }) => {
    const first = await claims.list<Queue>('/courses/11/grading/queues?limit=1', grader)
    const second = await claims.list<Queue>(`/courses/11/grading/queues?limit=1&cursor=${first.nextCursor}`, grader)
    expect([...first.items, ...second.items].map(({ exerciseId }) => exerciseId)).toEqual([1103, 1104])
  })

  it('makes as many statements for all exercises as for one', async ({ service, claims, grader }) => {
    const countOf = (query: string) =>
      statementsOf(service, () => claims.list(`/courses/11/grading/queues${query}`, grader))
    expect(await countOf('')).toBe(await countOf('?limit=1'))
  })
})

const queueOf = async (claims: ClaimsUnderTest, session: string, exercise = 1104) =>
  (await claims.list<Queue>('/courses/11/grading/queues', session)).items.find(
    ({ exerciseId }) => exerciseId === exercise,
  )

type RubricPage = Page<RubricBrief>
