import type { Issue } from '../errors/domain-error.ts'

export interface StaffLookUp {
  readonly userId: number
  readonly fullName: string | null
  readonly isStaff: boolean
}

/** Issues of the graders who are not course staff; `lookUps[i]` is about `graders[i]` of the settings. */
export function staffIssues(lookUps: readonly StaffLookUp[]): Issue[] {
  return lookUps.flatMap((person, index) =>
    person.isStaff ? [] : [notStaffIssue(`$.graders[${index}].userId`, person)],
  )
}

export function notStaffIssue(path: string, { userId, fullName }: Omit<StaffLookUp, 'isStaff'>): Issue {
  const name = fullName === null || fullName === '' ? `User ${userId}` : fullName
  const message = `${name} is not staff of this course. Add them to its staff in A+, or take them out of the graders.`
  return { path, code: 'not_staff', message }
}
