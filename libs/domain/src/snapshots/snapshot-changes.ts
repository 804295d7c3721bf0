interface Change {
  readonly added: number
  readonly removed: number
}

/** A tagging is one tag of one student. */
export interface SnapshotChanges {
  readonly revision: number
  /** RFC 3339, UTC with milliseconds. */
  readonly takenAt: string
  readonly students: Change
  readonly taggings: Change
  readonly exercises: Change & { readonly renamed: number }
  readonly warnings: readonly SnapshotWarning[]
}

/** The submissions of one exercise, which upstream could not list, are left as they were. */
export interface SnapshotWarning {
  readonly code: 'submissions_unavailable'
  readonly exerciseId: number
}
