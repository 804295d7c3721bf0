/** A rubric of fifty criteria, each with so many parts. */
export interface LargeRubric {
  readonly kind: 'levels' | 'checks'
  readonly parts: number
}

const common = { required: true, commentRequired: false, visibleToStudent: true }
const text = (en: string) => ({ en })
const listOf = <Item>(count: number, item: (nth: number) => Item): Item[] =>
  Array.from({ length: count }, (_, nth) => item(nth))

export function rubricOf({ kind, parts }: LargeRubric) {
  const part = (nth: number) => ({
    id: `p${nth}`,
    title: text('P'),
    points: nth,
    commentRequired: false,
  })
  const criteria = listOf(50, (nth) => {
    const named = { ...common, id: `c${nth}`, title: text(`Criterion ${nth}`) }
    if (kind === 'levels') return { ...named, kind, levels: listOf(parts, part) }
    const visibility = 'always' as const
    const checks = listOf(parts, (each) => ({ ...part(each), maxTimes: 1, visibility }))
    return { ...named, kind, checks, minChecks: 0, maxChecks: null }
  })
  return { title: text('Large'), maxPoints: 100, startingPoints: 0, rounding: 'none' as const, criteria }
}
