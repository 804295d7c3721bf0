import Type from 'typebox'
import { nullable } from '../schemas/paging.ts'

/** As replies name the exercise that a row is of. */
export const exerciseName = nullable(
  Type.String({
    description: 'The name of the exercise as in the snapshot, language markup included; null if there is none.',
  }),
)
