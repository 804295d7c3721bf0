import { isDeepStrictEqual } from 'node:util'
import type { CsvRow } from './csv-rows.ts'
import type { CourseGrader } from './write-settings.ts'

/** What a file makes of the graders. */
export interface GradersPlan {
  readonly count: number
  /** Who is new, with the file's name for them where nobody knows another. */
  readonly added: readonly { readonly grader: CourseGrader; readonly named: string }[]
  readonly changed: readonly { readonly before: CourseGrader; readonly after: CourseGrader }[]
  readonly removed: readonly CourseGrader[]
}

interface Files {
  readonly before: readonly CourseGrader[]
  /** In the order of the rows. */
  readonly after: readonly CourseGrader[]
  readonly rows: readonly CsvRow[]
}

export function planOf({ before, after, rows }: Files): GradersPlan {
  const known = new Map(before.map((grader) => [grader.userId, grader]))
  const left = new Set(after.map(({ userId }) => userId))
  return {
    count: after.length,
    added: after.flatMap((grader, place) =>
      known.has(grader.userId) ? [] : [{ grader, named: rows[place]?.first ?? String(grader.userId) }],
    ),
    changed: after.flatMap((grader) => {
      const was = known.get(grader.userId)
      return was === undefined || isSame(was, grader) ? [] : [{ before: was, after: grader }]
    }),
    removed: before.filter(({ userId }) => !left.has(userId)),
  }
}

/** The order in a grader's lists means nothing. */
const isSame = (one: CourseGrader, other: CourseGrader): boolean => isDeepStrictEqual(sorted(one), sorted(other))

const sorted = ({ languages, gradingTags, feedbackTags }: CourseGrader) =>
  [languages, gradingTags, feedbackTags].map((list) => list?.toSorted())
