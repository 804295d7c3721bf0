import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { orRefused } from '../http/or-refused.ts'
import { readId, readRecordId } from '../http/read-id.ts'
import { localizedText } from '../islands/display/localized-text.ts'
import { pageRoute } from '../layout/page-route.ts'
import { writeRoute } from '../layout/write-route.tsx'
import { placeOfRubric, rubricOf, taughtCourse } from './rubric-of.ts'
import { Press } from './rubric-actions.tsx'
import { rubricPath, rubricsPath } from './rubric-paths.ts'

const path = '/courses/:courseId/rubrics/:rubricId/delete'

/** A page of its own, since nothing brings the rubric back. */
export function deleteRubric(router: Router, deps: Deps): void {
  pageRoute(router, deps, {
    name: 'showRubricDelete',
    path,
    show: async (ctx, visit) => {
      const { texts, locale } = visit
      const course = taughtCourse(ctx, visit)
      const rubric = await rubricOf(ctx, visit, course)
      const { actions, deletion } = texts.rubrics
      const title = localizedText(rubric.title, locale)
      return {
        title: [actions.remove, title].join(' · '),
        ...placeOfRubric(visit, course, rubric, actions.remove),
        content: (
          <div class="reading">
            <h1>{deletion.title(title)}</h1>
            <p>{rubric.latestVersion === null ? deletion.final : texts.rubrics.notices.published}</p>
            {rubric.latestVersion === null && (
              <Press action={`${rubricPath(rubric)}/delete`} rubric={rubric} text={actions.remove} />
            )}
            <p>
              <a href={rubricPath(rubric)}>{deletion.notNow}</a>
            </p>
          </div>
        ),
      }
    },
  })
  writeRoute(router, deps, {
    name: 'rubricDelete',
    path,
    limits: { bytes: 4_096, fields: 10 },
    write: async (ctx, visit, form) => {
      const { boundary, requestId } = visit
      const { courseId } = taughtCourse(ctx, visit)
      const rubricId = readRecordId(ctx.params['rubricId'])
      const ifMatch = `"${readId(form.get('revision') ?? undefined)}"`
      return await orRefused(
        boundary.deleteRubric({ params: { rubricId }, ifMatch, requestId }).then(() => rubricsPath(courseId)),
        ({ status }) =>
          status === 409 || status === 412 ? `${rubricPath({ courseId, rubricId })}?done=changed` : undefined,
      )
    },
  })
}
