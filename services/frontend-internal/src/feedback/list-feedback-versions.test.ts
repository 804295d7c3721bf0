import { feedbackIds } from '@course-grading/contracts/feedback/feedback-examples'
import { describe, expect } from 'vitest'
import { itOnExamples as it } from '../service-test.fixture.ts'

describe('listFeedbackVersions', () => {
  it('lists the newest first, without texts, by pages', async ({ feedback }) => {
    await feedback.patch(feedbackIds.held, { body: 'two' }, { revision: 1 })
    const first = (await (await feedback.get(`/feedback/${feedbackIds.held}/versions?limit=1`)).json()) as {
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
    const next = await feedback.get(`/feedback/${feedbackIds.held}/versions?limit=1&cursor=${first.nextCursor}`)
    expect(await next.json()).toMatchObject({ items: [{ number: 1 }], nextCursor: null })
  })
})
