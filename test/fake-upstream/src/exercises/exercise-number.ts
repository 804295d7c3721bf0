import type { CourseModule, Exercise } from '../world/course.ts'
import type { World } from '../world/world.ts'

/** Modules of a course in their order; hidden ones count too. */
export function modulesOf(world: World, courseId: number): CourseModule[] {
  return [...world.modules.values()].filter((module) => module.courseId === courseId).sort((a, b) => a.id - b.id)
}

/** Chapters and exercises directly below a module (parent null) or a chapter, in their order. */
export function childrenOf(world: World, moduleId: number, parentId: number | null): Exercise[] {
  return [...world.exercises.values()]
    .filter((exercise) => exercise.moduleId === moduleId && exercise.parentId === parentId)
    .sort((a, b) => a.order - b.order || a.id - b.id)
}

/** Exercises of a module without the chapters, nested ones included, in reading order. */
export function exercisesOf(world: World, moduleId: number, parentId: number | null = null): Exercise[] {
  return childrenOf(world, moduleId, parentId).flatMap((item) => [
    ...(item.kind === 'exercise' ? [item] : []),
    ...exercisesOf(world, moduleId, item.id),
  ])
}

/** Such as `1.2` or, inside a chapter, `1.2.1`. */
export function exerciseNumber(world: World, exercise: Exercise): string {
  const parent = exercise.parentId === null ? undefined : world.exercises.get(exercise.parentId)
  if (parent !== undefined) return `${exerciseNumber(world, parent)}.${exercise.order}`
  const modules = modulesOf(world, exercise.courseId)
  return `${modules.findIndex((module) => module.id === exercise.moduleId) + 1}.${exercise.order}`
}

/** Number and name with raw language markup. */
export function hierarchicalName(world: World, exercise: Exercise): string {
  return `${exerciseNumber(world, exercise)} ${exercise.name}`
}
