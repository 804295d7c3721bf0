/** A course that its settings do not list stands in no list of a person who is only a student there, who reaches it by a launch or its address. */
export const isInCourseList = ({
  listed,
  roles,
}: {
  readonly listed: boolean
  readonly roles: readonly string[]
}): boolean => listed || roles.some((role) => role !== 'student')
