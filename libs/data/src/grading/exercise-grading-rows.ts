import Type, { type Static } from 'typebox'
import { nullable } from '../db/row.ts'

/** Times are RFC 3339. */
export interface ExerciseGradingWrite {
  readonly rubricId: string | null
  readonly anonymous: boolean
  readonly attempts: 'latest' | 'all'
  readonly order: 'bands' | 'oldest'
  readonly autoPoints: 'shown' | 'added'
  readonly release: 'immediate' | 'manual'
  readonly releaseAt: string | null
  readonly leaseMinutes: number
  readonly maxOpenClaims: number
  readonly dueAt: string | null
  readonly notify: boolean
}

const text = <Value extends string>() => Type.Unsafe<Value>({ type: 'string' })

export const exerciseGradingRow = Type.Object({
  rubricId: nullable(Type.String()),
  anonymous: Type.Boolean(),
  attempts: text<ExerciseGradingWrite['attempts']>(),
  order: text<ExerciseGradingWrite['order']>(),
  autoPoints: text<ExerciseGradingWrite['autoPoints']>(),
  release: text<ExerciseGradingWrite['release']>(),
  releaseAt: nullable(Type.String()),
  leaseMinutes: Type.Integer(),
  maxOpenClaims: Type.Integer(),
  dueAt: nullable(Type.String()),
  notify: Type.Boolean(),
  revision: Type.Integer(),
})
export type StoredExerciseGrading = Static<typeof exerciseGradingRow>
