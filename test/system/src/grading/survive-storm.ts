import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { chanceFrom } from '../delivery/chance.ts'
import { everythingAtOnce, startStormWorld } from './everything-at-once.ts'
import { brokenRules, deadlocks } from './storm-judge.ts'

/**
 * Lets eight clients work at the same time until each of the wanted replies was seen, and at least for `stormMs`. Checks the rules
 * repeatedly meanwhile, and expects that nothing failed. A storm without one of the replies would prove nothing.
 */
export function describeStorm(stormMs: number, wanted: readonly string[]): void {
  describe('eight people at two processes of each service', () => {
    it(
      'work at the same time without a failure and without breaking a rule',
      { timeout: stormMs + 240_000 },
      async () => await surviveStorm(stormMs, wanted),
    )
  })
}

async function surviveStorm(stormMs: number, wanted: readonly string[]): Promise<void> {
  const world = await startStormWorld()
  onTestFinished(world.claims.stop)
  const seed = randomInt(2 ** 31)
  const startedAt = performance.now()
  let isWatching = true
  const hasEnded = (replies: ReadonlyMap<string, number>): boolean => {
    const ms = performance.now() - startedAt
    return ms > stormMs && (ms > stormMs + 60_000 || wanted.every((reply) => replies.has(reply)))
  }
  const broken = new Set<string>()
  const watch = async (): Promise<void> => {
    while (isWatching) {
      for (const rule of await brokenRules(world.claims.world)) broken.add(rule)
      await setTimeout(200)
    }
  }
  const work = everythingAtOnce(world, chanceFrom(seed), { clients: 8, hasEnded }).finally(() => {
    isWatching = false
  })
  const [replies] = await Promise.all([work, watch()])
  for (const rule of await brokenRules(world.claims.world)) broken.add(rule)
  const failures = [...replies.keys()].filter((reply) => / 5\d\d /.test(reply))
  expect({ seed, failures, broken: [...broken], deadlocks: await deadlocks(world.claims.world) }).toEqual({
    seed,
    failures: [],
    broken: [],
    deadlocks: 0,
  })
  expect([...replies.keys()]).toEqual(expect.arrayContaining([...wanted]))
}
