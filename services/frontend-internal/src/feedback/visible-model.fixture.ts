import fc from 'fast-check'

/** What happens to one submission of a group, and to its feedback. */
export const ownSteps = ['save', 'complete', 'release', 'reopen', 'withdraw', 'publish', 'join', 'leave'] as const
export type OwnStep = (typeof ownSteps)[number]

/** What happens to the course, and so to all its submissions at the same time. */
export const sharedSteps = [
  'migrate',
  'releaseAt passes',
  'releaseAt is ahead',
  'deliver',
  'hide course',
  'hide module',
  'take the snapshot',
  'drop',
  'erase the first',
  'erase the second',
] as const
export type SharedStep = (typeof sharedSteps)[number]
export type Step = OwnStep | SharedStep

/** The next step of each submission, or none, and the step that then changes all of them, if there is one. */
export interface Round {
  readonly own: readonly (OwnStep | null)[]
  readonly shared: SharedStep | null
}

/** The students of a course, by their places: two of a group, one who joins it, and one who has nothing to do with it. */
export const people = { first: 0, second: 1, joining: 2, other: 3 } as const

/** The beginning of a history. Most reach a release, since students see little before it. */
const begin = fc.constantFrom<readonly OwnStep[]>(
  ['save', 'complete', 'release'],
  ['complete', 'release', 'reopen', 'save', 'complete'],
  ['save', 'complete'],
  ['save'],
  [],
)
const ownHistory = fc
  .tuple(begin, fc.array(fc.constantFrom(...ownSteps), { minLength: 2, maxLength: 5 }))
  .map(([first, rest]): readonly OwnStep[] => [...first, ...rest])
/** Erasures come last, since nobody can do anything with the work of erased people. */
const sharedHistory = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 2, arbitrary: fc.constant(null) },
        { weight: 3, arbitrary: fc.constantFrom(...sharedSteps.filter((step) => !step.startsWith('erase'))) },
        { weight: 1, arbitrary: fc.constant('take the snapshot' as const) },
      ),
      { minLength: 4, maxLength: 6 },
    ),
    fc.subarray<SharedStep>(['erase the first', 'erase the second']),
  )
  .map(([steps, ends]): readonly (SharedStep | null)[] => [...steps, ...ends])

/** The histories of `count` submissions to one course, which happen at the same time. */
export const histories = (count: number): fc.Arbitrary<readonly Round[]> =>
  fc.tuple(fc.array(ownHistory, { minLength: count, maxLength: count }), sharedHistory).map(([own, shared]) =>
    Array.from({ length: Math.max(shared.length, ...own.map(({ length }) => length)) }, (_, index) => ({
      own: own.map((steps) => steps[index] ?? null),
      shared: shared[index] ?? null,
    })),
  )

/** The history of one submission, step by step. */
export const history = (...steps: readonly Step[]): readonly Round[] =>
  steps.map((step) => ({
    own: [ownSteps.find((own) => own === step) ?? null],
    shared: sharedSteps.find((shared) => shared === step) ?? null,
  }))

/** The state of one submission in the model. */
export interface WorkModel {
  /** `erased`: all of its submitters were erased, and nothing can be done with it. */
  state: 'in_progress' | 'completed' | 'erased'
  saves: number
  /** What the last save wrote. */
  body: string
  adjustment: number
  /** The results in the order in which they were made. */
  readonly results: { readonly points: number; readonly body: string; isReleased: boolean }[]
  isWithdrawn: boolean
  /** The places of the people who handed it in. */
  readonly submitters: Set<number>
}

/** A course as far as it decides what students see. */
export interface CourseModel {
  isCourseHidden: boolean
  isModuleHidden: boolean
  /** The starting points of the present version of the rubric. */
  startingPoints: number
  readonly onRoster: Set<number>
  readonly works: readonly WorkModel[]
}

