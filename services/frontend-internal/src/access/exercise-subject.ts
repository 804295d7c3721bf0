import { findExerciseGrading, type GradedExercise } from '@course-grading/data/grading/find-exercise-grading'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { Asked, SubjectDeps } from './asked.ts'
import { type CourseMember, findMember, requireTeacher } from './course-member.ts'
import { requireCourse } from './course-subject.ts'

export interface ExerciseSubject {
  readonly member: CourseMember
  readonly exercise: GradedExercise
}

/** Finds an exercise that is or was graded by hand. @throws DomainError forbidden without the right, then not_found */
export async function requireExercise(deps: SubjectDeps, asked: Asked): Promise<ExerciseSubject> {
  const member = asked.right === 'teacher' ? await requireTeaching(deps, asked) : await requireCourse(deps, asked)
  const { courseId, exerciseId } = asked.params
  const exercise = await findExerciseGrading(deps.database, {
    courseId: Number(courseId),
    exerciseId: Number(exerciseId),
  })
  if (exercise === null) throw new DomainError('not_found')
  return { member, exercise }
}

async function requireTeaching(deps: SubjectDeps, { request, params }: Asked): Promise<CourseMember> {
  const courseId = Number(params['courseId'])
  await requireTeacher(deps, request, courseId)
  const member = await findMember(deps, request, courseId)
  if (member === null) throw new DomainError('not_found')
  return member
}
