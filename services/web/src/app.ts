import { h } from 'preact'
import { FrontendTransportError } from '@course-grading/frontend-transport'
import { createApp, HttpError, nameRoute, type OpenedService, type ServiceContext } from '@course-grading/http-kit'
import Router, { type RouterContext } from '@koa/router'
import { attempts } from './assessments/attempts.tsx'
import { differences } from './assessments/differences.tsx'
import { grade } from './assessments/grade.tsx'
import { islandCalls } from './assessments/island-calls.ts'
import { islandChoices } from './assessments/island-choices.ts'
import { showWork } from './assessments/show-work.tsx'
import { history } from './assessments/history.tsx'
import { takeAssessment } from './assessments/take-assessment.ts'
import { gradeNext } from './claims/grade-next.ts'
import { submission } from './assessments/submission.tsx'
import { queue } from './claims/queue.tsx'
import type { Config } from './config/config.ts'
import { courseFront } from './courses/course-front.tsx'
import { myCourses } from './courses/my-courses.tsx'
import { refreshCourse } from './courses/refresh-course.ts'
import { setUpCourse } from './courses/set-up-course.tsx'
import { createDeps } from './create-deps.ts'
import type { Deps } from './deps/deps.ts'
import { deliveries } from './delivery/deliveries.tsx'
import { oneDelivery } from './delivery/one-delivery.tsx'
import { myFeedback } from './feedback/my-feedback.tsx'
import { oneFeedback } from './feedback/one-feedback.tsx'
import { copyCourse } from './grading/copy-course.tsx'
import { exerciseFiles } from './grading/exercise-files.ts'
import { exerciseSettings } from './grading/exercise-settings.tsx'
import { release } from './grading/release.tsx'
import { readAssets } from './deps/assets.ts'
import { ownOrigin } from './http/own-origin.ts'
import { takeTurns } from './http/turns.ts'
import { problemOfCall, problems } from './http/problems.ts'
import { replyHeaders } from './http/reply-headers.ts'
import { serveAssets } from './http/serve-assets.ts'
import { toSignIn, visitOf } from './http/visit.ts'
import { ProblemPage } from './layout/problem-page.tsx'
import { showPage } from './layout/show-page.tsx'
import { people } from './people/people.ts'
import { preferences } from './preferences/preferences.tsx'
import { putPreferences } from './preferences/put-preferences.ts'
import { exercises } from './settings/exercises.tsx'
import { graders } from './settings/graders.tsx'
import { gradersAsFile } from './settings/graders-as-file.ts'
import { gradersFile } from './settings/graders-file.tsx'
import { listed } from './settings/listed.tsx'
import { settingsRevisions } from './settings/revisions.tsx'
import { settings } from './settings/settings.tsx'
import { launch, launchPath } from './sessions/launch.tsx'
import { changeState } from './rubrics/change-state.tsx'
import { deleteRubric } from './rubrics/delete-rubric.tsx'
import { editRubric } from './rubrics/edit-rubric.tsx'
import { moveWorks } from './rubrics/move-works.tsx'
import { newRubric } from './rubrics/new-rubric.tsx'
import { oneRubric } from './rubrics/one-rubric.tsx'
import { publishRubric } from './rubrics/publish-rubric.tsx'
import { rubricVersion } from './rubrics/rubric-version.tsx'
import { rubrics } from './rubrics/rubrics.tsx'
import { comments } from './snippets/comments.tsx'
import { oneComment } from './snippets/one-comment.tsx'
import { retireComment } from './snippets/retire-comment.tsx'
import { templates } from './snippets/templates.tsx'
import { ownSessions } from './sessions/own-sessions.tsx'
import { signedIn } from './sessions/signed-in.tsx'
import { signIn } from './sessions/sign-in.tsx'
import { signOut } from './sessions/sign-out.ts'
import { submissions } from './submissions/submissions.tsx'
import { file } from './submissions/file.ts'
import { languageOf, textsFor } from './texts/texts.ts'

