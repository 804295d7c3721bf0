import { courseId, exerciseOf, firstAssistantId, ownerOf, withFiles } from './learning-platform.ts'
import { sendJson, serveTwin } from './twin-server.ts'

/**
 * The learning platform of the benchmarks, in a process of its own: every file is a buffer that was made before, so that it
 * replies at once.
 */
const lines = 'def answer(question, depth=0):\n    return f"It is {depth} since {question}, and äö too"\n\n'
const content = Buffer.alloc(withFiles.fileBytes, lines)
const submissionPath = `/api/v2/submissions/${withFiles.submissionId}`

const submission = {
  id: withFiles.submissionId,
  html_url: `http://127.0.0.1/submissions/${withFiles.submissionId}/`,
  submission_time: '2026-09-01T03:01:00+03:00',
  grade: 5,
  exercise: { id: exerciseOf(withFiles.submissionId), max_points: 10 },
  submitters: [{ id: 8, username: 'user8', full_name: 'Student 8' }],
  submission_data: [['essay', 'What the student wrote.']],
  files: Array.from({ length: withFiles.files }, (_, index) => ({
    id: index + 1,
    filename: `file-${index + 1}.py`,
    param_name: `file${index + 1}`,
  })),
  status: 'ready',
  late_penalty_applied: null,
  feedback: '<p>Good.</p>',
}

function userOf(userId: number): object {
  const courses = [{ id: courseId, code: 'P1', name: 'Programming', instance_name: '2026' }]
  return {
    id: userId,
    username: `user${userId}`,
    student_id: null,
    email: '',
    full_name: `User ${userId}`,
    enrolled_courses: [],
    staff_courses: courses,
    teacher_courses: userId < firstAssistantId ? courses : [],
  }
}

serveTwin(async (request, response) => {
  const path = request.url ?? ''
  if (path.startsWith(`${submissionPath}/files/`))
    return response
      .writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': content.length })
      .end(content)
  if (path === submissionPath) return sendJson(response, JSON.stringify(submission))
  const [, exerciseId] = /^\/api\/v2\/exercises\/(\d+)$/.exec(path) ?? []
  if (exerciseId !== undefined)
    return sendJson(response, JSON.stringify({ id: Number(exerciseId), course: { id: courseId } }))
  if (path !== '/api/v2/users/me') return response.writeHead(404).end()
  const userId = ownerOf((request.headers.authorization ?? '').slice('Token '.length))
  return sendJson(response, JSON.stringify(userOf(userId)))
})
