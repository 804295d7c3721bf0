import type { CourseModule, Exercise } from '../world/course.ts'
import type { World } from '../world/world.ts'

/** The modules of a course in their order, hidden ones included. */
export function modulesOf(world: World, courseId: number): CourseModule[] {
  return [...world.modules.values()].filter((module) => module.courseId === courseId).sort((a, b) => a.id - b.id)
}

/** The chapters and exercises directly below a module (with parent null) or below a chapter, in their order. */
function childrenOf(world: World, moduleId: number, parentId: number | null): Exercise[] {
  return [...world.exercises.values()]
    .filter((exercise) => exercise.moduleId === moduleId && exercise.parentId === parentId)
    .sort((a, b) => a.order - b.order || a.id - b.id)
}

/** The exercises of a module, nested ones included and chapters left out, in reading order. */
export function exercisesOf(world: World, moduleId: number, parentId: number | null = null): Exercise[] {
  return childrenOf(world, moduleId, parentId).flatMap((item) => [
    ...(item.kind === 'exercise' ? [item] : []),
    ...exercisesOf(world, moduleId, item.id),
  ])
}

/** The number of an exercise, such as `1.2`, or `1.2.1` inside a chapter. */
function exerciseNumber(world: World, exercise: Exercise): string {
  const parent = exercise.parentId === null ? undefined : world.exercises.get(exercise.parentId)
  if (parent !== undefined) return `${exerciseNumber(world, parent)}.${exercise.order}`
  const modules = modulesOf(world, exercise.courseId)
  return `${modules.findIndex((module) => module.id === exercise.moduleId) + 1}.${exercise.order}`
}

/** The number and the name, with raw language markup. */
export function hierarchicalName(world: World, exercise: Exercise): string {
  return `${exerciseNumber(world, exercise)} ${exercise.name}`
}
