import type { OperationName } from '../every-operation.fixture.ts'

/**
 * Calls of the learning platform that operations make besides reading the identity: operation, user and path, in the demo course
 * without a snapshot.
 */
export const ownCalls: readonly (readonly [name: OperationName, userId: number, path: string])[] = [
  ['configureCourse', 101, '/api/v2/courses/12'],
  ['configureCourse', 101, '/api/v2/courses/12/usertags'],
  ['putCourseSettings', 101, '/api/v2/users/103'],
  ['refreshCourseTags', 101, '/api/v2/courses/11/usertags'],
  ['importGraders', 101, '/api/v2/users/102'],
  ['exportGraders', 101, '/api/v2/users/102'],
  ['refreshCourseSnapshot', 102, '/api/v2/courses/11/students'],
  ['getCourseSnapshot', 102, '/api/v2/courses/11/exercises'],
  ['listStudents', 102, '/api/v2/courses/11'],
  ['listFeedbackStudents', 102, '/api/v2/courses/11/students'],
  ['getStudent', 101, '/api/v2/courses/11/usertags'],
  ['getCourse', 201, '/api/v2/courses/11'],
  ['getCourseBySlug', 201, '/api/v2/courses/11'],
  ['getSubmission', 101, '/api/v2/submissions/3001'],
  ['getSubmission', 101, '/api/v2/exercises/1103'],
  ['getSubmissionContent', 101, '/api/v2/submissions/3001'],
  ['getSubmissionFile', 101, '/api/v2/submissions/3001'],
  ['getSubmissionFile', 101, '/api/v2/submissions/3001/files/70001'],
  ['getSubmissionArchive', 101, '/api/v2/submissions/3001'],
]
