import type { Call } from '../http/call.ts'
import { utcTime } from '../http/date-time.ts'
import type { JsonObject } from '../http/json.ts'
import { courseBrief } from '../users/render-user.ts'
import type { CourseModule, Exercise } from '../world/course.ts'
import { exercisesOf, hierarchicalName, modulesOf } from './exercise-number.ts'

export function exercisePage(call: Call, exercise: Exercise): string {
  const { htmlPath } = call.world.course(exercise.courseId)
  return call.page(`${htmlPath}/module-${exercise.moduleId}/exercise-${exercise.id}`)
}

export function exerciseBrief(call: Call, exercise: Exercise): JsonObject {
  const name = hierarchicalName(call.world, exercise)
  return {
    id: exercise.id,
    url: call.link(`/exercises/${exercise.id}`),
    html_url: exercisePage(call, exercise),
    display_name: name,
    max_points: exercise.maxPoints,
    max_submissions: exercise.maxSubmissions,
    hierarchical_name: name,
    difficulty: exercise.difficulty,
  }
}

export function exerciseDetail(call: Call, exercise: Exercise): JsonObject {
  const link = (end: string): string => call.link(`/exercises/${exercise.id}/${end}`)
  const parent = exercise.parentId === null ? undefined : call.world.exercises.get(exercise.parentId)
  return {
    ...exerciseBrief(call, exercise),
    name: exercise.name,
    course: courseBrief(call, call.course),
    is_submittable: exercise.status !== 'maintenance',
    post_url: exercisePage(call, exercise),
    consecutive_order: exercise.order,
    parent_name: parent === undefined ? null : hierarchicalName(call.world, parent),
    exercise_info: { form_spec: exercise.formSpec.map((field) => ({ ...field })), form_i18n: exercise.formI18n },
    templates: templatesText(call, exercise),
    submissions: link('submissions'),
    my_submissions: link('submissions/me'),
    my_stats: link('submitter_stats/me'),
    statistics: link('statistics/'),
    status: exercise.status,
  }
}

/** The URLs of templates as A+ writes them: separated by white space, with markup for the languages. */
function templatesText(call: Call, exercise: Exercise): string {
  const variants = Object.entries(exercise.templates).map(
    ([language, paths]) => `${language}:${paths.map((path) => `${call.request.origin}${path}`).join(' ')}`,
  )
  return variants.length === 0 ? '' : `|${variants.join('|')}|`
}

export function moduleItem(call: Call, module: CourseModule): JsonObject {
  const now = call.world.now()
  const number = modulesOf(call.world, module.courseId).findIndex((other) => other.id === module.id) + 1
  return {
    id: module.id,
    url: call.link(`/courses/${module.courseId}/exercises/${module.id}`),
    html_url: call.page(`${call.course.htmlPath}/module-${module.id}`),
    display_name: `${number}. ${module.name}`,
    is_open: module.opensAtMs <= now && now <= module.closesAtMs,
    is_hidden: module.isHidden,
    reading_opening_time: null,
    opening_time: utcTime(module.opensAtMs),
    closing_time: utcTime(module.closesAtMs),
    exercises: exercisesOf(call.world, module.id).map((exercise) => ({
      ...exerciseBrief(call, exercise),
      has_submittable_files: exercise.hasSubmittableFiles,
    })),
  }
}
