import type { Keeper, KeptWork } from '../grading/keeper.ts'

const keptMs = 7 * 24 * 3_600_000

/**
 * What tabs of this person left. Work that is older than a week is erased. That of another person stays until then: it is erased when
 * somebody says yes to that, and this page may be that of somebody whom a launch signed in unasked.
 */
export async function leftBy(keeper: Keeper, userId: number, now: number): Promise<KeptWork[]> {
  const own: KeptWork[] = []
  for (const kept of await keeper.all())
    if (now - kept.keptAt >= keptMs) await keeper.forget(kept.userId, kept.assessmentId)
    else if (kept.userId === userId) own.push(kept)
  return own
}
