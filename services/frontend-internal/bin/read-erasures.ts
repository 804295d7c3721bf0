import type { Erasure } from '@course-grading/data/people/person-action-queries'

/** The erasures in a file that `erasures export` wrote, or the line numbers, from 1, of everything else in it. */
export function readErasures(text: string): {
  readonly erasures: readonly Erasure[]
  readonly wrongLines: readonly number[]
} {
  const erasures: Erasure[] = []
  const wrongLines: number[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const erasure = readErasure(line)
    if (erasure === undefined) wrongLines.push(index + 1)
    else erasures.push(erasure)
  }
  return { erasures, wrongLines }
}

function readErasure(line: string): Erasure | undefined {
  const { courseId, userId, erasedAt, byUserId } = membersOf(line)
  if (!isId(courseId) || !isId(userId) || !isId(byUserId)) return undefined
  return typeof erasedAt === 'string' && isTime(erasedAt) ? { courseId, userId, erasedAt, byUserId } : undefined
}

function membersOf(line: string): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(line) as Record<string, unknown> | null) }
  } catch {
    return {}
  }
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0
const isTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text) && !Number.isNaN(Date.parse(text))
