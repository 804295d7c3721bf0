import type { StaffName } from '../staff-names.ts'

/** Beyond what the document shows of it. */
export interface StoredTag {
  readonly slug: string
  /** Where it is known. */
  readonly upstreamId: number | null
  /** Vanished upstream, kept while the settings use it. */
  readonly gone: boolean
}

export interface SettingsWrite {
  readonly courseId: number
  /** Exact JSON text as replies send it. `courseId` is the course's, `revision` the next one; the database rejects any other. */
  readonly document: string
  /** Upstream id. */
  readonly userId: number
  readonly boundary: 'public' | 'frontend'
  /** For the history. */
  readonly operation: string
  /** From a refresh; without it the document must hold the same tags as before. */
  readonly tags?: readonly StoredTag[]
  /** Where it differs: the write reserves it. Without it the slug must be the course's already. */
  readonly newSlug?: string
  /** As the learning platform told them. */
  readonly staffNames?: readonly StaffName[]
}
