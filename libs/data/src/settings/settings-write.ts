import type { StaffName } from '../staff-names.ts'

/** A tag's row, beyond what the settings document shows of it. */
export interface StoredTag {
  readonly slug: string
  /** Id on the learning platform, where it is known. */
  readonly upstreamId: number | null
  /** Vanished on the learning platform, kept while the settings use it. */
  readonly gone: boolean
}

/** One write of the settings of a course, for any of its operations. */
export interface SettingsWrite {
  readonly courseId: number
  /**
   * The exact JSON text of the complete next document, as it will be sent in replies. Its `courseId` is the course's, its
   * `revision` the next one (1 for a new course); the database rejects any other.
   */
  readonly document: string
  /** Upstream id of the person who writes. */
  readonly userId: number
  readonly boundary: 'public' | 'frontend'
  /** The operation's id, for the history. */
  readonly operation: string
  /**
   * What is known of the document's tags beyond what it shows. A refresh of the tags gives it; without it the document must hold
   * the same tags as before.
   */
  readonly tags?: readonly StoredTag[]
  /**
   * The document's slug, where it differs from the one before: the write reserves it. Without it the document must have a slug that
   * is the course's already.
   */
  readonly newSlug?: string
  /** The names that the learning platform told of the course's staff. */
  readonly staffNames?: readonly StaffName[]
}
