import type { Right, RightOfService } from '@course-grading/contracts/operation/operation'
import type { CourseMember } from './course-member.ts'

export type PersonalRight = Exclude<Right, RightOfService>

interface Standing {
  readonly member: CourseMember
  readonly isSelf?: boolean
  readonly isLastGrader?: boolean
}

const grades = ({ isTeacher, grader }: CourseMember): boolean => isTeacher || grader !== null
const never = () => false

/** What each right asks of the caller. `never`: only subjects that are found for nobody else have the right, and do not ask for it. */
export const rights: Readonly<Record<PersonalRight, (standing: Standing) => boolean>> = {
  signed_in: never,
  member: ({ member }) => member.isStaff || member.isStudent,
  grader: ({ member }) => grades(member),
  grader_or_self: ({ member, isSelf = false }) => grades(member) || (member.isStudent && isSelf),
  grader_or_student: ({ member }) => grades(member) || member.isStudent,
  grader_or_submitter: never,
  own_grader: ({ member, isLastGrader = false }) => member.isTeacher || isLastGrader,
  teacher: ({ member }) => member.isTeacher,
  owner: never,
}
