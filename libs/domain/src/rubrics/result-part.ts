import { fromHundredths, toHundredths } from './hundredths.ts'

export type PartKind = 'starting' | 'criterion' | 'hidden' | 'automatic' | 'adjustment' | 'rounding' | 'limit'

/** The parts of a result add up to its points. */
export interface ResultPart {
  readonly kind: PartKind
  readonly criterionId?: string
  readonly points: number
}

/** Empty for 0 points. */
export function partOf(kind: Exclude<PartKind, 'criterion'>, hundredths: bigint): readonly ResultPart[] {
  return hundredths === 0n ? [] : [{ kind, points: fromHundredths(hundredths) }]
}

/** A single part for all criteria but those given, since a student may know only of these. */
export function withHiddenCriteria(parts: readonly ResultPart[], shownIds: readonly string[]): readonly ResultPart[] {
  const isHidden = ({ kind, criterionId = '' }: ResultPart) => kind === 'criterion' && !shownIds.includes(criterionId)
  const hidden = parts.filter(isHidden).reduce((sum, { points }) => sum + (toHundredths(points) ?? 0n), 0n)
  const isBefore = ({ kind }: ResultPart) => kind === 'starting' || kind === 'criterion'
  return [
    ...parts.filter((part) => isBefore(part) && !isHidden(part)),
    ...partOf('hidden', hidden),
    ...parts.filter((part) => !isBefore(part)),
  ]
}
