import type { CourseFile } from '../store/course-files.ts'
import { readCourseFile } from './compare-course.ts'
import type { CourseResult } from './course-result.ts'

export async function validate(file: CourseFile): Promise<CourseResult> {
  const reading = await readCourseFile(file)
  return 'result' in reading ? reading.result : { file, exitCode: 0, message: 'The file is valid.' }
}
