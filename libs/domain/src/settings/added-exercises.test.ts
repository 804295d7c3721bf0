import { describe, expect, it } from 'vitest'
import { addedExercises, foreignExerciseIssues } from './added-exercises.ts'

const change = { manualGradingExercises: [9, 4, 7] }

describe('addedExercises', () => {
  it('returns the exercises that the course does not have yet', () => {
    expect(addedExercises({ manualGradingExercises: [4, 5] }, change)).toEqual([9, 7])
    expect(addedExercises(change, change)).toEqual([])
  })
})

describe('foreignExerciseIssues', () => {
  it('point at the position of each exercise in the change', () => {
    expect(foreignExerciseIssues(change, [7, 9], 'is not one of this course')).toEqual([
      { path: '$.manualGradingExercises[0]', code: 'invalid_value', message: 'Exercise 9 is not one of this course.' },
      { path: '$.manualGradingExercises[2]', code: 'invalid_value', message: 'Exercise 7 is not one of this course.' },
    ])
  })
})
