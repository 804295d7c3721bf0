import { defaultExerciseGrading, type ExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import { formatTyped, readNumber } from '@course-grading/domain/localisation/numbers'
import type { Clock } from '../islands/display/clock.ts'
import { readTime, typedTime } from '../layout/forms/typed-time.ts'

/** What the form's fields hold, as texts: `on` or nothing in a box. */
export type GradingFields = Readonly<Record<keyof ExerciseGrading, string>>
export type GradingFieldName = keyof ExerciseGrading

const gradingFieldNames = Object.keys(defaultExerciseGrading) as GradingFieldName[]

export const isGradingField = (name: string): name is GradingFieldName => Object.hasOwn(defaultExerciseGrading, name)

export function fieldsOf(of: ExerciseGrading, { locale, zone }: Clock): GradingFields {
  const ticked = (is: boolean): string => (is ? 'on' : '')
  return {
    rubricId: of.rubricId ?? '',
    anonymous: ticked(of.anonymous),
    attempts: of.attempts,
    order: of.order,
    autoPoints: of.autoPoints,
    release: of.release,
    releaseAt: typedTime(of.releaseAt, zone),
    leaseMinutes: formatTyped(locale, of.leaseMinutes),
    maxOpenClaims: formatTyped(locale, of.maxOpenClaims),
    dueAt: typedTime(of.dueAt, zone),
    notify: ticked(of.notify),
  }
}

export const readGradingFields = (form: URLSearchParams): GradingFields =>
  Object.fromEntries(gradingFieldNames.map((name) => [name, form.get(name) ?? ''])) as GradingFields

interface Reading {
  readonly document: ExerciseGrading
  /** The fields whose texts cannot be read. */
  readonly unreadable: readonly { readonly path: string; readonly code: string }[]
}

/** A time that was not touched keeps its seconds, which its field does not show. */
export function readGrading(fields: GradingFields, base: ExerciseGrading, { zone }: Clock): Reading {
  const timeOf = (name: 'releaseAt' | 'dueAt') =>
    fields[name] === typedTime(base[name], zone) ? base[name] : readTime(fields[name].trim(), zone)
  const [releaseAt, dueAt] = [timeOf('releaseAt'), timeOf('dueAt')]
  const [leaseMinutes, maxOpenClaims] = [readNumber(fields.leaseMinutes), readNumber(fields.maxOpenClaims)]
  const unread: Partial<Record<GradingFieldName, string>> = {
    ...(releaseAt === undefined && { releaseAt: 'invalid_value' }),
    ...(dueAt === undefined && { dueAt: 'invalid_value' }),
    ...(leaseMinutes === null && { leaseMinutes: 'unreadable' }),
    ...(maxOpenClaims === null && { maxOpenClaims: 'unreadable' }),
  }
  return {
    unreadable: Object.entries(unread).map(([name, code]) => ({ path: `$.${name}`, code })),
    document: {
      rubricId: fields.rubricId === '' ? null : fields.rubricId,
      anonymous: fields.anonymous !== '',
      attempts: fields.attempts as ExerciseGrading['attempts'],
      order: fields.order as ExerciseGrading['order'],
      autoPoints: fields.autoPoints as ExerciseGrading['autoPoints'],
      release: fields.release as ExerciseGrading['release'],
      releaseAt: releaseAt ?? null,
      leaseMinutes: leaseMinutes ?? base.leaseMinutes,
      maxOpenClaims: maxOpenClaims ?? base.maxOpenClaims,
      dueAt: dueAt ?? null,
      notify: fields.notify !== '',
    },
  }
}
