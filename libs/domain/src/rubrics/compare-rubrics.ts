import type { Criterion, Localized, RubricDocument } from './rubric-document.ts'

/** `structure`: what points, graders' duties and what students see depend on; a change of it needs a new version. `wording`: only texts. */
export type RubricDifference = 'none' | 'wording' | 'structure'

/** What publishing one document after another changes. Where both differ, the result is `structure`. */
export function compareRubrics(before: RubricDocument, after: RubricDocument): RubricDifference {
  if (!isSame(structureOf(before), structureOf(after))) return 'structure'
  return isSame(wordingOf(before), wordingOf(after)) ? 'none' : 'wording'
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

// Members are picked one by one: their order does not matter. That of the languages of a text does, since the first may be shown.
function structureOf({ maxPoints, startingPoints, rounding, criteria }: RubricDocument): unknown {
  return [maxPoints, startingPoints, rounding, criteria.map((criterion) => criterionStructure(criterion))]
}

function criterionStructure(criterion: Criterion): unknown {
  const { id, kind, required, commentRequired, visibleToStudent } = criterion
  return [id, kind, required, commentRequired, visibleToStudent, ...kindStructure(criterion)]
}

function kindStructure(criterion: Criterion): unknown[] {
  switch (criterion.kind) {
    case 'levels':
      return criterion.levels.map(({ id, points, commentRequired }) => [id, points, commentRequired])
    case 'checks': {
      const { minChecks, maxChecks, checks } = criterion
      return [
        minChecks,
        maxChecks,
        checks.map(({ id, points, maxTimes, visibility, commentRequired }) => [
          id,
          points,
          maxTimes,
          visibility,
          commentRequired,
        ]),
      ]
    }
    case 'points':
      return [criterion.min, criterion.max, criterion.step]
  }
}

interface Worded {
  readonly title: Localized
  readonly description?: Localized
  readonly graderNote?: Localized
}

function wordingOf(document: RubricDocument): unknown {
  return [document, ...document.criteria.flatMap((criterion) => [criterion, ...partsOf(criterion)])].map(
    ({ title, description, graderNote }: Worded) => [title, description ?? null, graderNote ?? null],
  )
}

function partsOf(criterion: Criterion): readonly Worded[] {
  switch (criterion.kind) {
    case 'levels':
      return criterion.levels
    case 'checks':
      return criterion.checks
    case 'points':
      return []
  }
}
