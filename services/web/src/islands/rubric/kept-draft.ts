import type { GivenRubric } from '@course-grading/domain/rubrics/given-rubric'
import { type Answer, post } from '../grading/ask.ts'
import type { KeptText } from '../kept/keeper.ts'
import { byItem } from './by-item.ts'
import type { EditorState } from './editor-state.ts'
import type { RubricStart } from './rubric-start.ts'
import type { TypedCriterion } from './typed-rubric.ts'

/** What the server lacks of a rubric. */
export interface KeptDraft extends KeptText {
  /** Of the rubric's pages. */
  readonly path: string
  /** The rubric's title. */
  readonly who: string
  /** Of what it was typed on. */
  readonly revision: number
  /** An `EditorState` in JSON: a browser copies a text faster than 5,000 checks. */
  readonly state: string
}

const textOfCriterion = byItem((criterion: TypedCriterion) => JSON.stringify(criterion))

export function keptState({ rubric: { criteria, ...head }, ...state }: EditorState): string {
  const rubric = `${JSON.stringify(head).slice(0, -1)},"criteria":[${criteria.map(textOfCriterion).join(',')}]}`
  return `${JSON.stringify(state).slice(0, -1)},"rubric":${rubric}}`
}

export const readKept = ({ state }: Pick<KeptDraft, 'state'>): EditorState => JSON.parse(state) as EditorState

export const postDraft = (
  { userId, path }: Pick<RubricStart, 'userId' | 'path'>,
  document: GivenRubric,
  revision: number,
): Promise<Answer<{ readonly revision: number }>> => post({ userId }, `${path}/draft`, { revision, document })
