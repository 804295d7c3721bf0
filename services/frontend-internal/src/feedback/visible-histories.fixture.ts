import { compareAnswers, inLanes } from './visible-answers.fixture.ts'
import { newCourse, type Round, type Step } from './visible-model.fixture.ts'
import { performOwn, performShared, setStage, showAll, type VisibleWorld } from './visible-world.fixture.ts'

/**
 * Plays histories that happen at the same time, and compares what each student is shown after every step. Returns the steps
 * that were done, since not every step is possible at any time. Nothing is compared before the round at `from`.
 */
export async function playHistories(
  world: VisibleWorld,
  rounds: readonly Round[],
  from = 0,
): Promise<ReadonlySet<Step>> {
  const count = rounds[0]?.own.length ?? 0
  const course = newCourse(count)
  const stage = await setStage(world, count)
  const done = new Set<Step>()
  // A different student and submission each time.
  let turn = 0
  try {
    for (const [at, { own, shared }] of rounds.entries()) {
      const compared = async (step: string): Promise<void> => {
        if (at >= from) await compareAnswers(stage, course, step, (turn += 5))
      }
      await inLanes([...own.entries()], async ([index, step]) => {
        if (step !== null && (await performOwn(stage, course, index, step))) done.add(step)
      })
      if (own.some((step) => step !== null)) await compared(own.join(', '))
      if (shared === null) continue
      await performShared(stage, course, shared)
      done.add(shared)
      await compared(shared)
    }
  } finally {
    await showAll(world.service)
  }
  return done
}
