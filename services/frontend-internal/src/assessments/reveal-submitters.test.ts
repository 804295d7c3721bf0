import { describe, expect } from 'vitest'
import type { AssessmentClient } from './assessment-client.fixture.ts'
import { changeGrading } from '../grading/grading.fixture.ts'
import { itOnExamples as it } from '../service-test.fixture.ts'

describe('revealSubmitters', () => {
  it('names the submitters of work that stays anonymous, and records who asked', async ({ service, assessments }) => {
    await changeGrading(service, { anonymous: true }, 1104)
    const id = await assessments.placed({ exerciseId: 1104 }, [202, 201])
    expect((await assessments.read(id)).submitters).toMatchObject([{ userId: null }, { userId: null }])
    const reply = await reveal(assessments, id)
    expect(reply).toHaveHeaders({ 'x-assessment-revision': '1' })
    await expect(reply).toBeReply(200, {
      submitters: [
        { userId: 201, alias: false },
        { userId: 202, alias: false },
      ],
    })
    expect((await assessments.read(id)).submitters).toMatchObject([{ userId: null }, { userId: null }])
    expect(await assessments.eventsOf(id)).toMatchObject([
      { event: 'revealed', by: 101, from: 1, to: 1, reason: 'The file names another student.' },
    ])
    await changeGrading(service, { anonymous: false }, 1104)
  })

  it('names nobody once all submitters were erased, and records nothing', async ({ assessments }) => {
    const id = await assessments.placed()
    await assessments.eraseSubmitter(id)
    await expect(reveal(assessments, id)).toBeProblem(409, 'not_in_state')
    expect(await assessments.eventsOf(id)).toEqual([])
  })
})

const reveal = (assessments: AssessmentClient, id: string, session?: string, headers: Record<string, string> = {}) =>
  assessments.post(id, 'reveal', { session, headers, body: { reason: 'The file names another student.' } })
