import type { Client } from 'pg'
import { call, headersOf } from '../frontend-internal/frontend-client.ts'
import { courseId } from '../learning-platform.ts'
import type { ReportTable } from '../report.ts'
import { median } from '../summarise.ts'
import { exerciseId, graders } from './course.ts'
import { withoutTriggers } from './seed.ts'

interface Claiming {
  readonly url: string
  readonly owner: Client
  /** The session of each grader. */
  readonly sessions: ReadonlyMap<number, string>
  readonly claimsOfEach: number
}

/** Finishes claimed work. */
const endClaims = `
  WITH ended AS (
    UPDATE assessment SET holder_id = NULL, claimed_at = NULL, lease_until = NULL
    WHERE holder_id IS NOT NULL AND exercise_id = ${exerciseId}
    RETURNING submission_id
  )
  UPDATE submission SET in_queue = FALSE, held_until = NULL FROM ended WHERE submission.submission_id = ended.submission_id`

/** Measures claims by each grader, in turns, one at a time, and compares them with the bound of those who may take little. */
export async function measureClaims({ url, owner, sessions, claimsOfEach }: Claiming): Promise<ReportTable> {
  const taken = new Map<string, number[]>(graders.map(({ who }) => [who, []]))
  for (let turn = 0; turn < claimsOfEach; turn += 1) {
    await withoutTriggers(owner, () => owner.query(endClaims))
    for (const { who, userId, mayTake } of graders) {
      const startedAt = performance.now()
      const path = `/courses/${courseId}/exercises/${exerciseId}/claims`
      const reply = await call(url, 'POST', path, headersOf(sessions.get(userId)!))
      await reply.arrayBuffer()
      taken.get(who)!.push(performance.now() - startedAt)
      if (reply.status !== (mayTake ? 201 : 204)) throw new Error(`who may take ${who} got ${reply.status}`)
    }
  }
  // Other work of the machine only adds to the minimum.
  const timesOf = (who: string) => ({ middle: median(taken.get(who)!), least: Math.min(...taken.get(who)!) })
  const all = timesOf('everything')
  const rows = graders.map(({ who }) => {
    const { middle, least } = timesOf(who)
    const measured = `${middle.toFixed(1)} ms, the least ${least.toFixed(1)} ms`
    if (who === 'everything') return [`claimNext, ${who}`, '', measured]
    const ratios = `${(middle / all.middle).toFixed(2)} ×, of the least ${(least / all.least).toFixed(2)} ×`
    return [`claimNext, ${who}`, '≤ 2 × everything', `${measured}: ${ratios}`]
  })
  return { columns: ['what', 'bound', 'measured'], texts: [0, 1, 2], rows }
}
