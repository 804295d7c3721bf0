/** How many came and went. */
interface Change {
  readonly added: number
  readonly removed: number
}

/** What one refresh of a course's snapshot changed. A tagging is one tag of one student. */
export interface SnapshotChanges {
  readonly revision: number
  /** RFC 3339, UTC with milliseconds. */
  readonly takenAt: string
  readonly students: Change
  readonly taggings: Change
  readonly exercises: Change & { readonly renamed: number }
  readonly warnings: readonly SnapshotWarning[]
}

/** What a refresh left as it was: the submissions of one exercise, which the learning platform could not list. */
export interface SnapshotWarning {
  readonly code: 'submissions_unavailable'
  readonly exerciseId: number
}