export const newCourse = (count: number): CourseModel => ({
  isCourseHidden: false,
  isModuleHidden: false,
  startingPoints: 0,
  onRoster: new Set(Object.values(people)),
  works: Array.from({ length: count }, () => ({
    state: 'in_progress',
    saves: 0,
    body: '',
    adjustment: 0,
    results: [],
    isWithdrawn: false,
    submitters: new Set([people.first, people.second]),
  })),
})

const hasBeenReleased = ({ results }: WorkModel): boolean => results.some(({ isReleased }) => isReleased)

/** Whether a step can be done with a work; `refused`: the step is tried, and the service must reject it. */
export function allows(work: WorkModel, step: OwnStep): boolean | 'refused' {
  switch (step) {
    case 'save':
    case 'complete':
      return work.state === 'in_progress'
    case 'release':
    case 'reopen':
      return work.state === 'completed'
    case 'withdraw':
    case 'publish':
      if (work.state === 'erased') return false
      return (hasBeenReleased(work) && work.isWithdrawn === (step === 'publish')) || 'refused'
    case 'join':
      return work.state !== 'erased' && !work.submitters.has(people.joining)
    case 'leave':
      return work.submitters.has(people.second) && work.submitters.size > 1
  }
}

/** Changes a work by a step that it allows. */
export function doOwn({ startingPoints }: CourseModel, work: WorkModel, step: OwnStep): void {
  switch (step) {
    case 'save':
      work.saves += 1
      work.body = `Text ${work.saves}`
      work.adjustment = (work.saves % 4) - 1
      return
    case 'complete':
      work.state = 'completed'
      // The scores of these works are 16.75, which the rubric rounds to a half or whole.
      work.results.push({ points: 17 + startingPoints + work.adjustment, body: work.body, isReleased: false })
      return
    case 'release':
      return release(work)
    case 'reopen':
      work.state = 'in_progress'
      return
    case 'withdraw':
    case 'publish':
      work.isWithdrawn = step === 'withdraw'
      return
    case 'join':
      work.submitters.add(people.joining)
      return
    case 'leave':
      work.submitters.delete(people.second)
  }
}

function release(work: WorkModel): void {
  const standing = work.results.at(-1)
  if (work.state !== 'completed' || standing === undefined || standing.isReleased) return
  standing.isReleased = true
  work.isWithdrawn = false
}

/** Changes a course and all its works by a step. */
export function doShared(course: CourseModel, step: SharedStep): void {
  switch (step) {
    case 'migrate': {
      // The versions of the rubric have alternately no starting point and one.
      const change = course.startingPoints === 0 ? 1 : -1
      course.startingPoints += change
      for (const { state, results } of course.works) {
        const standing = results.at(-1)
        if (state === 'completed' && standing !== undefined)
          results.push({ points: standing.points + change, body: standing.body, isReleased: false })
      }
      return
    }
    case 'releaseAt passes':
      for (const work of course.works) if (!hasBeenReleased(work)) release(work)
      return
    case 'hide course':
      course.isCourseHidden = true
      return
    case 'hide module':
      course.isModuleHidden = true
      return
    case 'take the snapshot':
      Object.assign(course, { isCourseHidden: false, isModuleHidden: false })
      return
    case 'drop':
      course.onRoster.delete(people.first)
      return
    case 'erase the first':
      return erase(course, people.first)
    case 'erase the second':
      return erase(course, people.second)
    case 'releaseAt is ahead':
    case 'deliver':
    // This step changes nothing that students see.
  }
}

function erase({ onRoster, works }: CourseModel, person: number): void {
  onRoster.delete(person)
  for (const work of works) {
    if (work.submitters.delete(person) && work.submitters.size === 0) work.state = 'erased'
  }
}

/** What the submitters of a work read of its result; null if they see none. */
export function visibleOf(
  { isCourseHidden, isModuleHidden }: CourseModel,
  { isWithdrawn, results }: WorkModel,
): { readonly points: number; readonly body: string } | null {
  if (isWithdrawn || isCourseHidden || isModuleHidden) return null
  return results.findLast(({ isReleased }) => isReleased) ?? null
}
