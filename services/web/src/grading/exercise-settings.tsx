import { defaultExerciseGrading, type ExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import { findQueue } from '../claims/find-queue.ts'
import type { Deps } from '../deps/deps.ts'
import { readId } from '../http/read-id.ts'
import { readPages } from '../http/read-pages.ts'
import type { Visit } from '../http/visit.ts'
import { placeOf, taughtCourseOf } from '../layout/course-of.ts'
import { answerFields, untouched } from '../layout/forms/answer-fields.ts'
import { formRoute } from '../layout/forms/form-route.tsx'
import type { Versioned } from '../layout/forms/write-over.ts'
import { nameOfExercise } from '../layout/names.ts'
import type { Page } from '../layout/show-page.tsx'
import {
  fieldsOf,
  type GradingFields,
  isGradingField,
  readGrading,
  readGradingFields,
} from './exercise-settings-fields.ts'
import type { GradedExercise, SettingsForm } from './exercise-settings-form.ts'
import { ExerciseSettingsPage } from './exercise-settings-page.tsx'

export function exerciseSettings(router: Router, deps: Deps): void {
  formRoute(router, deps, {
    name: 'exerciseSettings',
    path: '/courses/:courseId/exercises/:exerciseId/settings',
    limits: { bytes: 32_768, fields: 64 },
    show: async (ctx, visit) => {
      const [exercise, base] = await Promise.all([openExercise(ctx, visit), readSettings(ctx, visit)])
      const isSaved = ctx.URL.searchParams.has('saved')
      return draw(visit, exercise, { base, fields: fieldsOf(base.document, visit), ...untouched, isSaved })
    },
    answer: async (ctx, visit, form) => {
      taughtCourseOf(visit, paramsOf(ctx).courseId)
      const answered = await answer(ctx, visit, form)
      if (answered === null) return `${ctx.path}?saved`
      const { status, ...again } = answered
      return { status, page: draw(visit, await openExercise(ctx, visit), again) }
    },
  })
}

const paramsOf = ({ params }: RouterContext) => ({
  courseId: readId(params['courseId']),
  exerciseId: readId(params['exerciseId']),
})

/** @throws HttpError not_found */
async function openExercise(ctx: RouterContext, visit: Visit): Promise<GradedExercise> {
  const { courseId, exerciseId } = paramsOf(ctx)
  const course = taughtCourseOf(visit, courseId)
  const { boundary, requestId } = visit
  const [queue, { items }] = await Promise.all([
    findQueue(visit, { courseId }, exerciseId),
    readPages((page) =>
      boundary.listRubrics({ params: { courseId }, query: { state: 'published', ...page }, requestId }),
    ),
  ])
  return { course, queue, rubrics: items }
}

async function readSettings(ctx: RouterContext, { boundary, requestId }: Visit): Promise<Versioned<ExerciseGrading>> {
  const { body, etag } = await boundary.getExerciseGrading({ params: paramsOf(ctx), requestId })
  return { document: body, revision: Number(etag.replaceAll('"', '')) }
}

const answer = (ctx: RouterContext, visit: Visit, form: URLSearchParams) =>
  answerFields<ExerciseGrading, GradingFields>(form, {
    texts: visit.texts,
    fields: readGradingFields(form),
    example: defaultExerciseGrading,
    fieldsOf: (document) => fieldsOf(document, visit),
    read: (fields, base) => readGrading(fields, base, visit),
    write: (body, on) =>
      visit.boundary.putExerciseGrading({
        params: paramsOf(ctx),
        body,
        ifMatch: `"${on}"`,
        requestId: visit.requestId,
      }),
    readStanding: () => readSettings(ctx, visit),
    placeOf: (path, code) => faultPlace(path, code, visit),
  })

function faultPlace(path: string, code: string, { texts }: Visit) {
  const field = path.slice('$.'.length)
  if (!isGradingField(field)) return null
  const { needsManual, needsPublished, minutesRange, claimsRange } = texts.exerciseSettings.faults
  const text = {
    releaseAt: needsManual,
    rubricId: needsPublished,
    leaseMinutes: minutesRange,
    maxOpenClaims: claimsRange,
  }
  const isOwn = Object.hasOwn(text, field) && code !== 'unreadable'
  return {
    field,
    title: texts.exerciseSettings.fields[field],
    ...(isOwn && { text: text[field as keyof typeof text] }),
  }
}

function draw(visit: Visit, exercise: GradedExercise, form: SettingsForm): Page {
  const { texts, locale } = visit
  const { course, queue } = exercise
  const name = nameOfExercise(queue, texts, locale)
  const path = `/courses/${course.courseId}/exercises/${queue.exerciseId}`
  return {
    title: texts.exerciseSettings.title(name),
    within: { course, at: null },
    places: [placeOf(course, locale), { name, path }, { name: texts.exerciseSettings.place }],
    content: <ExerciseSettingsPage visit={visit} exercise={exercise} form={form} path={path} />,
  }
}
