import type { KeptText } from '../kept/keeper.ts'
import type { NamedFields } from './field-names.ts'

/** What was typed about a submission and is not on the server yet. */
export interface KeptWork extends KeptText {
  readonly assessmentId: string
  readonly feedbackId: string
  readonly revisions: { readonly judgement: number; readonly wording: number }
  /** The changed units only, by names of fields: as the server had them, and as they were typed. */
  readonly base: NamedFields
  readonly mine: NamedFields
}
