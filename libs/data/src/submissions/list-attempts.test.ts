import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGrading } from '../testing/a-delivery.ts'
import { aHead, aModule, aStudent, refresh } from '../testing/a-reading.ts'
import { openObserved } from '../testing/open-settings.ts'
import { type AttemptQuery, listAttempts } from './list-attempts.ts'

const grading = await openGrading()
const { courseId, registered, frontend } = grading
const { database } = await openObserved(grading.testDatabase.urls.frontendInternal)
afterAll(async () => {
  await database.end()
  await grading.close()
})

const query = (submitterIds: number[], change: Partial<AttemptQuery> = {}): AttemptQuery => ({
  courseId,
  exerciseId: 11,
  submitterIds,
  restriction: null,
  claimer: null,
  isNamed: true,
  reader: 'staff',
  ...change,
})
const idsOf = async (submitterIds: number[], change: Partial<AttemptQuery> = {}) =>
  (await listAttempts(database, query(submitterIds, change))).map(({ submissionId }) => submissionId)

beforeAll(async () => {
  await refresh(frontend, courseId, {
    modules: [aModule(1, [11, 12])],
    students: [aStudent(501, { tagSlugs: ['a'] }), aStudent(502), aStudent(504)],
    submissions: [
      {
        exerciseId: 11,
        heads: [
          aHead(1, [501], { submittedAt: '2026-11-01T10:00:00Z' }),
          aHead(2, [501, 502], { submittedAt: '2026-11-02T10:00:00Z' }),
          aHead(3, [502, 501], { submittedAt: '2026-11-02T10:00:00Z' }),
          ...Array.from({ length: 103 }, (_, index) =>
            aHead(100 + index, [504], { submittedAt: new Date(Date.UTC(2026, 10, 1, 0, index)).toISOString() }),
          ),
        ],
      },
      { exerciseId: 12, heads: [aHead(4, [501])] },
    ],
  })
  await registered({
    submissionId: 5,
    submitterIds: [501],
    submittedAt: '2026-11-01T09:00:00.000Z',
    autoPoints: 1,
    language: 'fi',
  })
  await registered({ submissionId: 6, submitterIds: [501], submittedAt: '2026-11-03T09:00:00.000Z', autoPoints: 1 })
  await registered({ submissionId: 7, submitterIds: [501, 502, 503] })
})

describe('listAttempts', () => {
  it('lists the submissions of exactly these people, newest first', async () => {
    expect(await idsOf([501])).toEqual([6, 1, 5])
    expect(await idsOf([502, 501])).toEqual([3, 2])
    expect(await idsOf([502])).toEqual([])
  })

  it('lists only submissions that the restriction allows', async () => {
    const restriction = { languages: ['fi'], courseLanguages: ['fi', 'en'], tags: ['a'] }
    expect(await idsOf([501], { restriction })).toEqual([1, 5])
    expect(await idsOf([501], { restriction: { ...restriction, tags: ['b'] } })).toEqual([])
  })

  it('lists at most a hundred', async () => {
    const ids = await idsOf([504])
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([100, 202, 103])
  })

  it('lists none without submitters', async () => {
    await grading.owner.query('DELETE FROM submission_submitter WHERE submission_id = 7')
    expect(await idsOf([])).toEqual([])
  })

  it('shows students only what students may see', async () => {
    const [newest] = await listAttempts(database, query([501], { reader: 'student' }))
    expect(newest).toMatchObject({
      submissionId: 6,
      state: 'submitted',
      points: null,
      autoPoints: null,
      upstream: null,
    })
  })
})
