/** The Web Lock of the one tab in which a person writes an assessment. */
export const tabLock = (userId: number, assessmentId: string): string => `grading/${userId}/${assessmentId}`
