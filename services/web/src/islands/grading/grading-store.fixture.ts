import { vi } from 'vitest'
import type { NamedFields } from './field-names.ts'
import type { Grading } from './grading-state.ts'
import { createGrading } from './grading-store.ts'
import type { KeptWork } from './kept-work.ts'
import { fromNames, toNames } from './read-fields.ts'
import { memoryKeeper, StandInCalls, startNumber } from './stand-in-calls.fixture.ts'

export interface OpenedGrading {
  readonly grading: Grading
  readonly calls: StandInCalls
  readonly keeper: ReturnType<typeof memoryKeeper<KeptWork>>
  /** Where the page led. */
  readonly went: string[]
}

/** The first of so many submissions. */
export function open(count = 3): OpenedGrading {
  const calls = new StandInCalls(count)
  const keeper = memoryKeeper()
  const went: string[] = []
  const grading = createGrading(startNumber(1), null, {
    calls,
    keeper,
    goTo: (path) => went.push(path),
    takeTab: async () => true,
    opened: () => {},
    changed: () => {},
  })
  return { grading, calls, keeper, went }
}

/** Changes fields by their names. */
export const type = (grading: Grading, changes: NamedFields): void =>
  grading.change((fields) => fromNames({ ...toNames(fields), ...changes }))

export const judge = (grading: Grading): void =>
  type(grading, { 'scores/structure/levelId': 'good', 'scores/report/points': '8.25' })

/** Waits for work under the clock of the test. */
export async function pass(work: Promise<void>): Promise<void> {
  await vi.advanceTimersByTimeAsync(60_000)
  await work
}
