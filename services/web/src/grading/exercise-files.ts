import { HttpError } from '@course-grading/http-kit'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { fileRoute } from '../http/file-route.ts'
import { readId } from '../http/read-id.ts'

const dialects = ['comma', 'semicolon'] as const

/** The grades of an exercise as CSV, and its works as ZIP. */
export function exerciseFiles(router: Router, deps: Deps): void {
  fileRoute(router, deps, {
    name: 'gradesAsFile',
    path: '/courses/:courseId/exercises/:exerciseId/grades.csv',
    ask: (boundary, ctx, call) => {
      const asked = ctx.URL.searchParams.get('dialect') ?? 'comma'
      const dialect = dialects.find((each) => each === asked)
      if (dialect === undefined) throw new HttpError('validation_failed')
      return boundary.exportGrades({ params: paramsOf(ctx), query: { dialect }, ...call })
    },
  })
  fileRoute(router, deps, {
    name: 'worksAsFile',
    path: '/courses/:courseId/exercises/:exerciseId/works.zip',
    ask: (boundary, ctx, call) => boundary.getExerciseArchive({ params: paramsOf(ctx), ...call }),
  })
}

const paramsOf = ({ params }: RouterContext) => ({
  courseId: readId(params['courseId']),
  exerciseId: readId(params['exerciseId']),
})
