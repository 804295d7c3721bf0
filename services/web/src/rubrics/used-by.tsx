import type { RubricBrief } from '@course-grading/contracts/rubrics/rubric'
import { Fragment } from 'preact'
import { queuePath } from '../claims/grade-next.ts'
import type { ExerciseNames } from './exercise-names.ts'

interface UsedByProps {
  readonly rubric: Pick<RubricBrief, 'courseId' | 'exerciseIds'>
  readonly names: ExerciseNames
}

/** Links to the exercises that are graded by a rubric. */
export function UsedBy({ rubric: { courseId, exerciseIds }, names }: UsedByProps) {
  return exerciseIds.map((exerciseId, at) => (
    <Fragment key={exerciseId}>
      {at > 0 && ', '}
      <a href={queuePath({ courseId, exerciseId })}>{names(exerciseId)}</a>
    </Fragment>
  ))
}
