/** Where rubrics of a course stand. */
export const rubricsPath = (courseId: number): string => `/courses/${courseId}/rubrics`

export const rubricPath = ({ courseId, rubricId }: { readonly courseId: number; readonly rubricId: string }): string =>
  `${rubricsPath(courseId)}/${rubricId}`
