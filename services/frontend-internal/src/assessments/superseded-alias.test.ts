import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { AssessmentEvent } from '@course-grading/contracts/assessments/list-assessment-history'
import type { MyClaim } from '@course-grading/contracts/claims/queue'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAnonymous } from '../feedback/feedback-client.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type AssessmentClient, assessmentClient } from './assessment-client.fixture.ts'
import { completeScores } from './assessments.fixture.ts'

let service: TestService
let client: AssessmentClient
let lastStudent = 700
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await assessmentClient(service)
  await makeAnonymous(service)
})
afterAll(() => service.stop())

const get = async <T>(path: string): Promise<T> =>
  (await (await service.request('GET', path, { session: client.teacher })).json()) as T
const release = (id: string) =>
  service.request('POST', '/courses/11/exercises/1103/release', {
    session: client.teacher,
    body: { assessmentIds: [id] },
  })

/** Two submissions of one student, of which the older is held; of each, a result may have been released. */
async function supersededWork({ older, newer }: { readonly older: boolean; readonly newer: boolean }) {
  const submitters = [(lastStudent += 1)]
  const id = await client.completed(101, submitters)
  if (older) await release(id)
  const newerId = await client.placed({ scores: completeScores }, submitters)
  if (newer) {
    await client.complete(newerId, 1)
    await release(newerId)
  }
  await client.post(id, 'reopen', { body: { reason: 'Once more.' } })
  return { id, newerSubmissionId: (await client.read(newerId)).submissionId }
}

/** What each reply tells about the submission that supersedes the work. */
async function toldOf(id: string) {
  const { superseded, supersededBy } = await get<Assessment>(`/assessments/${id}`)
  const claims = (await get<{ items: MyClaim[] }>('/my/claims?limit=200')).items
  const claim = claims.find(({ assessmentId }) => assessmentId === id)
  const { items } = await get<{ items: AssessmentEvent[] }>(`/assessments/${id}/history`)
  return {
    superseded: [superseded, claim?.superseded],
    supersededBy: [supersededBy, claim?.supersededBy],
    isInHistory: items.some(({ event }) => event === 'superseded'),
  }
}

describe('superseded work in an anonymous exercise', () => {
  it.each([
    ['is not released, nor the newer one', { older: false, newer: false }, true],
    ['and the newer one are released', { older: true, newer: true }, true],
    ['alone is released', { older: true, newer: false }, false],
    ['is not released, but the newer one is', { older: false, newer: true }, false],
  ] as const)(
    'names the newer submission only if both show names or both aliases: it %s',
    async (_title, released, isTold) => {
      const { id, newerSubmissionId } = await supersededWork(released)
      const shown = isTold ? newerSubmissionId : null
      expect(await toldOf(id)).toEqual({ superseded: [true, true], supersededBy: [shown, shown], isInHistory: isTold })
    },
  )

  it('tells nothing new when its exercise grades all attempts from then on', async () => {
    const { id } = await supersededWork({ older: true, newer: false })
    await service.request('PUT', '/courses/11/exercises/1103/grading', {
      session: client.teacher,
      ifMatch: '"1"',
      body: await allAttempts(),
    })
    expect(await toldOf(id)).toEqual({ superseded: [false, false], supersededBy: [null, null], isInHistory: false })
  })
})

async function allAttempts(): Promise<object> {
  const { revision: _, ...settings } = await get<Record<string, unknown>>('/courses/11/exercises/1103/grading')
  return { ...settings, attempts: 'all' }
}
