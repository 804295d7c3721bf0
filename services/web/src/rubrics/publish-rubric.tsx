import type { Rubric } from '@course-grading/contracts/rubrics/rubric'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { orRefused } from '../http/or-refused.ts'
import { readId, readRecordId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import { localizedText } from '../islands/display/localized-text.ts'
import { pageRoute } from '../layout/page-route.ts'
import { writeRoute } from '../layout/write-route.tsx'
import { readExerciseNames } from './exercise-names.ts'
import { PublishPage } from './publish-page.tsx'
import { placeOfRubric, rubricOf, taughtCourse } from './rubric-of.ts'
import { rubricPath } from './rubric-paths.ts'
import { trailOf, withTrail } from './trail.ts'

const path = '/courses/:courseId/rubrics/:rubricId/publish'
const limits = { bytes: 4_096, fields: 10 }

export function publishRubric(router: Router, deps: Deps): void {
  pageRoute(router, deps, {
    name: 'showRubricPublish',
    path,
    show: async (ctx, visit) => {
      const { texts, locale } = visit
      const course = taughtCourse(ctx, visit)
      const [rubric, names] = await Promise.all([
        rubricOf(ctx, visit, course),
        readExerciseNames(visit, course.courseId),
      ])
      const { title } = texts.rubricPublish
      return {
        title: [title, localizedText(rubric.title, locale)].join(' · '),
        ...placeOfRubric(visit, course, rubric, title),
        content: (
          <PublishPage
            texts={texts}
            locale={locale}
            rubric={rubric}
            names={names}
            trail={trailOf(ctx)}
            done={ctx.URL.searchParams.get('done')}
          />
        ),
      }
    },
  })
  writeRoute(router, deps, {
    name: 'rubricPublish',
    path,
    limits,
    write: async (ctx, visit, form) => {
      const { courseId } = taughtCourse(ctx, visit)
      const { boundary, requestId } = visit
      const params = { rubricId: readRecordId(ctx.params['rubricId']) }
      const ifMatch = `"${readId(form.get('revision') ?? undefined)}"`
      const done = await orRefused(
        boundary.publishRubric({ params, ifMatch, requestId }).then(() => 'published'),
        ({ status }) => (status === 409 || status === 412 ? 'changed' : undefined),
      )
      return next(ctx, { courseId, rubricId: params.rubricId }, done)
    },
  })
  writeRoute(router, deps, {
    name: 'rubricUse',
    path: '/courses/:courseId/rubrics/:rubricId/use',
    limits,
    write: async (ctx, visit) => {
      const { courseId } = taughtCourse(ctx, visit)
      const rubricId = readRecordId(ctx.params['rubricId'])
      const exerciseId = readId(trailOf(ctx).exerciseId?.toString())
      return next(ctx, { courseId, rubricId }, await chooseFor(visit, { courseId, exerciseId, rubricId }))
    },
  })
}

const next = (ctx: RouterContext, rubric: Pick<Rubric, 'courseId' | 'rubricId'>, done: string): string =>
  withTrail(`${rubricPath(rubric)}/publish`, trailOf(ctx), { done })

/** Of the settings only the rubric changes; who changes them at the same time is not written over. */
async function chooseFor(
  { boundary, requestId }: Visit,
  { rubricId, ...params }: { readonly courseId: number; readonly exerciseId: number; readonly rubricId: string },
): Promise<string> {
  const { body: settings, etag } = await boundary.getExerciseGrading({ params, requestId })
  return await orRefused(
    boundary
      .putExerciseGrading({ params, body: { ...settings, rubricId }, ifMatch: etag, requestId })
      .then(() => 'used'),
    ({ status }) => (status === 400 || status === 412 ? 'changed' : undefined),
  )
}
