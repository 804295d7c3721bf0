/** The course of all submissions of the benchmark, and the first of its ten exercises. Submissions are numbered from 1. */
export const courseId = 500_001
export const firstExerciseId = 600_001
export const exerciseOf = (submissionId: number): number => firstExerciseId + (submissionId % 10)

/** A submission whose files the peer has. All of them are of the same size. */
export interface BenchmarkedSubmission {
  readonly submissionId: number
  readonly files: number
  readonly fileBytes: number
  readonly extension: 'py' | 'bin'
}

const MiB = 1024 * 1024
/** Files of a size that people write. */
export const ofTexts: BenchmarkedSubmission = { submissionId: 1, files: 40, fileBytes: 8 * 1024, extension: 'py' }
/** Large files that are stored and not deflated, since their names are not those of texts. */
export const ofLargeFiles: BenchmarkedSubmission = { submissionId: 2, files: 16, fileBytes: 16 * MiB, extension: 'bin' }

export const benchmarkedSubmissions: readonly BenchmarkedSubmission[] = [ofTexts, ofLargeFiles]

export const bytesOf = ({ files, fileBytes }: BenchmarkedSubmission): number => files * fileBytes

/** The token of a user of the learning platform: the user id in hexadecimal, padded to 40 digits. */
export const tokenOf = (userId: number): string => userId.toString(16).padStart(40, '0')
export const ownerOf = (token: string): number => Number.parseInt(token, 16)
