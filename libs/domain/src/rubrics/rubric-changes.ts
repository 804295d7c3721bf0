import type { Check, Criterion, Level, Localized, RubricDocument } from './rubric-document.ts'

/** The titles of what changed: of the rubric itself where `criterion` is null, and of a criterion itself where `part` is. */
interface ChangedPlace {
  readonly criterion: Localized | null
  /** The level or check. */
  readonly part: Localized | null
}

const structureFields = {
  rubric: ['maxPoints', 'startingPoints', 'rounding'],
  criterion: ['required', 'commentRequired', 'visibleToStudent'],
  levels: [],
  checks: ['minChecks', 'maxChecks'],
  points: ['min', 'max', 'step'],
  level: ['points', 'commentRequired'],
  check: ['points', 'maxTimes', 'visibility', 'commentRequired'],
} as const satisfies Record<string, readonly string[]>
const wordingFields = ['title', 'description', 'graderNote'] as const

export type StructureField = (typeof structureFields)[keyof typeof structureFields][number] | 'kind'
export type WordingField = (typeof wordingFields)[number]

export type StructureChange = ChangedPlace &
  (
    | { readonly what: 'added' | 'removed' }
    /** The parts are those of before in another order; `order` has the titles as they stand now. */
    | { readonly what: 'reordered'; readonly order: readonly Localized[] }
    | {
        readonly what: 'changed'
        readonly field: StructureField
        readonly before: string | number | boolean | null
        readonly after: string | number | boolean | null
      }
  )

export interface WordingChange extends ChangedPlace {
  readonly field: WordingField
  readonly before: Localized | null
  readonly after: Localized | null
}

export interface RubricChanges {
  readonly structure: readonly StructureChange[]
  readonly wording: readonly WordingChange[]
}

/** What publishing one document after another changes, in the order of the later one; titles are those of now. */
export function rubricChanges(before: RubricDocument, after: RubricDocument): RubricChanges {
  const changes = new ChangeList()
  const place = { criterion: null, part: null }
  changes.compareFields(place, structureFields.rubric, before, after)
  changes.compareWording(place, before, after)
  changes.compareItems(before.criteria, after.criteria, {
    placeOf: ({ title }) => ({ criterion: title, part: null }),
    parent: place,
    compare: (one, other) => compareCriteria(changes, one, other),
  })
  return changes
}

function compareCriteria(changes: ChangeList, before: Criterion, after: Criterion): void {
  const place = { criterion: after.title, part: null }
  changes.compareWording(place, before, after)
  changes.compareFields(place, ['kind', ...structureFields.criterion], before, after)
  const parts = {
    parent: place,
    placeOf: ({ title }: Level | Check) => ({ criterion: after.title, part: title }),
  }
  if (before.kind !== after.kind) return
  changes.compareFields(place, structureFields[after.kind], before, after)
  if (before.kind === 'levels' && after.kind === 'levels')
    changes.compareItems(before.levels, after.levels, { ...parts, compare: comparePart('level') })
  if (before.kind === 'checks' && after.kind === 'checks')
    changes.compareItems(before.checks, after.checks, { ...parts, compare: comparePart('check') })

  function comparePart(kind: 'level' | 'check') {
    return (one: Level | Check, other: Level | Check): void => {
      const at = parts.placeOf(other)
      changes.compareFields(at, structureFields[kind], one, other)
      changes.compareWording(at, one, other)
    }
  }
}

interface Item {
  readonly id: string
  readonly title: Localized
}

interface Comparison<Each> {
  readonly parent: ChangedPlace
  readonly placeOf: (item: Each) => ChangedPlace
  readonly compare: (before: Each, after: Each) => void
}

type Values = Readonly<Partial<Record<StructureField, string | number | boolean | null>>>
type Worded = Readonly<Partial<Record<WordingField, Localized>>>

class ChangeList implements RubricChanges {
  readonly structure: StructureChange[] = []
  readonly wording: WordingChange[] = []

  compareFields(place: ChangedPlace, fields: readonly StructureField[], before: object, after: object): void {
    for (const field of fields) {
      const [one, other] = [before, after].map((each) => (each as Values)[field] ?? null)
      if (one !== other)
        this.structure.push({ ...place, what: 'changed', field, before: one ?? null, after: other ?? null })
    }
  }

  /** The order of languages counts, since the first may be shown. */
  compareWording(place: ChangedPlace, before: object, after: object): void {
    for (const field of wordingFields) {
      const [one, other] = [before, after].map((each) => (each as Worded)[field] ?? null)
      if (JSON.stringify(one) !== JSON.stringify(other))
        this.wording.push({ ...place, field, before: one ?? null, after: other ?? null })
    }
  }

  compareItems<Each extends Item>(
    before: readonly Each[],
    after: readonly Each[],
    { parent, placeOf, compare }: Comparison<Each>,
  ): void {
    const old = new Map(before.map((item) => [item.id, item]))
    const kept = after.filter(({ id }) => old.has(id))
    const keptIds = new Set(kept.map(({ id }) => id))
    const orderBefore = before.filter(({ id }) => keptIds.has(id))
    if (orderBefore.some(({ id }, at) => id !== kept[at]?.id))
      this.structure.push({ ...parent, what: 'reordered', order: after.map(({ title }) => title) })
    for (const item of after) {
      const known = old.get(item.id)
      if (known === undefined) this.structure.push({ ...placeOf(item), what: 'added' })
      else compare(known, item)
    }
    for (const item of before) if (!keptIds.has(item.id)) this.structure.push({ ...placeOf(item), what: 'removed' })
  }
}
