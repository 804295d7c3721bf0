import { compareAnswers, inLanes } from './visible-answers.fixture.ts'
import { newCourse, type Round, type Step } from './visible-model.fixture.ts'
import { performOwn, performShared, setStage, showAll, type VisibleWorld } from './visible-world.fixture.ts'

/**
 * Plays histories that happen at the same time, and compares what each student is shown after every step. Returns the steps
 * that were done, since not every step is possible at any time.
 */
export async function playHistories(world: VisibleWorld, rounds: readonly Round[]): Promise<ReadonlySet<Step>> {
  const count = rounds[0]?.own.length ?? 0
  const course = newCourse(count)
  const stage = await setStage(world, count)
  const done = new Set<Step>()
  // A different student and submission each time.
  let turn = 0
  try {
    for (const { own, shared } of rounds) {
      await inLanes([...own.entries()], async ([index, step]) => {
        if (step !== null && (await performOwn(stage, course, index, step))) done.add(step)
      })
      if (own.some((step) => step !== null)) await compareAnswers(stage, course, own.join(', '), (turn += 5))
      if (shared === null) continue
      await performShared(stage, course, shared)
      done.add(shared)
      await compareAnswers(stage, course, shared, (turn += 5))
    }
  } finally {
    await showAll(world.service)
  }
  return done
}
