import { findExerciseCourse } from '@course-grading/data'
import { DomainError } from '@course-grading/domain'
import { defineHandler } from '@course-grading/http-kit'
import type { Deps } from '../deps.ts'
import type { GraderHandler } from '../handlers.ts'

/** What an exercise without grading settings of its own does: a student's latest submission is graded. */
const attempts = 'latest'

export const getExerciseCourse = (deps: Deps): GraderHandler<'getExerciseCourse'> => defineHandler({
  admit: async () => null,
  handle: async ({ params }) => {
    const course = await findExerciseCourse(deps.database, params.exerciseId)
    if (course === null) throw new DomainError('not_found')
    return { status: 200, json: JSON.stringify({ ...course, attempts }) }
  },
})
