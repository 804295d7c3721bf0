/** The only course of the platform, and the first of its ten exercises. Submissions are numbered from 1. */
export const courseId = 500_001
export const firstExerciseId = 600_001
export const exerciseOf = (submissionId: number): number => firstExerciseId + (submissionId % 10)

/** The submission whose files the platform has. All of them are of the same size, which people write. */
export const withFiles = { submissionId: 1, files: 40, fileBytes: 8 * 1024 }

export const firstTeacherId = 90_001
/** Users from this one on are assistants. */
export const firstAssistantId = 91_001

/** The token of a user: the user id in hexadecimal, padded to 40 digits. */
export const tokenOf = (userId: number): string => userId.toString(16).padStart(40, '0')
export const ownerOf = (token: string): number => Number.parseInt(token, 16)
