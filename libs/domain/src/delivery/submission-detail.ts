import { readSendMark, type SendMark } from './delivery-mark.ts'

export interface SeenGrade {
  readonly grade: number
  /** As upstream wrote it, to the microsecond: compared as an instant, so it is kept as text. */
  readonly gradingTime: string | null
  /** The person of the last manual grade; a callback never sets it. */
  readonly graderId: number | null
}

export const upstreamStatuses = ['initialized', 'waiting', 'error', 'rejected', 'ready', 'unofficial'] as const
export type UpstreamStatus = (typeof upstreamStatuses)[number]

export const readUpstreamStatus = (text: unknown): UpstreamStatus | undefined =>
  upstreamStatuses.find((each) => each === text)

export interface SubmissionDetail {
  readonly status: UpstreamStatus
  readonly seen: SeenGrade
  /** What a late submission lost; null for none. */
  readonly latePenalty: number | null
  /** The present maximum of the exercise; null where it cannot be read. */
  readonly maxPoints: number | null
  /** Undefined where the last POST was not ours. */
  readonly lastPost: SendMark | undefined
}

const timeForm = /^(?<seconds>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(?<fraction>\d{1,9}))?(?<zone>Z|[+-]\d\d:\d\d)$/

/** Undefined unless the reply is the whole, well-formed detail of this very submission. */
export function readSubmissionDetail(reply: unknown, submissionId: number): SubmissionDetail | undefined {
  const {
    id,
    status: statusText,
    grade,
    grading_time: time,
    grader,
    exercise,
    grading_data: gradingData,
    late_penalty_applied: penalty,
  } = membersOf(reply)
  const gradingTime = time === null ? null : readTime(time)
  const status = readUpstreamStatus(statusText)
  const graderId = grader === null ? null : readCount(membersOf(grader)['id'])
  const points = readCount(grade)
  if (id !== submissionId || status === undefined || gradingData === undefined) return undefined
  if (points === undefined || gradingTime === undefined || graderId === undefined) return undefined
  return {
    status,
    seen: { grade: points, gradingTime, graderId },
    latePenalty: typeof penalty === 'number' && Number.isFinite(penalty) && penalty >= 0 ? penalty : null,
    maxPoints: readCount(membersOf(exercise)['max_points']) ?? null,
    lastPost: readSendMark(membersOf(gradingData)['delivery_id']),
  }
}

/** Whether two times of upstream are one, however each is written; no time is only equal to no time. */
export function sameInstant(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other
  const instant = instantOf(one)
  return instant !== undefined && instant === instantOf(other)
}

function readTime(value: unknown): string | undefined {
  return typeof value === 'string' && instantOf(value) !== undefined ? value : undefined
}

function instantOf(time: string): string | undefined {
  const { seconds, fraction = '', zone } = timeForm.exec(time)?.groups ?? {}
  const startsAtMs = Date.parse(`${seconds}${zone}`)
  return Number.isNaN(startsAtMs) ? undefined : `${startsAtMs} ${fraction.replace(/0+$/, '')}`
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {}
}

function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}
