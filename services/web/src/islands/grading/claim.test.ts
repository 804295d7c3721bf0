import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { judge, open, pass } from './grading-store.fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a late answer about the claim of the one before does not shorten that of the next', async () => {
  const { grading, calls } = open()
  judge(grading)
  calls.delayMs = () => 150_000
  void grading.keepClaim()
  calls.delayMs = () => 0
  await vi.advanceTimersByTimeAsync(200_000)
  await pass(grading.complete())
  await vi.advanceTimersByTimeAsync(70_000)
  expect([grading.state().start.assessment.id, grading.state().minutesLeft]).toEqual(['assessment-2', 28])
})
