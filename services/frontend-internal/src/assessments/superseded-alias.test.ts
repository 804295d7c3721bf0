import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { AssessmentEvent } from '@course-grading/contracts/assessments/list-assessment-history'
import type { MyClaim } from '@course-grading/contracts/claims/queue'
import { describe, expect } from 'vitest'
import { makeAnonymous } from '../feedback/feedback-client.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import type { AssessmentClient } from './assessment-client.fixture.ts'
import { completeScores } from './assessments.fixture.ts'
import { changeGrading } from '../grading/grading.fixture.ts'
import { itOn, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared)

describe('superseded work in an anonymous exercise', () => {
  it.for([
    ['is not released, nor the newer one', { older: false, newer: false }, true],
    ['and the newer one are released', { older: true, newer: true }, true],
    ['alone is released', { older: true, newer: false }, false],
    ['is not released, but the newer one is', { older: false, newer: true }, false],
  ] as const)(
    'names the newer submission only beside the like: it %s',
    async ([_title, released, isTold], { service, assessments }) => {
      const { id, newerSubmissionId } = await supersededWork(service, assessments, released)
      const shown = isTold ? newerSubmissionId : null
      expect(await toldOf(service, id)).toEqual({
        superseded: [true, true],
        supersededBy: [shown, shown],
        isInHistory: isTold,
      })
    },
  )

  it('tells nothing new when its exercise grades all attempts from then on', async ({ service, assessments }) => {
    const { id } = await supersededWork(service, assessments, { older: true, newer: false })
    await changeGrading(service, { attempts: 'all' })
    expect(await toldOf(service, id)).toEqual({
      superseded: [false, false],
      supersededBy: [null, null],
      isInHistory: false,
    })
  })
})

async function prepared() {
  const service = await startServiceForExamples()
  await makeAnonymous(service)
  return service
}

let lastStudent = 700
const get = async <T>(service: TestService, path: string): Promise<T> => await service.read<T>(path)

const release = (service: TestService, id: string) =>
  service.send('POST', '/courses/11/exercises/1103/release', {
    body: { assessmentIds: [id] },
  })

/** Two submissions of one student, of which the older is held; of each, a result may have been released. */
async function supersededWork(
  service: TestService,
  assessments: AssessmentClient,
  { older, newer }: { readonly older: boolean; readonly newer: boolean },
) {
  const submitters = [(lastStudent += 1)]
  const id = await assessments.completed(101, submitters)
  if (older) await release(service, id)
  const newerId = await assessments.placed({ scores: completeScores }, submitters)
  if (newer) {
    await assessments.complete(newerId, 1)
    await release(service, newerId)
  }
  await assessments.post(id, 'reopen', { body: { reason: 'Once more.' } })
  return { id, newerSubmissionId: (await assessments.read(newerId)).submissionId }
}

/** What each reply tells about the submission that supersedes the work. */
async function toldOf(service: TestService, id: string) {
  const { superseded, supersededBy } = await get<Assessment>(service, `/assessments/${id}`)
  const claims = (await get<{ items: MyClaim[] }>(service, '/my/claims?limit=200')).items
  const claim = claims.find(({ assessmentId }) => assessmentId === id)
  const { items } = await get<{ items: AssessmentEvent[] }>(service, `/assessments/${id}/history`)
  return {
    superseded: [superseded, claim?.superseded],
    supersededBy: [supersededBy, claim?.supersededBy],
    isInHistory: items.some(({ event }) => event === 'superseded'),
  }
}
