import { expect, it, vi } from 'vitest'
import { createGrading } from './grading-store.ts'
import { memoryKeeper, StandInCalls, startNumber } from './stand-in-calls.fixture.ts'

it('a field is drawn again where it holds what it held, since a text may be typed that is not held', () => {
  const changed = vi.fn<() => void>()
  const ports = { goTo: () => {}, takeTab: async () => true, opened: () => {} }
  const grading = createGrading(startNumber(1), null, {
    ...ports,
    calls: new StandInCalls(1),
    keeper: memoryKeeper(),
    changed,
  })
  grading.change((fields) => ({ ...fields }))
  expect(changed).toHaveBeenCalled()
})
