import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { createRouter, routeNames } from './app.ts'
import { readAssets } from './deps/assets.ts'
import type { Deps } from './deps/deps.ts'

const router = createRouter({ assets: await readAssets(new URL('none/', import.meta.url)) } as Deps)
const { id, courseId, exerciseId, submissionId } = frontendInternal.operations.getAssessment.replies[200].example
const { rubricId } = frontendInternal.operations.getRubric.replies[200].example
const values: Readonly<Record<string, unknown>> = {
  id,
  courseId,
  exerciseId,
  submissionId,
  fileId: 1,
  rubricId,
  version: 1,
  snippetId: frontendInternal.operations.putSnippet.example.params.snippetId,
  revision: 7,
  migrationId: frontendInternal.operations.getRubricMigration.replies[200].example.migrationId,
}

/** The names of all routes but that of the files of this service. */
export const namesOfRoutes = routeNames(router).filter((name) => name !== 'asset')

/** The path of each route for the method, but the files of this service: that of the boundary's examples. */
export const pathsOf = (method: 'GET' | 'POST'): string[] =>
  router.stack
    .filter(({ name, methods }) => methods.includes(method) && name !== 'asset')
    .map(({ path }) => String(path).replaceAll(/:(\w+)/g, (_all, name: string) => String(values[name])))

/** Whether a page, or a file, has the path. */
export const isPage = (path: string): boolean =>
  router.stack.some(({ methods, regexp }) => methods.includes('GET') && regexp.test(path))
