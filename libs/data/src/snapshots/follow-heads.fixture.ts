import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { openClaims } from '../claims/open-claims.fixture.ts'
import { erasePerson } from '../people/erase-person.ts'
import { type aHead, aStudent, follow, refresh } from '../testing/a-reading.ts'
import { listChangedByHeads } from './follow-heads.ts'
import { takeRefreshLease } from './refresh-lease-queries.ts'

/** Claims with refreshes that follow their lists. */
export async function openHeads() {
  const claims = await openClaims()
  const { one, frontend } = claims
  type Here = Awaited<ReturnType<typeof claims.anExercise>>
  const submitted = async (
    submitterIds: readonly number[],
    { fixture = false, minute = 1 }: { fixture?: boolean; minute?: number } = {},
  ) => {
    const here = await claims.anExercise()
    return { here, submissionId: await claims.registered({ ...here, submitterIds, fixture, submittedAt: at(minute) }) }
  }
  const reading = (
    { exerciseId }: Here,
    heads: readonly ReturnType<typeof aHead>[],
    onRoster: readonly number[] = [],
  ) => ({ students: onRoster.map((userId) => aStudent(userId)), submissions: [{ exerciseId, heads }] })
  const listChanged = async ({ courseId, exerciseId }: Here, revision: number) => {
    const changes = await listChangedByHeads(frontend, {
      courseId,
      revision,
      rosterIsSteady: true,
      exerciseIds: [exerciseId],
    })
    return changes.map(({ submissionId }) => submissionId)
  }
  /** A refresh with this list, and this roster. */
  const refreshed = async (
    here: Here,
    ...of: Parameters<typeof reading> extends [Here, ...infer Rest] ? Rest : never
  ) => {
    const { revision } = await refresh(frontend, here.courseId, reading(here, ...of))
    return await follow(frontend, { ...here, revision })
  }
  const leased = async ({ courseId }: Here) => {
    const lease = { courseId, holder: randomUUID() }
    await takeRefreshLease(frontend, { ...lease, leaseS: 60 })
    return lease
  }
  const isUncounted = async (submissionId: number) =>
    (await one<{ is: boolean }>('SELECT uncounted AS is FROM submission WHERE submission_id = $1', [submissionId]))?.is
  /** Work that begins while a transaction is open, and then waits for one of its locks. */
  const whenOpen = (work: () => Promise<unknown>) => {
    const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
    const waits = async () => {
      open()
      await expect.poll(claims.somebodyWaits).toBe(true)
    }
    return { done: isOpen.then(work), waits }
  }
  const aliased = async ({ exerciseId }: Here, userIds: readonly number[]) =>
    (
      await one<{ count: number }>(
        'SELECT count(*)::int AS count FROM exercise_alias WHERE exercise_id = $1 AND user_id = ANY ($2)',
        [exerciseId, userIds],
      )
    )?.count
  const erase = async (courseId: number, userId: number): Promise<void> => {
    await frontend.transaction((tx) => erasePerson(tx, { courseId, userId, byUserId: 101 }))
  }
  return { ...claims, submitted, reading, listChanged, refreshed, leased, isUncounted, whenOpen, aliased, erase }
}

export const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 10, minute)).toISOString()
