import { call, headersOf } from '../frontend-internal/frontend-client.ts'
import { tableOf } from '../report.ts'
import { median } from '../summarise.ts'
import { claimPath, type Prepared } from './contests.ts'
import { graderIds, restricted } from './course.ts'
import type { EndingClaims } from './put-back.ts'

const [everything, ...others] = [
  { who: 'everything', userId: graderIds[0]!, status: 201 },
  { who: 'one in a hundred, by tag', userId: restricted.byTag, status: 201 },
  { who: 'one in a hundred, by language', userId: restricted.byLanguage, status: 201 },
  { who: 'nothing, by tag', userId: restricted.nothingByTag, status: 204 },
  { who: 'nothing, by language', userId: restricted.nothingByLanguage, status: 204 },
  { who: 'nothing, by both', userId: restricted.nothingByBoth, status: 204 },
] as const
const claimers = [everything, ...others]
const claimsOfEach = 60

/** Measures claims by each grader, in turns, one at a time, and returns a table that compares them with their bounds. */
export async function measureClaims({ service, sessions }: Prepared, ending: EndingClaims): Promise<string> {
  await ending.putBack()
  const taken = new Map<string, number[]>(claimers.map(({ who }) => [who, []]))
  for (let turn = 0; turn < claimsOfEach; turn += 1)
    for (const { who, userId, status } of claimers) {
      const startedAt = performance.now()
      const reply = await call(service.url, 'POST', claimPath, headersOf(sessions.get(userId)!))
      await reply.arrayBuffer()
      taken.get(who)!.push(performance.now() - startedAt)
      if (reply.status !== status) throw new Error(`a grader who may take ${who} got ${reply.status}`)
    }
  // Other work of the machine only adds to the minimum.
  const timesOf = (who: string) => ({ middle: median(taken.get(who)!), least: Math.min(...taken.get(who)!) })
  const all = timesOf(everything.who)
  const rows = claimers.map(({ who }) => {
    const { middle, least } = timesOf(who)
    const measured = `${middle.toFixed(1)} ms, the least ${least.toFixed(1)} ms`
    if (who === everything.who) return [`claimNext, ${who}`, '', measured]
    const ratios = `${(middle / all.middle).toFixed(2)} ×, of the least ${(least / all.least).toFixed(2)} ×`
    return [`claimNext, ${who}`, '≤ 2 × everything', `${measured}: ${ratios}`]
  })
  return tableOf({ columns: ['what', 'bound', 'measured'], texts: [0, 1, 2], rows })
}