function createWeb(deps: Deps, { logger, metrics }: ServiceContext<Config>): OpenedService['listener'] {
  const takeTurn = takeTurns(deps)
  const router = createRouter(deps)
  const app = createApp({
    logger,
    metrics,
    problems,
    operations: routeNames(router),
    headers: () => replyHeaders,
    showProblem: (ctx, { code, requestId }) => {
      const visit = visitOf(ctx)
      const { texts } = visit ?? textsFor(languageOf(ctx))
      const retryAfterS = Number(ctx.response.get('Retry-After'))
      const content = h(ProblemPage, { texts, code, requestId, retryAfterS })
      showPage(ctx as RouterContext, deps, visit, { title: texts.problems.title, content })
    },
  })
  app.use(ownOrigin(deps.config.PUBLIC_ORIGIN, launchPath))
  app.use((ctx, next) => takeTurn(ctx as RouterContext, next))
  app.use((ctx, next) => endLostSession(ctx as RouterContext, next))
  app.use(router.routes())
  const refused = (): HttpError => new HttpError('method_not_allowed')
  app.use(router.allowedMethods({ throw: true, methodNotAllowed: refused, notImplemented: refused }))
  return app.callback()
}

const routes = [
  signIn,
  launch,
  signedIn,
  signOut,
  putPreferences,
  preferences,
  ownSessions,
  myCourses,
  courseFront,
  setUpCourse,
  refreshCourse,
  submissions,
  submission,
  queue,
  gradeNext,
  grade,
  takeAssessment,
  history,
  attempts,
  differences,
  showWork,
  islandCalls,
  islandChoices,
  file,
  release,
  deliveries,
  oneDelivery,
  people,
  exerciseSettings,
  exerciseFiles,
  copyCourse,
  rubrics,
  oneRubric,
  newRubric,
  editRubric,
  publishRubric,
  moveWorks,
  rubricVersion,
  changeState,
  deleteRubric,
  comments,
  oneComment,
  retireComment,
  templates,
  exercises,
  graders,
  gradersFile,
  gradersAsFile,
  listed,
  settings,
  settingsRevisions,
  myFeedback,
  oneFeedback,
]

export function createRouter(deps: Deps): Router {
  const router = new Router({ strict: true, sensitive: true })
  router.use((ctx, next) => {
    nameRoute(ctx, String(ctx._matchedRouteName))
    return next()
  })
  serveAssets(router, deps.assets)
  for (const addRoutes of routes) addRoutes(router, deps)
  return router
}

/** The names of the routes, which log and metrics give to their requests. @throws TypeError at a route without one */
export function routeNames({ stack }: Router): string[] {
  const unnamed = stack.filter(({ name, methods }) => methods.length > 0 && name === undefined)
  if (unnamed.length > 0) throw new TypeError(`Routes without a name: ${unnamed.map(({ path }) => path).join(' ')}`)
  return [...new Set(stack.flatMap(({ name }) => name ?? []))]
}

/** Sends people whose session has ended to sign in. The cookie may be that of a newer session by then, so it is not cleared. */
async function endLostSession(ctx: RouterContext, next: () => Promise<unknown>): Promise<void> {
  try {
    await next()
  } catch (error) {
    if (!(error instanceof FrontendTransportError)) throw error
    // People who may not see a page are not told whether it exists.
    if (ctx.method === 'GET' && error.code === 'forbidden') throw new HttpError('not_found')
    if (error.status !== 401 || error.code === 'invalid_frontend_secret') throw problemOfCall(error)
    toSignIn(ctx)
  }
}

/** The service is ready once its assets are read. While frontend-internal is away it stays ready, and its pages say so. */
export async function openWeb(context: ServiceContext<Config>, reading = readAssets()): Promise<OpenedService> {
  const deps = createDeps(context, await reading)
  return {
    listener: createWeb(deps, context),
    readiness: { check: async () => ({ assets: 'ok' }), unanswered: { assets: 'unknown' } },
    close: async () => {
      await Promise.all([deps.transport.close(), deps.colourer.close(), deps.lineDifference.close()])
    },
  }
}
