import { generatedLanguages, oneOf, type Random } from '@course-grading/domain/rubrics/generated-rubric.fixture'
import { type EditorState, partsOf } from './editor-state.ts'

export function countedIds(): () => string {
  let made = 0
  return () => `new-${(made += 1)}`
}

/** A criterion or `<criterion>/<part>`, in the order of the page. */
export const rowsOf = ({ rubric }: EditorState): string[] =>
  rubric.criteria.flatMap((criterion) => [criterion.id, ...partsOf(criterion).map(({ id }) => `${criterion.id}/${id}`)])

/** A button that stands on the page as it is drawn. */
export function someButton(state: EditorState, random: Random): string {
  const rows = rowsOf(state)
  const criteria = rows.filter((row) => !row.includes('/'))
  const action = oneOf(random, [
    'up',
    'down',
    'duplicate',
    'remove',
    'undo',
    'add',
    'open',
    'close',
    'language',
    'kind',
    'addPart',
  ])
  if (action === 'add' || action === 'undo') return action
  if (action === 'language') return `language:${oneOf(random, generatedLanguages)}`
  if (action === 'kind') return `kind:${oneOf(random, criteria)}/${oneOf(random, ['levels', 'checks', 'points'])}`
  return `${action}:${oneOf(random, ['open', 'close', 'addPart'].includes(action) ? criteria : rows)}`
}
