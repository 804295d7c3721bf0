import type { Right } from '@course-grading/contracts/operation/operation'

/** A user of the demo world, by relation to course 11 and student 201, which all examples of the contracts are about. */
export interface DemoPerson {
  readonly title: string
  readonly userId: number
  readonly has: readonly Right[]
}

const ofMembers: readonly Right[] = ['signed_in', 'member']
const ofGraders: readonly Right[] = ['grader']
/** What students may do, and graders for another reason. */
const ofStudents: readonly Right[] = ['grader_or_student']

/** One person for each combination of rights. User 301 becomes an assistant of course 11 whom its settings do not list: see `addUnlistedAssistant`. */
export const demoPeople: readonly DemoPerson[] = [
  {
    title: 'a teacher',
    userId: 101,
    has: [
      ...ofMembers,
      ...ofGraders,
      ...ofStudents,
      'grader_or_self',
      'grader_or_submitter',
      'own_grader',
      'teacher',
      'owner',
    ],
  },
  {
    title: 'an assistant who is listed',
    userId: 102,
    has: [...ofMembers, ...ofGraders, ...ofStudents, 'grader_or_self', 'grader_or_submitter'],
  },
  { title: 'an assistant who grades nothing', userId: 301, has: ['signed_in', 'member'] },
  {
    title: 'the student in question',
    userId: 201,
    has: [...ofMembers, ...ofStudents, 'grader_or_self', 'grader_or_submitter'],
  },
  { title: 'another student', userId: 203, has: [...ofMembers, ...ofStudents] },
  { title: 'a teacher of another course', userId: 104, has: ['signed_in'] },
  { title: 'an outsider', userId: 105, has: ['signed_in'] },
  { title: 'a superuser of the learning platform', userId: 1, has: ['signed_in'] },
]
