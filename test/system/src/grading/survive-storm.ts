import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { chanceFrom } from '../delivery/chance.ts'
import { everythingAtOnce, type StormWorld } from './everything-at-once.ts'
import { brokenRules, deadlocks } from './storm-judge.ts'

/**
 * Lets eight clients work at the same time, checks the rules repeatedly meanwhile, and expects that nothing failed. Returns the
 * replies.
 */
export async function surviveStorm(world: StormWorld, stormMs: number): Promise<readonly string[]> {
  const seed = randomInt(2 ** 31)
  const untilMs = performance.now() + stormMs
  const broken = new Set<string>()
  const watch = async (): Promise<void> => {
    while (performance.now() < untilMs) {
      for (const rule of await brokenRules(world.claims.world)) broken.add(rule)
      await setTimeout(200)
    }
  }
  const work = everythingAtOnce(world, chanceFrom(seed), { clients: 8, untilMs })
  const [replies] = await Promise.all([work, watch()])
  for (const rule of await brokenRules(world.claims.world)) broken.add(rule)
  const failures = [...replies.keys()].filter((reply) => / 5\d\d /.test(reply))
  expect({ seed, failures, broken: [...broken], deadlocks: await deadlocks(world.claims.world) }).toEqual({
    seed,
    failures: [],
    broken: [],
    deadlocks: 0,
  })
  return [...replies.keys()]
}
