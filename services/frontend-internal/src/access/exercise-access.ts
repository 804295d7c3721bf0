import { findExerciseGrading, type GradedExercise } from '@course-grading/data/grading/find-exercise-grading'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { Deps } from '../deps/deps.ts'
import { type CourseMember, findMember, type MemberDeps, requireMember, requireTeacher } from './course-member.ts'
import type { CallerRequest } from '../deps/session-caller.ts'

export interface ExerciseAccess {
  readonly member: CourseMember
  readonly exercise: GradedExercise
}

/** An exercise graded by hand now or once, for its teachers or graders. @throws DomainError forbidden without the right, then not_found */
export async function requireExercise(
  deps: MemberDeps & Pick<Deps, 'database'>,
  request: CallerRequest,
  right: 'teacher' | 'grader',
  { courseId, exerciseId }: { readonly courseId: number; readonly exerciseId: number },
): Promise<ExerciseAccess> {
  const member =
    right === 'teacher'
      ? await teacherOf(deps, request, courseId)
      : await requireMember(deps, request, courseId, ({ isTeacher, grader }) => isTeacher || grader !== null)
  const exercise = await findExerciseGrading(deps.database, { courseId, exerciseId })
  if (exercise === null) throw new DomainError('not_found')
  return { member, exercise }
}

async function teacherOf(deps: MemberDeps, request: CallerRequest, courseId: number): Promise<CourseMember> {
  await requireTeacher(deps, request, courseId)
  const member = await findMember(deps, request, courseId)
  if (member === null) throw new DomainError('not_found')
  return member
}
