import { feedbackIds } from '@course-grading/contracts/feedback/feedback-examples'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

describe('listFeedbackVersions', () => {
  it('lists the newest first, without texts, by pages', async () => {
    await client.patch(feedbackIds.held, { body: 'two' }, { revision: 1 })
    const first = (await (await client.get(`/feedback/${feedbackIds.held}/versions?limit=1`)).json()) as {
      items: unknown[]
      nextCursor: string
    }
    expect(first.items).toEqual([
      {
        number: 2,
        language: 'en',
        savedBy: { userId: 101, fullName: 'Terry Teacher', alias: false },
        begunAt: expect.any(String),
        savedAt: expect.any(String),
        closedAt: null,
      },
    ])
    const next = await client.get(`/feedback/${feedbackIds.held}/versions?limit=1&cursor=${first.nextCursor}`)
    expect(await next.json()).toMatchObject({ items: [{ number: 1 }], nextCursor: null })
  })
})
