import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { chanceFrom } from '../delivery/chance.ts'
import { judgeClaims } from './claims-judge.ts'
import { errorsOf, isAdmitted, storm } from './claims-storm.ts'
import { type ClaimsSize, type ClaimsWorld, exerciseId, startClaimsWorld } from './claims-world.ts'

/** Tests of graders who claim, on a world that starts with the first test of a file. */
export const claimsTest = (size: ClaimsSize) =>
  test.extend('claims', { scope: 'file' }, async ({}, { onCleanup }) => {
    const claims = await startClaimsWorld(size)
    onCleanup(claims.stop)
    return claims
  })

/** All graders work until nothing is left. */
export async function stormsThrough(claims: ClaimsWorld, size: ClaimsSize): Promise<void> {
  const seed = randomInt(2 ** 31)
  const replies = await storm(claims, chanceFrom(seed))
  expect(
    [...replies.keys()].filter((reply) => !isAdmitted(reply)),
    errorsOf(claims),
  ).toEqual([])
  const wrong = await judgeClaims(claims.world, { exerciseId, ...size })
  expect(wrong.slice(0, 20), `seed ${seed}`).toEqual([])
  expect(replies.get('claimNext 201')).toBeGreaterThan(size.submissions)
}
