import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { orRefused } from '../http/or-refused.ts'
import { readId, readRecordId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import { writeRoute } from '../layout/write-route.tsx'
import { taughtCourse } from './rubric-of.ts'
import { rubricPath } from './rubric-paths.ts'

const limits = { bytes: 4_096, fields: 10 }
const path = '/courses/:courseId/rubrics/:rubricId'

type Write = (boundary: Visit['boundary'], call: Parameters<Visit['boundary']['archiveRubric']>[0]) => Promise<unknown>

interface Change {
  readonly name: string
  readonly end: string
  /** What the page says afterwards. */
  readonly done: string
  readonly write: Write
}

const changes: readonly Change[] = [
  { name: 'rubricArchive', end: 'archive', done: 'archived', write: (to, call) => to.archiveRubric(call) },
  { name: 'rubricRestore', end: 'restore', done: 'restored', write: (to, call) => to.restoreRubric(call) },
]

/** Changes of a rubric on the revision that its page showed; a refused one says so on that page as it stands now. */
export function changeState(router: Router, deps: Deps): void {
  for (const change of changes) {
    const { name, end } = change
    writeRoute(router, deps, {
      name,
      path: `${path}/${end}`,
      limits,
      write: async (ctx, visit, form) => {
        const { courseId } = taughtCourse(ctx, visit)
        const rubricId = readRecordId(ctx.params['rubricId'])
        return `${rubricPath({ courseId, rubricId })}?done=${await doneOf(visit, change, { rubricId, form })}`
      },
    })
  }
  writeRoute(router, deps, {
    name: 'rubricCopy',
    path: `${path}/copy`,
    limits,
    write: async (ctx, visit, form) => {
      const { courseId } = taughtCourse(ctx, visit)
      const rubricId = readRecordId(ctx.params['rubricId'])
      const body = { courseId: readId(form.get('course') ?? undefined) }
      const { boundary, requestId } = visit
      return await orRefused(
        boundary
          .copyRubric({ params: { rubricId }, body, requestId })
          .then((reply) => `${rubricPath(reply.body)}?done=copied`),
        ({ status }) => (status === 400 ? `${rubricPath({ courseId, rubricId })}?done=noLanguage` : undefined),
      )
    },
  })
}

async function doneOf(
  { boundary, requestId }: Visit,
  { write, done }: Change,
  { rubricId, form }: { readonly rubricId: string; readonly form: URLSearchParams },
): Promise<string> {
  const ifMatch = `"${readId(form.get('revision') ?? undefined)}"`
  return await orRefused(
    write(boundary, { params: { rubricId }, ifMatch, requestId }).then(() => done),
    ({ status }) => (status === 409 || status === 412 ? 'changed' : undefined),
  )
}
