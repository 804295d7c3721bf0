import { firstOf } from './first-of.ts'
import type { RosterStudent, SnapshotReading, SubmissionHead } from './snapshot-reading.ts'

/** Each student once, as given first, with each tag once, without people whom the course has erased. */
export function studentsToStore(
  { students }: Pick<SnapshotReading, 'students'>,
  erased: ReadonlySet<number>,
): readonly RosterStudent[] {
  return firstOf(students, ({ userId }) => userId)
    .filter(({ userId }) => !erased.has(userId))
    .map((student) => ({ ...student, tagSlugs: [...new Set(student.tagSlugs)] }))
}

export interface HeadsToStore {
  /** Whose stored submissions are replaced. */
  readonly exerciseIds: readonly number[]
  readonly heads: readonly (SubmissionHead & { readonly exerciseId: number })[]
}

/**
 * Each submission once, as given first, of the exercises that were read. Where an assistant is shown none at all, there may be no access,
 * so what is stored stays. The erased are left out, with submissions that nobody else handed in.
 */
export function headsToStore(
  { submissions, seenBy }: Pick<SnapshotReading, 'submissions' | 'seenBy'>,
  erased: ReadonlySet<number>,
): HeadsToStore {
  const seen = submissions.flatMap(({ exerciseId, heads }) =>
    heads !== null && (seenBy === 'teacher' || heads.length > 0) ? [{ exerciseId, heads }] : [],
  )
  const all = seen.flatMap(({ exerciseId, heads }) => heads.map((head) => ({ ...head, exerciseId })))
  return {
    exerciseIds: seen.map(({ exerciseId }) => exerciseId),
    heads: firstOf(all, ({ submissionId }) => submissionId)
      .map((head) => ({ ...head, submitterIds: [...new Set(head.submitterIds).difference(erased)] }))
      .filter(({ submitterIds }) => submitterIds.length > 0),
  }
}
