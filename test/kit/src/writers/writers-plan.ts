import fc from 'fast-check'

/** The parts of an assessment: the criteria of `writersRubric`, the note, and the adjustment. */
const assessmentParts = ['one', 'two', 'three', 'note', 'adjustment'] as const
/** The parts of its feedback document: the body, and annotations. */
const feedbackParts = ['body', 'a1', 'a2', 'a3'] as const
type AssessmentPart = (typeof assessmentParts)[number]
type FeedbackPart = (typeof feedbackParts)[number]
export type WrittenPart = AssessmentPart | FeedbackPart

/**
 * The object of a save: an assessment or its feedback document. Each has its own revisions, and a save changes only one of
 * them.
 */
export type WrittenThing = 'assessment' | 'feedback'
export const thingOf = (part: WrittenPart): WrittenThing =>
  feedbackParts.some((own) => own === part) ? 'feedback' : 'assessment'

/** What somebody does in one browser tab. `tab` is taken modulo the number of tabs. */
export type WriterStep =
  | {
      readonly kind: 'save'
      readonly tab: number
      /** The parts that the save changes, all of the same object. */
      readonly parts: readonly WrittenPart[]
      /** Whether the save names its revision as `base`, rather than in `If-Match`. */
      readonly isBase: boolean
      /** Whether the reply is lost, so that the tab does not know it. */
      readonly isLost: boolean
    }
  | {
      readonly kind:
        | 'read'
        | 'claim'
        | 'take_over'
        | 'hand_back'
        | 'postpone'
        | 'complete'
        | 'reopen'
        | 'restart'
        | 'heartbeat'
      readonly tab: number
    }
  /** The holder's lease ends. */
  | { readonly kind: 'lapse' }

/** Steps of one assessment and its feedback document. Those of a round happen at the same time. */
export interface WritersPlan {
  /** The number of tabs: two, of a grader and a teacher, or three or four, some of them of the same person. */
  readonly tabs: number
  readonly rounds: readonly (readonly WriterStep[])[]
}

const tab = fc.nat({ max: 3 })
const save = fc.record({
  kind: fc.constant('save' as const),
  tab,
  parts: fc.oneof(
    fc.uniqueArray(fc.constantFrom<WrittenPart>(...assessmentParts), { minLength: 1, maxLength: 2 }),
    fc.uniqueArray(fc.constantFrom<WrittenPart>(...feedbackParts), { minLength: 1, maxLength: 2 }),
  ),
  isBase: fc.boolean(),
  isLost: fc.integer({ min: 0, max: 4 }).map((chance) => chance === 0),
})
const other = (kind: Exclude<WriterStep['kind'], 'save' | 'lapse'>) => fc.record({ kind: fc.constant(kind), tab })
const step: fc.Arbitrary<WriterStep> = fc.oneof(
  { weight: 12, arbitrary: save },
  { weight: 5, arbitrary: other('read') },
  { weight: 3, arbitrary: other('claim') },
  ...(['take_over', 'hand_back', 'postpone', 'complete', 'reopen', 'restart', 'heartbeat'] as const).map((kind) => ({
    weight: 1,
    arbitrary: other(kind),
  })),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('lapse' as const) }) },
)

/** At most 18 steps, since only twenty refused saves of a person are kept. */
export const arbitraryWriters: fc.Arbitrary<WritersPlan> = fc.record({
  tabs: fc.integer({ min: 2, max: 4 }),
  rounds: fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 6 }),
})

/** A rubric whose criteria are not required, so that an assessment may always be completed. */
export const writersRubric = {
  title: { en: 'Writers' },
  maxPoints: 30,
  startingPoints: 0,
  rounding: 'none',
  criteria: ['one', 'two', 'three'].map((id) => ({
    id,
    title: { en: id },
    required: false,
    commentRequired: false,
    visibleToStudent: true,
    kind: 'points',
    min: 0,
    max: 10,
    step: 0.25,
  })),
}
