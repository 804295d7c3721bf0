import { queriesOf } from '@course-grading/test-service'
import { call, headersOf, pathOf } from '../frontend-internal/frontend-client.ts'
import type { ReportTable } from '../report.ts'
import { median } from '../summarise.ts'
import { claimPath, type Prepared } from './contests.ts'
import {
  alone,
  courseId,
  exercises,
  graderIds,
  graderIdsOfGroups,
  listedCourseId,
  listedExercises,
  teacherId,
} from './course.ts'
import type { EndingClaims } from './put-back.ts'
import { exportedRows, listedSubmissions, releasedAtOnce } from './seed.ts'

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
  'nothing, by the tag of students whose work is finished': { userId: alone.nothingOfFinished, status: 204 },
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

/** Compares claims with the bounds, before and after a million finished submissions were added. */
export function claimRows(before: TimesOfClaimers, after: TimesOfClaimers): readonly SingleMeasurement[] {
  const rowsOf = (times: TimesOfClaimers, circumstances: string) =>
    whoClaims.map((who): SingleMeasurement => {
      const what = `claimNext, ${who}${circumstances}`
      if (who === 'everything') return [what, '', msOf(times[who])]
      if (claimers[who].status === 204) return [what, '≤ 300 ms', msOf(times[who])]
      return [what, '≤ 2 × everything', `${msOf(times[who])}: ${timesAsLong(times[who], times.everything)}`]
    })
  return [
    ...rowsOf(before, ''),
    ...rowsOf(after, ', a million finished beside'),
    [
      'claimNext, everything, with a million finished beside to without',
      '≤ 1.3 ×',
      timesAsLong(after.everything, before.everything),
    ],
  ]
}

const counted = (queries: Readonly<Record<string, number>>): number =>
  Object.values(queries).reduce((sum, count) => sum + count, 0)

/** Releases everything of each of some exercises at once. */
export async function measureReleases({ service, operations, sessions }: Prepared): Promise<SingleMeasurement> {
  const seconds: number[] = []
  let statements: Readonly<Record<string, number>> = {}
  for (const exerciseId of exercises.released) {
    statements = await queriesOf(operations, async () => {
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

const readsOfEach = 30

/** Reads the queues and the overview of a course again and again. */
export async function measureLists({ service, operations, sessions }: Prepared): Promise<readonly SingleMeasurement[]> {
  const rows: SingleMeasurement[] = []
  for (const [operation, path] of [
    ['listQueues', `/courses/${listedCourseId}/grading/queues?limit=200`],
    ['getCourse', `/courses/${listedCourseId}`],
    ['listCourses', '/courses'],
  ] as const) {
    const ms: number[] = []
    let statements = 0
    for (let read = 0; read < readsOfEach; read += 1) {
      const queries = await queriesOf(operations, async () => {
        const startedAt = performance.now()
        await (await call(service.url, 'GET', path, headersOf(sessions.get(teacherId)!))).arrayBuffer()
        ms.push(performance.now() - startedAt)
      })
      statements = counted(queries)
    }
    rows.push([
      `${operation}, ${listedExercises.length} exercises, ${listedSubmissions} submissions`,
      '',
      `${median(ms).toFixed(1)} ms, ${statements} statements in all`,
    ])
  }
  return rows
}

const sampleMs = 25

/** Exports few rows and many, and compares the most memory that the service had meanwhile. */
export async function measureExports(prepared: Prepared, seconds: number): Promise<SingleMeasurement> {
  const few = await exportUntil(prepared, exercises.exportedFew, exportedRows.few, Math.max(seconds, 3))
  const many = await exportUntil(prepared, exercises.exportedMany, exportedRows.many, 0)
  const growth = Math.round(many.peakRssMiB - few.peakRssMiB)
  return [
    `exportGrades of ${exportedRows.many} rows`,
    'flat memory',
    `${many.seconds.toFixed(1)} s; peak RSS ${Math.round(many.peakRssMiB)} MiB, ${growth} MiB more than of ${exportedRows.few} rows again and again`,
  ]
}

async function exportUntil(
  { service, sessions }: Prepared,
  exerciseId: number,
  rows: number,
  untilS: number,
): Promise<{ readonly seconds: number; readonly peakRssMiB: number }> {
  let peakRssMiB = service.rssMiB()
  const sampling = setInterval(() => {
    peakRssMiB = Math.max(peakRssMiB, service.rssMiB())
  }, sampleMs)
  const beganAt = performance.now()
  const elapsed = (): number => (performance.now() - beganAt) / 1_000
  try {
    do {
      const url = `${service.url}${pathOf(`/courses/${courseId}/exercises/${exerciseId}/grades`)}`
      const lines = await countLines(url, headersOf(sessions.get(teacherId)!))
      if (lines <= rows) throw new Error(`${url} gave ${lines} lines`)
    } while (elapsed() < untilS)
    return { seconds: elapsed(), peakRssMiB }
  } finally {
    clearInterval(sampling)
  }
}

/** Reads a file to its end without keeping it. @throws Error if the reply is not 200 or was cut */
async function countLines(url: string, headers: Record<string, string>): Promise<number> {
  const reply = await fetch(url, { headers })
  if (reply.status !== 200 || reply.body === null) throw new Error(`${url} got ${reply.status}`)
  let lines = 0
  for await (const piece of reply.body) for (const byte of piece) if (byte === newLine) lines += 1
  return lines
}
const newLine = 0x0a
