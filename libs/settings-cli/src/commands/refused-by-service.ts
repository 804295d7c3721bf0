import type { PublicApiError } from '@course-grading/public-client'
import { exitCodeOf } from '../command-line/exit-codes.ts'
import type { CourseFile } from '../store/course-files.ts'
import type { CourseResult } from './compare-course.ts'

/** The result of a request that did not succeed. */
export function refusedByService(file: CourseFile, problem: PublicApiError): CourseResult {
  const { code, detail, requestId } = problem
  return { file, exitCode: exitCodeOf(problem), message: `${code}: ${detail}`, requestId }
}
