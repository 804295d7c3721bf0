import { formatTyped, readNumber } from '@course-grading/domain/localisation/numbers'
import type { GivenCriterion, GivenRubric } from '@course-grading/domain/rubrics/given-rubric'
import type { Check, Criterion, Level, Localized, RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import { byItem } from './by-item.ts'

export const textFields = ['title', 'description', 'graderNote'] as const
export type TextName = (typeof textFields)[number]

interface Worded {
  readonly id: string
  readonly title: Localized
  readonly description: Localized
  readonly graderNote: Localized
}

/** A level or a check, with the members of both. */
export interface TypedPart extends Worded {
  readonly points: string
  readonly commentRequired: boolean
  readonly maxTimes: string
  readonly visibility: Check['visibility']
}

/** What was typed for a kind stays when another kind is chosen. */
export interface TypedCriterion extends Worded {
  readonly required: boolean
  readonly commentRequired: boolean
  readonly visibleToStudent: boolean
  readonly kind: Criterion['kind']
  readonly levels: readonly TypedPart[]
  readonly checks: readonly TypedPart[]
  readonly minChecks: string
  /** Empty: all of them. */
  readonly maxChecks: string
  readonly min: string
  readonly max: string
  readonly step: string
}

/** A rubric while somebody writes it: numbers are texts, and a text may be empty in any language. */
export interface TypedRubric extends Omit<Worded, 'id' | 'graderNote'> {
  readonly maxPoints: string
  readonly startingPoints: string
  readonly rounding: RubricDocument['rounding']
  readonly criteria: readonly TypedCriterion[]
}

type Untyped = Partial<Record<Exclude<TextName, 'title'>, Localized>> & Pick<Worded, 'id' | 'title'>
const wordedOf = ({ id, title, description = {}, graderNote = {} }: Untyped): Worded => ({
  id,
  title,
  description,
  graderNote,
})

export const emptyPart = (id: string): TypedPart => ({
  ...wordedOf({ id, title: {} }),
  points: '0',
  commentRequired: false,
  maxTimes: '1',
  visibility: 'always',
})

const noKind = { levels: [], checks: [], minChecks: '0', maxChecks: '', min: '0', max: '', step: '1' } as const

export const emptyCriterion = (id: string): TypedCriterion => ({
  ...wordedOf({ id, title: {} }),
  required: true,
  commentRequired: false,
  visibleToStudent: true,
  kind: 'points',
  ...noKind,
})

/** Numbers are written as the reader's language writes them. */
export function typedRubric(document: RubricDocument, locale: string): TypedRubric {
  const { title, description = {}, maxPoints, startingPoints, rounding, criteria } = document
  const typed = (number: number): string => formatTyped(locale, number)
  const part = (of: Level | Check): TypedPart => ({
    ...emptyPart(of.id),
    ...wordedOf(of),
    points: typed(of.points),
    commentRequired: of.commentRequired,
    ...('maxTimes' in of && { maxTimes: typed(of.maxTimes), visibility: of.visibility }),
  })
  return {
    title,
    description,
    maxPoints: typed(maxPoints),
    startingPoints: typed(startingPoints),
    rounding,
    criteria: criteria.map((criterion): TypedCriterion => {
      const { required, commentRequired, visibleToStudent, kind } = criterion
      const common = { ...wordedOf(criterion), required, commentRequired, visibleToStudent, kind, ...noKind }
      if (criterion.kind === 'levels') return { ...common, levels: criterion.levels.map(part) }
      if (criterion.kind === 'points')
        return { ...common, min: typed(criterion.min), max: typed(criterion.max), step: typed(criterion.step) }
      const { checks, minChecks, maxChecks } = criterion
      return {
        ...common,
        checks: checks.map(part),
        minChecks: typed(minChecks),
        maxChecks: maxChecks === null ? '' : typed(maxChecks),
      }
    }),
  }
}

/** What would be saved. A number that cannot be read is NaN, which `readRubric` refuses where it stands. */
export function givenRubric({ title, description, criteria, ...others }: TypedRubric): GivenRubric {
  return {
    ...textsOf({ title, description }),
    maxPoints: numberOf(others.maxPoints),
    startingPoints: numberOf(others.startingPoints),
    rounding: others.rounding,
    criteria: criteria.map(givenCriterion),
  }
}

export const givenCriterion = byItem((typed: TypedCriterion): GivenCriterion => {
  const { id, required, commentRequired, visibleToStudent, kind } = typed
  const common = { id, ...textsOf(typed), required, commentRequired, visibleToStudent }
  if (kind === 'levels') return { ...common, kind, levels: typed.levels.map(givenLevel) }
  if (kind === 'points')
    return { ...common, kind, min: numberOf(typed.min), max: numberOf(typed.max), step: numberOf(typed.step) }
  return {
    ...common,
    kind,
    checks: typed.checks.map(givenCheck),
    minChecks: numberOf(typed.minChecks),
    maxChecks: typed.maxChecks.trim() === '' ? null : numberOf(typed.maxChecks),
  }
})

const givenLevel = (part: TypedPart): Level => ({
  id: part.id,
  ...textsOf(part),
  points: numberOf(part.points),
  commentRequired: part.commentRequired,
})

function givenCheck({ description: _ofLevels, ...part }: TypedPart): Check {
  const { id, maxTimes, visibility, commentRequired } = part
  const points = numberOf(part.points)
  return { id, ...textsOf(part), points, maxTimes: numberOf(maxTimes), visibility, commentRequired }
}

const numberOf = (text: string): number => readNumber(text) ?? NaN

type Texts = { readonly title: Localized } & Partial<Record<TextName, Localized>>

/** Without languages in which nothing is written; a title stays, since it is needed. */
function textsOf({ title, description = {}, graderNote = {} }: Texts): Texts {
  const [written, about, note] = [title, description, graderNote].map(writtenIn)
  return {
    title: written ?? {},
    ...(hasText(about) && { description: about }),
    ...(hasText(note) && { graderNote: note }),
  }
}

const writtenIn = (text: Localized): Localized =>
  Object.fromEntries(Object.entries(text).filter(([, words]) => words !== ''))
const hasText = (text: Localized | undefined): text is Localized => text !== undefined && Object.keys(text).length > 0
