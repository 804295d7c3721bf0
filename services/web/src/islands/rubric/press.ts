import { type EditorState, partsOf, type Removed, withCriterion, withParts } from './editor-state.ts'
import { emptyCriterion, emptyPart, type TypedCriterion, type TypedPart } from './typed-rubric.ts'

export interface Pressed {
  readonly state: EditorState
  /** The name of the field or button that gets the focus. */
  readonly focus: string
}

/** Random, so that what was removed and what is new are never taken for one. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')

type MakeId = () => string

/**
 * What a button of a row does: `up:<row>`, where a row is a criterion or `<criterion>/<part>`. Null for a button that is none. What was
 * removed last stays until then.
 */
export function press(state: EditorState, pressed: string, makeId: MakeId = newId): Pressed | null {
  const [action = '', row = ''] = pressed.split(':')
  const kept = { ...state, removed: null }
  switch (action) {
    case 'add':
      return addCriterion(kept, makeId)
    case 'addPart':
      return addPart(kept, row, makeId)
    case 'open':
      return { state: { ...kept, open: row }, focus: `${row}/title` }
    case 'close':
      return { state: { ...kept, open: null }, focus: `open:${row}` }
    case 'language':
      return { state: { ...kept, language: row }, focus: pressed }
    case 'kind':
      return chooseKind(kept, row, { pressed, makeId })
    case 'up':
    case 'down':
      return { state: onList(kept, row, (list, at) => moved(list, at, action === 'up' ? -1 : 1)), focus: pressed }
    case 'duplicate':
      return duplicate(kept, row, makeId)
    case 'remove':
      return remove(kept, row)
    case 'undo':
      return undo(state)
    default:
      return null
  }
}

function addCriterion(state: EditorState, makeId: MakeId): Pressed {
  const criterion = emptyCriterion(makeId())
  const criteria = [...state.rubric.criteria, criterion]
  return {
    state: { ...state, rubric: { ...state.rubric, criteria }, open: criterion.id },
    focus: `${criterion.id}/title`,
  }
}

function addPart(state: EditorState, row: string, makeId: MakeId): Pressed {
  const part = emptyPart(makeId())
  return {
    state: withCriterion(state, row, (criterion) => withParts(criterion, [...partsOf(criterion), part])),
    focus: `${row}/${part.id}/title`,
  }
}

const fewest = { levels: 2, checks: 1, points: 0 } as const

/** A kind that was never chosen begins with as many parts as it needs. */
function chooseKind(
  state: EditorState,
  row: string,
  { pressed, makeId }: { readonly pressed: string; readonly makeId: MakeId },
): Pressed | null {
  const [id = '', kind = ''] = row.split('/')
  if (kind !== 'levels' && kind !== 'checks' && kind !== 'points') return null
  return {
    state: withCriterion(state, id, (criterion) => {
      const chosen: TypedCriterion = { ...criterion, kind }
      const parts = partsOf(chosen)
      const missing = Array.from({ length: Math.max(0, fewest[kind] - parts.length) }, () => emptyPart(makeId()))
      return withParts(chosen, [...parts, ...missing])
    }),
    focus: pressed,
  }
}

type Item = TypedCriterion | TypedPart

/** Changes the list in which a row stands; a row that is none changes nothing. */
function onList(
  state: EditorState,
  row: string,
  change: <Each extends Item>(list: readonly Each[], at: number) => readonly Each[],
): EditorState {
  const [criterionId = '', partId] = row.split('/')
  const place = <Each extends Item>(list: readonly Each[], id: string): readonly Each[] => {
    const at = list.findIndex((item) => item.id === id)
    return at === -1 ? list : change(list, at)
  }
  if (partId !== undefined)
    return withCriterion(state, criterionId, (criterion) => withParts(criterion, place(partsOf(criterion), partId)))
  return { ...state, rubric: { ...state.rubric, criteria: place(state.rubric.criteria, criterionId) } }
}

function moved<Each>(list: readonly Each[], at: number, by: 1 | -1): readonly Each[] {
  const [item, other] = [list[at], list[at + by]]
  if (item === undefined || other === undefined) return list
  return list.with(at, other).with(at + by, item)
}

/** A copy has ids of its own, and stands below. */
function duplicate(state: EditorState, row: string, makeId: MakeId): Pressed {
  const id = makeId()
  const copyOf = <Each extends Item>(item: Each): Each => ({
    ...item,
    id,
    ...('kind' in item && { levels: item.levels.map(renewed), checks: item.checks.map(renewed) }),
  })
  const renewed = (part: TypedPart): TypedPart => ({ ...part, id: makeId() })
  const [criterionId = '', partId] = row.split('/')
  const next = onList(state, row, (list, at) => list.toSpliced(at + 1, 0, ...list.slice(at, at + 1).map(copyOf)))
  return {
    state: partId === undefined ? { ...next, open: id } : next,
    focus: partId === undefined ? `${id}/title` : `${criterionId}/${id}/title`,
  }
}

function remove(state: EditorState, row: string): Pressed {
  const [criterionId = '', partId] = row.split('/')
  let removed: Removed | null = null
  const next = onList(state, row, (list, at) => {
    const item = list[at]
    if (item !== undefined) removed = { of: partId === undefined ? null : criterionId, at, item }
    return list.toSpliced(at, 1)
  })
  return { state: { ...next, removed }, focus: 'undo' }
}

function undo(state: EditorState): Pressed {
  const { removed } = state
  if (removed === null) return { state, focus: 'add' }
  const { of, at, item } = removed
  // A form may say anything.
  if ('kind' in item !== (of === null)) return { state, focus: 'add' }
  const kept = { ...state, removed: null }
  if (of === null) {
    const criteria = state.rubric.criteria.toSpliced(at, 0, item as TypedCriterion)
    return { state: { ...kept, rubric: { ...state.rubric, criteria } }, focus: `open:${item.id}` }
  }
  return {
    state: withCriterion(kept, of, (criterion) =>
      withParts(criterion, partsOf(criterion).toSpliced(at, 0, item as TypedPart)),
    ),
    focus: `${of}/${item.id}/title`,
  }
}
