import type { Issue } from '../errors/domain-error.ts'

interface Exercises {
  readonly manualGradingExercises: readonly number[]
}

export function addedExercises(current: Exercises, change: Exercises): number[] {
  const held = new Set(current.manualGradingExercises)
  return change.manualGradingExercises.filter((exerciseId) => !held.has(exerciseId))
}

export function foreignExerciseIssues(change: Exercises, foreign: readonly number[], fact: string): Issue[] {
  const foreignIds = new Set(foreign)
  return change.manualGradingExercises.flatMap((exerciseId, index) =>
    foreignIds.has(exerciseId)
      ? [
          {
            path: `$.manualGradingExercises[${index}]`,
            code: 'invalid_value',
            message: `Exercise ${exerciseId} ${fact}.`,
          },
        ]
      : [],
  )
}
