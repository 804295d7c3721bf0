/** Where the people of a course stand, and what is written to them. */
export const studentsPath = (courseId: number): string => `/courses/${courseId}/students`

export const personPath = ({ courseId, userId }: { readonly courseId: number; readonly userId: number }): string =>
  `${studentsPath(courseId)}/${userId}`

export const textPath = ({ courseId, id }: { readonly courseId: number; readonly id: string }): string =>
  `/courses/${courseId}/feedback/${id}`
