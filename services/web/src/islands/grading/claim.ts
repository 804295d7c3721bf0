import { isOpen, type Opened } from './opened.ts'

/** A claim with less time left is renewed by any key, but not more often than `keepAgainMs`. */
const shortLeaseMs = 120_000
const keepAgainMs = 10_000

/** Renews the claim of a person who was active within the last lease. */
export async function keepClaim(opened: Opened): Promise<void> {
  const { work, start, ports } = opened
  const leaseMs = start.exercise.leaseMinutes * 60_000
  if (!isOpen(opened) || Date.now() - opened.activeAt > leaseMs) return
  const sentAt = Date.now()
  opened.askedAt = sentAt
  const answer = await ports.calls.keepClaim(work.ids)
  if (work !== opened.work) return
  if (answer.kind === 'ok') opened.leaseEndsAt = sentAt + leaseMs
  if (answer.kind === 'lost') await work.lookAgain()
  ports.changed()
}

export function wasActive(opened: Opened): void {
  opened.activeAt = Date.now()
  const { leaseEndsAt, activeAt, askedAt } = opened
  const isShort = leaseEndsAt !== null && leaseEndsAt - activeAt < shortLeaseMs
  if (isShort && activeAt - askedAt > keepAgainMs) void keepClaim(opened)
}

export const minutesLeft = ({ leaseEndsAt }: Opened): number | null =>
  leaseEndsAt === null ? null : Math.ceil((leaseEndsAt - Date.now()) / 60_000)
