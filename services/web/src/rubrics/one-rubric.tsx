import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { localizedText } from '../islands/display/localized-text.ts'
import { openVisit, type Visit } from '../http/visit.ts'
import { type Page, showPage } from '../layout/show-page.tsx'
import { readExerciseNames } from './exercise-names.ts'
import { OneRubricPage } from './one-rubric-page.tsx'
import { gradedCourse, placeOfRubric, rubricOf, teaches } from './rubric-of.ts'
import { readVersions } from './versions.tsx'

export function oneRubric(router: Router, deps: Deps): void {
  router.get('oneRubric', '/courses/:courseId/rubrics/:rubricId', async (ctx, next) => {
    // A new one has a page of its own, at a path that is one of these.
    if (ctx.params['rubricId'] === 'new') return void (await next())
    const visit = await openVisit(ctx, deps)
    if (visit !== null) showPage(ctx, deps, visit, await showRubric(ctx, visit))
  })
}

async function showRubric(ctx: RouterContext, visit: Visit): Promise<Page> {
  const { texts, locale, session } = visit
  const course = gradedCourse(ctx, visit)
  const rubric = await rubricOf(ctx, visit, course)
  const [versions, names] = await Promise.all([
    rubric.latestVersion === null ? { items: [], nextCursor: null } : readVersions(ctx, visit, rubric),
    readExerciseNames(visit, course.courseId),
  ])
  return {
    title: localizedText(rubric.title, locale),
    ...placeOfRubric(visit, course, rubric),
    content: (
      <OneRubricPage
        texts={texts}
        locale={locale}
        rubric={rubric}
        names={names}
        versions={versions}
        taught={teaches(course) ? session.courses.filter((each) => each.configured && teaches(each)) : null}
        done={ctx.URL.searchParams.get('done')}
      />
    ),
  }
}
