import { isWording } from './field-names.ts'
import type { GradingStart } from './grading-start.ts'

export interface Revisions {
  readonly judgement: number
  readonly wording: number
}

/** What ids of fields are made of. */
export type Revised = {
  readonly [Document in 'assessment' | 'feedback']: Pick<GradingStart[Document], 'revision'>
}

const revisionsOf = ({ assessment, feedback }: Revised): Revisions => ({
  judgement: assessment.revision,
  wording: feedback.revision,
})

/**
 * A browser that opens a tab again puts the texts back into the fields whose ids it knows, and into those without an id by their place. The
 * revision in the id keeps what was typed on an older one out. It is not the revision of the last save: a text that conflicts with that one
 * would pass as typed on it.
 */
export function fieldId(
  { start, typedOn = revisionsOf(start) }: { readonly start: Revised; readonly typedOn?: Revisions | undefined },
  name: string,
): string {
  return `${name}-r${typedOn[isWording(name) ? 'wording' : 'judgement']}`
}
