import type { GivenRubric } from '@course-grading/domain/rubrics/given-rubric'
import { type Answer, post } from '../grading/ask.ts'
import type { KeptText } from '../kept/keeper.ts'
import type { EditorState } from './editor-state.ts'
import type { RubricStart } from './rubric-start.ts'

/** What the server lacks of a rubric. */
export interface KeptDraft extends KeptText {
  /** Of the rubric's pages. */
  readonly path: string
  /** The rubric's title. */
  readonly who: string
  /** Of what it was typed on. */
  readonly revision: number
  readonly state: EditorState
}

export const postDraft = (
  { userId, path }: Pick<RubricStart, 'userId' | 'path'>,
  document: GivenRubric,
  revision: number,
): Promise<Answer<{ readonly revision: number }>> => post({ userId }, `${path}/draft`, { revision, document })
