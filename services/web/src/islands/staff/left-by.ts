import type { Keeper, KeptWork } from '../grading/keeper.ts'

const keptMs = 7 * 24 * 3_600_000

/** What tabs of this person left. Work that is older than a week, or another person's, is erased. */
export async function leftBy(keeper: Keeper, userId: number, now: number): Promise<KeptWork[]> {
  const own: KeptWork[] = []
  for (const kept of await keeper.all()) {
    if (kept.userId === userId && now - kept.keptAt < keptMs) own.push(kept)
    else await keeper.forget(kept.userId, kept.assessmentId)
  }
  return own
}
