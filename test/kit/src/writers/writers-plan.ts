import fc from 'fast-check'

/** Of an assessment: a criterion of `writersRubric`, the note, or the adjustment. */
const assessmentParts = ['one', 'two', 'three', 'note', 'adjustment'] as const
/** Of its feedback document: the body, or an annotation. */
const feedbackParts = ['body', 'a1', 'a2', 'a3'] as const
export type AssessmentPart = (typeof assessmentParts)[number]
export type FeedbackPart = (typeof feedbackParts)[number]
export type WrittenPart = AssessmentPart | FeedbackPart

/** What a save is of: an assessment or its feedback document. Each counts its own revisions, and one save is of one of them. */
export type WrittenThing = 'assessment' | 'feedback'
export const thingOf = (part: WrittenPart): WrittenThing =>
  feedbackParts.some((own) => own === part) ? 'feedback' : 'assessment'

/** What somebody does in one browser tab. `tab` is taken modulo the number of tabs. */
export type WriterStep =
  | {
      readonly kind: 'save'
      readonly tab: number
      /** All of one thing. */
      readonly parts: readonly WrittenPart[]
      /** Whether the save names its revision as `base`, rather than in `If-Match`. */
      readonly isBase: boolean
      /** The tab never learns of the answer. */
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
  /** The lease of whoever holds it ends. */
  | { readonly kind: 'lapse' }

/** Steps of one assessment and its feedback document. Those of a round happen at the same time. */
export interface WritersPlan {
  /** Two tabs of a grader and a teacher, or three or four of which some are of the same person. */
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

/** At most 18 steps, since of one person's refused saves twenty are kept. */
export const arbitraryWriters: fc.Arbitrary<WritersPlan> = fc.record({
  tabs: fc.integer({ min: 2, max: 4 }),
  rounds: fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 6 }),
})

/** Criteria that never keep anybody from completing. */
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
