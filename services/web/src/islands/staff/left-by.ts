import { idOf, type Kept, type Keeper } from '../kept/keeper.ts'

const keptMs = 7 * 24 * 3_600_000

/**
 * What tabs of this person left. Text that is older than a week is erased. That of another person stays until then: it is erased when
 * somebody says yes to that, and this page may be that of somebody whom a launch signed in unasked.
 */
export async function leftBy(
  keeper: Pick<Keeper<Kept>, 'all' | 'forget'>,
  userId: number,
  now: number,
): Promise<Kept[]> {
  const own: Kept[] = []
  for (const kept of await keeper.all())
    if (now - kept.keptAt >= keptMs) await keeper.forget(kept.userId, idOf(kept))
    else if (kept.userId === userId) own.push(kept)
  return own
}
