import type { Fields } from './fields.ts'
import type { Issue } from './issue.ts'

export interface Copy {
  readonly revision: number
  readonly fields: Fields
}

/** `stale`: somebody else changed a part of it; `away`: nobody knows whether it arrived; `lost`: the document may not be written now. */
export type SaveAnswer =
  | { readonly kind: 'saved'; readonly revision: number }
  | { readonly kind: 'stale' | 'away' | 'lost' | 'signed-out' | 'other-person' }
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] }

export type Reading =
  | { readonly kind: 'read'; readonly copy: Copy }
  | { readonly kind: 'away' | 'lost' | 'signed-out' | 'other-person' }

/** One document, whose ids never change. */
export interface SavedDocument<Patch> {
  /** What can be sent: unfinished fields are as in `base`. */
  readonly wholeOf: (base: Fields, mine: Fields) => Fields
  readonly patchOf: (base: Fields, whole: Fields) => Patch | null
  readonly send: (patch: Patch, base: number) => Promise<SaveAnswer>
  readonly read: () => Promise<Reading>
  /** Called when a save that was not answered turns out to have arrived. */
  readonly arrived?: () => void
}
