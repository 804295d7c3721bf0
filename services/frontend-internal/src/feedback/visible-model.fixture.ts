import fc from 'fast-check'

/** What happens to one submission of a group, and around it. */
export const steps = [
  'save',
  'complete',
  'release',
  'reopen',
  'withdraw',
  'publish',
  'migrate',
  'hide course',
  'hide module',
  'take the snapshot',
  'join',
  'leave',
  'drop',
  'end',
] as const
export type Step = (typeof steps)[number]

/** Histories of which most reach a release, since little can be seen before. */
export const anyHistory = fc
  .tuple(
    fc.constantFrom<Step[]>(
      ['save', 'complete', 'release'],
      ['complete', 'release', 'reopen', 'save', 'complete'],
      ['save', 'complete'],
      [],
    ),
    fc.array(fc.constantFrom(...steps.filter((step) => step !== 'end')), { minLength: 3, maxLength: 9 }),
    fc.boolean(),
  )
  .map(([begin, rest, ends]): readonly Step[] => [...begin, ...rest, ...(ends ? (['end'] as const) : [])])

export interface ModelResult {
  readonly points: number
  readonly body: string
  isReleased: boolean
}

/** What the pages say of one submission and what its students may see. */
export interface Model {
  state: 'in_progress' | 'completed'
  body: string
  added: number
  /** In the order in which they were made. */
  results: ModelResult[]
  isWithdrawn: boolean
  isCourseHidden: boolean
  isModuleHidden: boolean
  submitters: Set<number>
}

export const newModel = (submitters: readonly number[]): Model => ({
  state: 'in_progress',
  body: '',
  added: 0,
  results: [],
  isWithdrawn: false,
  isCourseHidden: false,
  isModuleHidden: false,
  submitters: new Set(submitters),
})

export const hasBeenReleased = ({ results }: Model): boolean => results.some(({ isReleased }) => isReleased)

/** What a student reads of it; null: nothing. */
export function visibleTo(model: Model, userId: number): { readonly points: number; readonly body: string } | null {
  const { submitters, isWithdrawn, isCourseHidden, isModuleHidden, results } = model
  if (!submitters.has(userId) || isWithdrawn || isCourseHidden || isModuleHidden) return null
  const shown = results.findLast(({ isReleased }) => isReleased)
  return shown === undefined ? null : { points: shown.points, body: shown.body }
}
