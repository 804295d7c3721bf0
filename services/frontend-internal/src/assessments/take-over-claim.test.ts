import { describe, expect } from 'vitest'
import { type AssessmentClient, comment, note } from './assessment-client.fixture.ts'
import { itOnExamples as it } from '../service-test.fixture.ts'

describe('takeOverClaim', () => {
  it('gives the draft to the teacher, and parks later saves of the former holder', async ({ assessments, grader }) => {
    const id = await assessments.placed({ holderId: 103 })
    await assessments.patch(id, comment('report', 'begun'), { session: grader, revision: 1 })
    await expect(takeOver(assessments, id)).toBeRevision(200, 2, {
      holder: { userId: 101 },
      grader: { userId: 103 },
      scores: { report: { comment: 'begun' } },
    })
    expect((await assessments.eventsOf(id)).at(-1)).toMatchObject({ event: 'taken_over', by: 101, from: 2, to: 2 })
    await expect(assessments.patch(id, note('typed'), { session: grader, base: 2 })).toBeProblem(409, 'claim_lost')
    expect(await assessments.parkedOf(id, grader)).toMatchObject([{ content: note('typed') }])
  })

  it('gives a draft that nobody holds to the teacher, and may be repeated', async ({ service, assessments }) => {
    const id = await assessments.placed({ holderId: 103 })
    await service.send('DELETE', `/assessments/${id}/claim`)
    await expect(takeOver(assessments, id)).toBeReply(200)
    await expect(takeOver(assessments, id)).toBeReply(200)
    expect((await assessments.eventsOf(id)).map(({ event }) => event)).toEqual(['handed_back', 'taken_over'])
    expect(await assessments.submissionOf(id)).toMatchObject({ claimed: true })
  })

  it('is 409 for a completed assessment, and for work whose submitters were erased', async ({ assessments }) => {
    await expect(takeOver(assessments, await assessments.completed())).toBeProblem(409, 'not_in_state')
    const erased = await assessments.placed()
    await assessments.eraseSubmitter(erased)
    await expect(takeOver(assessments, erased)).toBeProblem(409, 'not_in_state')
  })

  it('is forbidden for own work', async ({ assessments }) => {
    const id = await assessments.placed({ holderId: 103 }, [101, 9901])
    await expect(takeOver(assessments, id)).toBeProblem(403, 'forbidden')
    expect((await assessments.read(id)).holder?.userId).toBe(103)
  })
})

const takeOver = (assessments: AssessmentClient, id: string) => assessments.post(id, 'takeover')
