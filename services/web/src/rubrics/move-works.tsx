import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { orRefused } from '../http/or-refused.ts'
import { readId, readRecordId } from '../http/read-id.ts'
import { pageRoute } from '../layout/page-route.ts'
import { writeRoute } from '../layout/write-route.tsx'
import { readPages } from '../http/read-pages.ts'
import { localizedText } from '../islands/display/localized-text.ts'
import { nameOfExercise } from '../layout/names.ts'
import { type ChosenWorks, MigrationPage, MovePage } from './move-page.tsx'
import { placeOfRubric, rubricOf, taughtCourse } from './rubric-of.ts'
import { rubricPath } from './rubric-paths.ts'
import { readExerciseNames } from './exercise-names.ts'
import { trailOf, withTrail } from './trail.ts'

const path = '/courses/:courseId/rubrics/:rubricId'
const limits = { bytes: 4_096, fields: 10 }
const rowsAtOnce = 50
const states = ['in_progress', 'completed'] as const
const effects = ['scores', 'version', 'result', 'reopened'] as const

/** Takes works to the latest version of their rubric, in two steps: a plan that shows what would change, and its run. */
export function moveWorks(router: Router, deps: Deps): void {
  planMove(router, deps)
  runMove(router, deps)
}

function planMove(router: Router, deps: Deps): void {
  pageRoute(router, deps, {
    name: 'showMoveWorks',
    path: `${path}/move`,
    show: async (ctx, visit) => {
      const { boundary, requestId, texts, locale } = visit
      const course = taughtCourse(ctx, visit)
      const { courseId } = course
      const [rubric, { items }] = await Promise.all([
        rubricOf(ctx, visit, course),
        readPages((query) => boundary.listQueues({ params: { courseId }, query, requestId })),
      ])
      const { title } = texts.rubricMove
      return {
        title: [title, localizedText(rubric.title, locale)].join(' · '),
        ...placeOfRubric(visit, course, rubric, title),
        content: (
          <MovePage
            texts={texts}
            rubric={rubric}
            exercises={items.map((queue) => ({
              exerciseId: queue.exerciseId,
              name: nameOfExercise(queue, texts, locale),
            }))}
            trail={trailOf(ctx)}
            chosen={chosenWorks(ctx)}
            fault={ctx.URL.searchParams.get('fault')}
          />
        ),
      }
    },
  })
  writeRoute(router, deps, {
    name: 'moveWorks',
    path: `${path}/move`,
    limits,
    write: async (ctx, visit, form) => {
      const { boundary, requestId } = visit
      const course = taughtCourse(ctx, visit)
      const rubricId = readRecordId(ctx.params['rubricId'])
      const trail = trailOf(ctx)
      const own = rubricPath({ courseId: course.courseId, rubricId })
      const include = states.filter((state) => form.has(state))
      const exercise = form.get('exerciseId') ?? ''
      const again = (fault: string): string =>
        withTrail(`${own}/move`, trail, { fault, of: exercise, include: include.join(' ') })
      if (include.length === 0) return again('none')
      const toVersion = readId(form.get('toVersion') ?? undefined)
      const body = { toVersion, include, ...(exercise !== '' && { exerciseId: readId(exercise) }) }
      return await orRefused(
        boundary
          .planRubricMigration({ params: { rubricId }, body, requestId })
          .then((reply) => withTrail(`${own}/migrations/${reply.body.migrationId}`, trail)),
        ({ status }) => (status === 400 ? again('tooMany') : undefined),
      )
    },
  })
}

/** What was chosen before a fault, else all works of the exercise that a teacher came from. */
function chosenWorks(ctx: RouterContext): ChosenWorks {
  const { searchParams } = ctx.URL
  if (!searchParams.has('fault')) return { exerciseId: trailOf(ctx).exerciseId?.toString() ?? '', include: states }
  return { exerciseId: searchParams.get('of') ?? '', include: searchParams.get('include')?.split(' ') ?? [] }
}

function runMove(router: Router, deps: Deps): void {
  const migrationPath = `${path}/migrations/:migrationId`
  pageRoute(router, deps, {
    name: 'rubricMigration',
    path: migrationPath,
    show: async (ctx, visit) => {
      const { boundary, requestId, texts, locale } = visit
      const course = taughtCourse(ctx, visit)
      const rubric = await rubricOf(ctx, visit, course)
      const { searchParams } = ctx.URL
      const params = { rubricId: rubric.rubricId, migrationId: readRecordId(ctx.params['migrationId']) }
      const effect = effects.find((each) => each === searchParams.get('effect'))
      const query = { effect, limit: rowsAtOnce, cursor: searchParams.get('cursor') ?? undefined }
      const [{ body }, names] = await Promise.all([
        boundary.getRubricMigration({ params, query, requestId }),
        readExerciseNames(visit, course.courseId),
      ])
      const { title } = texts.rubricMove
      return {
        title: [title, localizedText(rubric.title, locale)].join(' · '),
        ...placeOfRubric(visit, course, rubric, title),
        content: (
          <MigrationPage
            texts={texts}
            locale={locale}
            rubric={rubric}
            migration={body}
            names={names}
            effect={effect ?? null}
            trail={trailOf(ctx)}
            isStale={searchParams.has('stale')}
          />
        ),
      }
    },
  })
  writeRoute(router, deps, {
    name: 'runMigration',
    path: `${migrationPath}/run`,
    limits,
    write: async (ctx, visit) => {
      const { boundary, requestId } = visit
      const { courseId } = taughtCourse(ctx, visit)
      const rubricId = readRecordId(ctx.params['rubricId'])
      const migrationId = readRecordId(ctx.params['migrationId'])
      const own = `${rubricPath({ courseId, rubricId })}/migrations/${migrationId}`
      return await orRefused(
        boundary
          .runRubricMigration({ params: { rubricId, migrationId }, requestId })
          .then(() => withTrail(own, trailOf(ctx))),
        ({ status }) => (status === 409 || status === 412 ? withTrail(own, trailOf(ctx), { stale: '' }) : undefined),
      )
    },
  })
}
