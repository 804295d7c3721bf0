import Type from 'typebox'
import { textOf } from './text-rules.ts'

export const requiredText = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, ...textOf('not_blank', description) })
