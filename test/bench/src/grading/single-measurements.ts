import { queriesOf } from '@course-grading/test-service'
import { call, headersOf } from '../frontend-internal/frontend-client.ts'
import { operationsOf } from '../frontend-internal/start-frontend.ts'
import type { ReportTable } from '../report.ts'
import { median } from '../summarise.ts'
import { claimPath, type Prepared } from './contests.ts'
import { alone, courseId, exercises, graderIds, graderIdsOfGroups, teacherId } from './course.ts'
import type { EndingClaims } from './put-back.ts'
import { releasedAtOnce } from './seed.ts'

/** What was measured, its promised bound if there is one, and the result. */
export type SingleMeasurement = readonly [what: string, bound: string, measured: string]

export const singleTable = (rows: readonly SingleMeasurement[]): ReportTable => ({
  columns: ['what', 'bound', 'measured'],
  texts: [0, 1, 2],
  rows,
})

const claimers = {
  everything: { userId: graderIds[0]!, status: 201 },
  'one in a hundred, by tag': { userId: graderIdsOfGroups[3]!, status: 201 },
  'one in a hundred, by language': { userId: alone.byLanguage, status: 201 },
  'nothing, by tag': { userId: alone.nothingByTag, status: 204 },
  'nothing, by language': { userId: alone.nothingByLanguage, status: 204 },
} as const
type Claimer = keyof typeof claimers
const whoClaims = Object.keys(claimers) as Claimer[]
const claimsOfEach = 60

/** Milliseconds of claims. Other work of the machine only adds to the minimum. */
interface ClaimTimes {
  readonly median: number
  readonly least: number
}
type TimesOfClaimers = Readonly<Record<Claimer, ClaimTimes>>

/** Measures claims by each grader. The graders claim alternately, one at a time. */
export async function measureClaims({ service, sessions }: Prepared, ending: EndingClaims): Promise<TimesOfClaimers> {
  await ending.putBack()
  const taken = new Map<Claimer, number[]>(whoClaims.map((who) => [who, []]))
  for (let turn = 0; turn < claimsOfEach; turn += 1)
    for (const who of whoClaims) {
      const { userId, status } = claimers[who]
      const startedAt = performance.now()
      const reply = await call(service.url, 'POST', claimPath, headersOf(sessions.get(userId)!))
      await reply.arrayBuffer()
      taken.get(who)!.push(performance.now() - startedAt)
      if (reply.status !== status) throw new Error(`a grader who may take ${who} got ${reply.status}`)
    }
  const times = Array.from(taken, ([who, ms]): [Claimer, ClaimTimes] => [
    who,
    { median: median(ms), least: Math.min(...ms) },
  ])
  return Object.fromEntries(times) as TimesOfClaimers
}

const msOf = (times: ClaimTimes): string => `${times.median.toFixed(1)} ms, the least ${times.least.toFixed(1)} ms`
const timesAsLong = (one: ClaimTimes, other: ClaimTimes): string =>
  `${(one.median / other.median).toFixed(2)} ×, of the least ${(one.least / other.least).toFixed(2)} ×`

/** Compares claims with the bounds. */
export const claimRows = (times: TimesOfClaimers): readonly SingleMeasurement[] =>
  whoClaims.map((who): SingleMeasurement => {
    const what = `claimNext, ${who}`
    if (who === 'everything') return [what, '', msOf(times[who])]
    if (claimers[who].status === 204) return [what, '≤ 300 ms', msOf(times[who])]
    return [what, '≤ 2 × everything', `${msOf(times[who])}: ${timesAsLong(times[who], times.everything)}`]
  })

const counted = (queries: Readonly<Record<string, number>>): number =>
  Object.values(queries).reduce((sum, count) => sum + count, 0)

/** Releases everything of each of some exercises at once. */
export async function measureReleases({ service, sessions }: Prepared): Promise<SingleMeasurement> {
  const seconds: number[] = []
  let statements: Readonly<Record<string, number>> = {}
  for (const exerciseId of exercises.released) {
    statements = await queriesOf(operationsOf(service), async () => {
      const startedAt = performance.now()
      const path = `/courses/${courseId}/exercises/${exerciseId}/release`
      const reply = await call(service.url, 'POST', path, headersOf(sessions.get(teacherId)!), {})
      const { released } = (await reply.json()) as { readonly released: number }
      seconds.push((performance.now() - startedAt) / 1_000)
      if (released !== releasedAtOnce) throw new Error(`${released} grades were released`)
    })
  }
  const { start = 0, commit = 0, useSession = 0, findCourseAccess = 0 } = statements
  const own = counted(statements) - start - commit - useSession - findCourseAccess
  return [
    `releaseGrades of ${releasedAtOnce} at once`,
    '≤ 10 statements',
    `${own} statements, ${median(seconds).toFixed(2)} s`,
  ]
}
