import type { StaffName } from '../db/staff-names.ts'

export interface StoredTag {
  readonly slug: string
  /** Id on the learning platform, where it is known. */
  readonly upstreamId: number | null
  /** Vanished upstream, kept while the settings use it. */
  readonly gone: boolean
}

export interface SettingsWrite {
  readonly courseId: number
  /** Exact JSON text as replies send it. `courseId` is the course's, `revision` the next one; the database rejects any other. */
  readonly document: string
  readonly userId: number
  readonly boundary: 'public' | 'frontend'
  readonly operation: string
  /** Set by a refresh; without it the document must hold the same tags as before. */
  readonly tags?: readonly StoredTag[]
  /** A slug that differs from the present one, which the write reserves. Without it the slug must be the course's already. */
  readonly newSlug?: string
  readonly staffNames?: readonly StaffName[]
}
