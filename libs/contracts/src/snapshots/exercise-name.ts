import Type from 'typebox'
import { nullable } from '../schemas/paging.ts'

export const exerciseName = nullable(
  Type.String({
    description: 'The name of the exercise as in the snapshot, language markup included; null if there is none.',
  }),
)
