import type { Right } from '@course-grading/contracts'

/** A user of the demo world, by relation to course 11 and student 201, which all examples of the contracts are about. */
export interface DemoPerson {
  readonly title: string
  readonly userId: number
  readonly has: readonly Right[]
}

/** One person for each combination of rights. User 301 becomes an assistant of course 11 whom its settings do not list: see `addUnlistedAssistant`. */
export const demoPeople: readonly DemoPerson[] = [
  { title: 'a teacher', userId: 101, has: ['signed_in', 'member', 'grader', 'grader_or_self', 'teacher'] },
  { title: 'an assistant who is listed', userId: 102, has: ['signed_in', 'member', 'grader', 'grader_or_self'] },
  { title: 'an assistant who grades nothing', userId: 301, has: ['signed_in', 'member'] },
  { title: 'the student in question', userId: 201, has: ['signed_in', 'member', 'grader_or_self'] },
  { title: 'another student', userId: 203, has: ['signed_in', 'member'] },
  { title: 'a teacher of another course', userId: 104, has: ['signed_in'] },
  { title: 'an outsider', userId: 105, has: ['signed_in'] },
]
