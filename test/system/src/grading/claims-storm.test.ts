import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chanceFrom } from '../delivery/chance.ts'
import { judgeClaims } from './claims-judge.ts'
import { admitted, storm } from './claims-storm.ts'
import { type ClaimsWorld, exerciseId, startClaimsWorld } from './claims-world.ts'

const size = { processes: 2, graders: 8, submissions: 150, maxOpenClaims: 3 }
let world: ClaimsWorld
beforeAll(async () => {
  world = await startClaimsWorld(size)
}, 120_000)
afterAll(() => world.stop())

describe('eight graders at two processes', () => {
  it('never hold one submission together, and leave none', { timeout: 120_000 }, async () => {
    const seed = randomInt(2 ** 31)
    const replies = await storm(world, chanceFrom(seed))
    expect([...replies.keys()].filter((reply) => !admitted.has(reply))).toEqual([])
    expect({ seed, wrong: (await judgeClaims(world.world, { exerciseId, ...size })).slice(0, 20) }).toEqual({
      seed,
      wrong: [],
    })
    expect(replies.get('claimNext 201')).toBeGreaterThan(size.submissions)
    expect(replies.get('completeAssessment 200')).toBe(size.submissions)
  })
})
