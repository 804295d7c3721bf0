import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Exercise } from '../world/course.ts'
import type { User } from '../world/user.ts'
import type { World } from '../world/world.ts'

const siteSecret = 'simulated site secret'
/** A token is valid for 24 hours, and for 5 minutes more because clocks may differ. */
const lifeMs = (24 * 60 + 5) * 60_000

/**
 * The token of an exercise's grading URL, which A+ makes when a user views the page. It makes new submissions for that
 * user.
 */
export function makeExerciseToken(world: World, exerciseId: number, userId: number): string {
  const payload = `${exerciseId}:${userId}:${world.now()}`
  return `e${Buffer.from(`${payload}:${sign(payload)}`).toString('base64url')}`
}

export function readExerciseToken(world: World, token: string): { exercise: Exercise; user: User | null } | null {
  const text = Buffer.from(token.slice(1), 'base64url').toString()
  const [exerciseId = '', userId = '', madeAtMs = '', signature = ''] = text.split(':')
  const expected = Buffer.from(sign(`${exerciseId}:${userId}:${madeAtMs}`))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  if (world.now() - Number(madeAtMs) > lifeMs) return null
  const exercise = world.exercises.get(Number(exerciseId))
  return exercise === undefined ? null : { exercise, user: world.users.get(Number(userId)) ?? null }
}

function sign(payload: string): string {
  return createHmac('sha256', siteSecret).update(payload).digest('hex')
}
