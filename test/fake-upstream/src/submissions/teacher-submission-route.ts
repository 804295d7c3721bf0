import { exerciseVisible } from '../auth/exercise-permissions.ts'
import { requireUser, roleOf } from '../auth/permissions.ts'
import { HttpError } from '../http/http-error.ts'
import { emptyReply, jsonReply } from '../http/reply.ts'
import type { Route } from '../http/router.ts'
import { applyGrade } from './apply-grade.ts'
import { readTeacherSubmission } from './teacher-submission-form.ts'

/** Makes a new submission, already graded, in the name of enrolled students. Each call adds one more. */
export const teacherSubmissionRoute: Route = {
  operation: 'createTeacherSubmission',
  method: 'POST',
  path: '/exercises/{exerciseId}/submissions',
  allow: exerciseVisible,
  handle: (call, caller) => {
    const teacher = requireUser(caller)
    if (roleOf(call, caller) === null) throw new HttpError(emptyReply(403))
    if (roleOf(call, caller) !== 'teacher') {
      throw new HttpError(jsonReply('Only a teacher can make submissions via this API', 403))
    }
    const read = readTeacherSubmission(call)
    if ('errors' in read) return jsonReply({ status: 'error', errors: read.errors }, 400)
    const { form } = read
    const enrolled = new Set(call.world.studentIdsOf(call.course.id))
    if (form.students.some((student) => !enrolled.has(student.id))) {
      const text = 'Submitters must be enrolled to the course.'
      return { kind: 'text', status: 400, text, contentType: 'text/html; charset=utf-8' }
    }
    const submission = call.world.addSubmission({
      exerciseId: call.exercise.id,
      submitterIds: form.students.map(({ id }) => id),
      answers: null,
      submittedAtMs: form.submittedAtMs,
      feedback: form.feedback,
      assistantFeedback: form.assistantFeedback,
      graderId: teacher.id,
    })
    applyGrade(call.world, submission, { points: form.points, maxPoints: call.exercise.maxPoints, isManual: true })
    return emptyReply(201)
  },
}
