import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chanceFrom } from '../delivery/chance.ts'
import { judgeClaims } from './claims-judge.ts'
import { errorsOf, isAdmitted, storm } from './claims-storm.ts'
import { type ClaimsWorld, exerciseId, startClaimsWorld } from './claims-world.ts'

const size = { processes: 4, graders: 64, submissions: 5_000, maxOpenClaims: 5 }
let world: ClaimsWorld
beforeAll(async () => {
  world = await startClaimsWorld(size)
}, 300_000)
afterAll(() => world.stop())

describe('64 graders at four processes', () => {
  it('grade 5,000 submissions, never hold one together, and leave none', { timeout: 1_800_000 }, async () => {
    const seed = randomInt(2 ** 31)
    const replies = await storm(world, chanceFrom(seed))
    expect(
      [...replies.keys()].filter((reply) => !isAdmitted(reply)),
      errorsOf(world),
    ).toEqual([])
    expect({ seed, wrong: (await judgeClaims(world.world, { exerciseId, ...size })).slice(0, 20) }).toEqual({
      seed,
      wrong: [],
    })
    expect(replies.get('claimNext 201')).toBeGreaterThan(size.submissions)
  })
})
