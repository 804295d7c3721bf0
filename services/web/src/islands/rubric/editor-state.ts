import type { Localized } from '@course-grading/domain/rubrics/rubric-document'
import type { TypedCriterion, TypedPart, TypedRubric } from './typed-rubric.ts'

/** What was removed last, which can be put back until the next button of a row. */
export interface Removed {
  /** The criterion whose part it was; null for a criterion. */
  readonly of: string | null
  readonly at: number
  readonly item: TypedCriterion | TypedPart
}

/** The editor, in whichever way it is drawn: a form carries it in one hidden field. */
export interface EditorState {
  readonly rubric: TypedRubric
  /** The criterion whose fields are shown. */
  readonly open: string | null
  /** The language in which texts are shown. */
  readonly language: string
  readonly removed: Removed | null
}

export const openCriterion = ({ rubric, open }: EditorState): TypedCriterion | undefined =>
  rubric.criteria.find(({ id }) => id === open)

/** The levels or checks of a criterion; a number has none. */
export const partsOf = ({ kind, levels, checks }: TypedCriterion): readonly TypedPart[] =>
  kind === 'points' ? [] : kind === 'levels' ? levels : checks

export function withParts(criterion: TypedCriterion, parts: readonly TypedPart[]): TypedCriterion {
  if (criterion.kind === 'points') return criterion
  return criterion.kind === 'levels' ? { ...criterion, levels: parts } : { ...criterion, checks: parts }
}

export function withCriterion(
  state: EditorState,
  id: string,
  change: (criterion: TypedCriterion) => TypedCriterion,
): EditorState {
  const criteria = state.rubric.criteria.map((criterion) => (criterion.id === id ? change(criterion) : criterion))
  return { ...state, rubric: { ...state.rubric, criteria } }
}

type FieldKind = 'line' | 'text' | 'number' | 'box' | 'rounding' | 'visibility'

const ofRubric = {
  title: 'line',
  maxPoints: 'number',
  startingPoints: 'number',
  rounding: 'rounding',
  description: 'text',
} as const satisfies Record<string, FieldKind>
const ofAnyCriterion = {
  title: 'line',
  description: 'text',
  graderNote: 'text',
  required: 'box',
  commentRequired: 'box',
  visibleToStudent: 'box',
} as const satisfies Record<string, FieldKind>
const ofKind = {
  levels: {},
  checks: { minChecks: 'number', maxChecks: 'number' },
  points: { min: 'number', max: 'number', step: 'number' },
} as const satisfies Record<TypedCriterion['kind'], Record<string, FieldKind>>
const ofAnyPart = { title: 'line', points: 'number', graderNote: 'text', commentRequired: 'box' } as const
const ofPart = {
  levels: { ...ofAnyPart, description: 'text' },
  checks: { ...ofAnyPart, maxTimes: 'number', visibility: 'visibility' },
  points: {},
} as const satisfies Record<TypedCriterion['kind'], Record<string, FieldKind>>

/** The fields that are shown, by the name in the form: `title`, `<criterion>/title`, `<criterion>/<part>/title`. Ids have no slash. */
export function shownFields(state: EditorState): [name: string, kind: FieldKind][] {
  const criterion = openCriterion(state)
  const below = (place: string, fields: Record<string, FieldKind>): [string, FieldKind][] =>
    Object.entries(fields).map(([field, kind]) => [`${place}${field}`, kind])
  if (criterion === undefined) return below('', ofRubric)
  return [
    ...below('', ofRubric),
    ...below(`${criterion.id}/`, { ...ofAnyCriterion, ...ofKind[criterion.kind] }),
    ...partsOf(criterion).flatMap((part) => below(`${criterion.id}/${part.id}/`, ofPart[criterion.kind])),
  ]
}

const roundings = ['none', 'half', 'whole']
const visibilities = ['always', 'chosen', 'never']

/** A box is `on` where it is checked, and else empty. A value that its field cannot have changes nothing. */
export function withField(state: EditorState, name: string, kind: FieldKind, value: string): EditorState {
  if (kind === 'rounding' && !roundings.includes(value)) return state
  if (kind === 'visibility' && !visibilities.includes(value)) return state
  const [field = '', ...place] = name.split('/').toReversed()
  const [criterionId, partId] = place.toReversed()
  const change = <Item extends object>(item: Item): Item => changed(item, { field, kind, value, ...state })
  if (criterionId === undefined) return { ...state, rubric: change(state.rubric) }
  return withCriterion(state, criterionId, (criterion) =>
    partId === undefined
      ? change(criterion)
      : withParts(
          criterion,
          partsOf(criterion).map((part) => (part.id === partId ? change(part) : part)),
        ),
  )
}

interface Change extends Pick<EditorState, 'language'> {
  readonly field: string
  readonly kind: FieldKind
  readonly value: string
}

function changed<Item extends object>(item: Item, { field, kind, value, language }: Change): Item {
  const before = (item as Readonly<Record<string, unknown>>)[field]
  if (kind === 'box') return { ...item, [field]: value === 'on' }
  if (kind !== 'line' && kind !== 'text') return { ...item, [field]: value }
  const text = before as Localized
  return shownText(text, language, kind) === value ? item : { ...item, [field]: { ...text, [language]: value } }
}

/** A field of one line has no line ends, and forms send each as LF. */
export function shownText(text: Localized, language: string, kind: 'line' | 'text'): string {
  const words = text[language] ?? ''
  return kind === 'line' ? words.replaceAll(/[\r\n]+/g, ' ') : words.replaceAll(/\r\n?/g, '\n')
}
