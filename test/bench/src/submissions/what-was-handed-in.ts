/** The course of all submissions of the benchmark, and the first of its ten exercises. Submissions are numbered from 1. */
export const courseId = 500_001
export const firstExerciseId = 600_001
export const exerciseOf = (submissionId: number): number => firstExerciseId + (submissionId % 10)

/** A submission whose files the peer has. All of them are of the same size. */
export interface HandedIn {
  readonly submissionId: number
  readonly files: number
  readonly fileBytes: number
  readonly extension: 'py' | 'bin'
}

const MiB = 1024 * 1024
/** Files of a size that people write. */
export const ofTexts: HandedIn = { submissionId: 1, files: 40, fileBytes: 8 * 1024, extension: 'py' }
/** Files that are stored and not deflated: their names do not say that they are texts. */
export const ofLargeFiles: HandedIn = { submissionId: 2, files: 16, fileBytes: 16 * MiB, extension: 'bin' }
export const ofOneFile: HandedIn = { submissionId: 3, files: 1, fileBytes: 16 * MiB, extension: 'bin' }
export const ofManyFiles: HandedIn = { submissionId: 4, files: 128, fileBytes: 16 * MiB, extension: 'bin' }

export const handedIn: readonly HandedIn[] = [ofTexts, ofLargeFiles, ofOneFile, ofManyFiles]

export const bytesOf = ({ files, fileBytes }: HandedIn): number => files * fileBytes

/** The token of a user, and whose it is. */
export const tokenOf = (userId: number): string => userId.toString(16).padStart(40, '0')
export const ownerOf = (token: string): number => Number.parseInt(token, 16)
