import { feedbackIds } from '@course-grading/contracts/feedback/feedback-examples'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type FeedbackClient, feedbackClient } from './feedback-client.fixture.ts'

let service: TestService
let client: FeedbackClient
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await feedbackClient(service)
})
afterAll(() => service.stop())

describe('getFeedbackVersion', () => {
  it('shows a version with its text', async () => {
    expect(await (await client.get(`/feedback/${feedbackIds.held}/versions/1`)).json()).toMatchObject({
      number: 1,
      body: 'First.',
      annotations: {},
    })
  })

  it('does not find a version that does not exist', async () => {
    expect(await verdictOf(await client.get(`/feedback/${feedbackIds.held}/versions/2`))).toEqual([404, 'not_found'])
  })
})
