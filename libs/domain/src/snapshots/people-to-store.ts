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
  readonly exerciseIds: readonly number[]
  readonly heads: readonly (SubmissionHead & { readonly exerciseId: number })[]
}

/** Where an assistant is shown no submission at all, there may be no access, so the exercise does not count as seen. */
function exercisesSeen({ submissions, seenBy }: Pick<SnapshotReading, 'submissions' | 'seenBy'>) {
  return submissions.flatMap(({ exerciseId, heads }) =>
    heads !== null && (seenBy === 'teacher' || heads.length > 0) ? [{ exerciseId, heads }] : [],
  )
}

export function exercisesRead(reading: Pick<SnapshotReading, 'submissions' | 'seenBy'>): readonly number[] {
  return exercisesSeen(reading).map(({ exerciseId }) => exerciseId)
}

/** Each submission once, as given first, of exercises that were read. Erased people are left out, with work of theirs alone. */
export function headsToStore(
  reading: Pick<SnapshotReading, 'submissions' | 'seenBy'>,
  erased: ReadonlySet<number>,
): HeadsToStore {
  const seen = exercisesSeen(reading)
  const all = seen.flatMap(({ exerciseId, heads }) => heads.map((head) => ({ ...head, exerciseId })))
  return {
    exerciseIds: seen.map(({ exerciseId }) => exerciseId),
    heads: firstOf(all, ({ submissionId }) => submissionId)
      .map((head) => ({ ...head, submitterIds: [...new Set(head.submitterIds).difference(erased)] }))
      .filter(({ submitterIds }) => submitterIds.length > 0),
  }
}
