import type { GradingProgress } from '@course-grading/contracts/claims/grading-progress'
import { queriesOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import type { ClaimsUnderTest } from './claims.fixture.ts'
import { itOnExamples as it, type TestService } from '../service-test.fixture.ts'

it.beforeEach(({ claims }) => claims.clear())

describe('getGradingProgress', () => {
  it('lists the graders as in the settings, and then others who hold or judged last', async ({ service, claims }) => {
    await claims.submitted()
    await claims.submitted({ language: 'en' })
    const { graders, stuck } = await progress(service, '')
    expect(graders.map(({ listed, person }) => [person.userId, listed])).toEqual([
      [102, true],
      [103, true],
      [101, false],
    ])
    const [inFinnish, ofAll, teacher] = graders
    expect(inFinnish).toMatchObject({
      person: { fullName: expect.any(String), alias: false },
      languages: ['fi'],
      gradingTags: ['group-a'],
    })
    expect(ofAll).toMatchObject({ languages: ['en', 'fi'], gradingTags: null, mayGrade: 2 })
    expect(teacher).toMatchObject({ languages: null, gradingTags: null, mayGrade: null, holds: 1, points: null })
    expect(stuck).toEqual([])
  })

  it('counts what each holds, has left and has saved, in all exercises or one', async ({ service, claims, grader }) => {
    const [held, left, erased] = [await claims.submitted(), await claims.submitted(), await claims.submitted()]
    for (const id of [held, left, erased]) await claims.claimed(grader, id)
    for (const id of [left, erased]) await claims.lapse(id)
    const numbersOf = async (query: string) => {
      const found = (await progress(service, query)).graders.find(({ person }) => person.userId === 103)
      return [found?.mayGrade, found?.holds, found?.left, found?.lastSavedAt]
    }
    expect(await numbersOf('')).toEqual([2, 1, 2, null])
    await service.sql`DELETE FROM submission_submitter WHERE submission_id = ${erased}`
    await service.sql`UPDATE submission SET in_queue = FALSE WHERE submission_id = ${erased}`
    await claims.save(left)
    expect(await numbersOf('')).toEqual([1, 1, 1, expect.stringMatching(/\.\d{3}Z$/)])
    expect(await numbersOf('?exerciseId=1104')).toEqual(await numbersOf(''))
    expect(await numbersOf('?exerciseId=1103')).toEqual([0, 0, 0, null])
    expect(await numbersOf('?exerciseId=1301')).toEqual([0, 0, 0, null])
  })

  it('counts for the holder what another judged last', async ({ service, claims, grader }) => {
    const submission = await claims.submitted()
    const { id } = await claims.claimed(grader, submission)
    await claims.save(submission)
    await service.send('POST', `/assessments/${id}/takeover`)
    const { graders } = await progress(service, '?exerciseId=1104')
    const numbers = graders.map(({ person, holds, left }) => [person.userId, holds, left])
    expect(numbers).toEqual([
      [102, 0, 0],
      [103, 0, expect.any(Number)],
      [101, 1, 0],
    ])
  })

  it('counts what each completed, and has mean and standard deviation of an exercise from five results on', async ({
    service,
    claims,
    grader,
  }) => {
    const resultsOf = async (query: string) => {
      const found = (await progress(service, query)).graders.find(({ person }) => person.userId === 103)
      return [found?.completed, found?.points]
    }
    for (const points of [2, 4, 4, 6]) await complete(service, claims, grader, points)
    expect(await resultsOf('?exerciseId=1104')).toEqual([4, null])
    await complete(service, claims, grader, 9.5)
    expect(await resultsOf('?exerciseId=1104')).toEqual([5, { mean: 5.1, spread: 2.54 }])
    expect(await resultsOf('')).toEqual([5, null])
  })

  it('says which waiting work no listed grader may grade', async ({ service, claims }) => {
    await service.sql`UPDATE course_settings SET document = replace(document::text, '"languages":["en","fi"]', '"languages":[]')::json
      WHERE course_id = 11`
    await claims.submitted()
    await claims.submitted({ language: 'en' })
    await claims.submitted({ language: 'en' })
    await claims.submitted({ language: 'de' })
    const { stuck } = await progress(service, '?exerciseId=1104')
    expect(stuck).toEqual([
      {
        exerciseId: 1104,
        exerciseName: expect.stringContaining('Project'),
        languages: [{ language: 'en', count: 2 }],
        byTags: 1,
      },
    ])
    await service.sql`UPDATE course_settings SET document = replace(document::text, '"languages":[]', '"languages":["en","fi"]')::json
      WHERE course_id = 11`
  })

  it('names the other staff whose names are known', async ({ service }) => {
    await service.sql`INSERT INTO staff_name (course_id, user_id, full_name) VALUES (11, 109, 'Anna Assistant'), (13, 108, 'Other Course')`
    expect((await progress(service, '')).staff).toEqual([
      { userId: 109, fullName: 'Anna Assistant', alias: false },
      { userId: 101, fullName: 'Terry Teacher', alias: false },
    ])
  })

  it('makes three statements beside that of the settings', async ({ service }) => {
    const { useSession: _, ...own } = await queriesOf(service, () => progress(service, ''))
    expect(own).toEqual({ listCourseSettings: 1, listWaitingWork: 1, listGraderWork: 1, listStaff: 1 })
  })

  it('is for teachers', async ({ service, grader }) => {
    await expect(service.get('/courses/11/grading/progress', grader)).toBeProblem(403, 'forbidden')
    await expect(service.get('/courses/11/grading/progress?exerciseId=0')).toBeProblem(400, 'validation_failed', [
      '$.exerciseId invalid_format',
    ])
  })
})

const progress = (service: TestService, query: string) =>
  service.read<GradingProgress>(`/courses/11/grading/progress${query}`)

const complete = async (service: TestService, claims: ClaimsUnderTest, session: string, points: number) => {
  const { id, revision } = await claims.claimed(session, await claims.submitted())
  const scores = JSON.stringify({ points: { points } })
  await service.sql`UPDATE assessment SET scores = ${scores}, revision = revision + 1 WHERE id = ${id}`
  const ifMatch = `"${revision + 1}"`
  await expect(service.request('POST', `/assessments/${id}/complete`, { session, ifMatch })).toBeReply(200)
}
