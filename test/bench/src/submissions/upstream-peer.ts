import { randomFillSync } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import {
  courseId,
  exerciseOf,
  type BenchmarkedSubmission,
  benchmarkedSubmissions,
  ownerOf,
} from './benchmarked-submission.ts'

/**
 * The learning platform of the benchmark, in a process of its own: everybody is a teacher of the only course, and every file is
 * a buffer that was made before, so that it replies at once.
 */
const lines = 'def answer(question, depth=0):\n    return f"It is {depth} since {question}, and äö too"\n\n'
const contents = new Map(benchmarkedSubmissions.map((submission) => [submission.submissionId, contentOf(submission)]))

function contentOf({ fileBytes, extension }: BenchmarkedSubmission): Buffer {
  return extension === 'py' ? Buffer.alloc(fileBytes, lines) : randomFillSync(Buffer.allocUnsafe(fileBytes))
}

createServer((request, response) => {
  const path = request.url ?? ''
  if (path === '/health/ready') return void response.end()
  const [, submissionId, fileId] = /^\/api\/v2\/submissions\/(\d+)(?:\/files\/(\d+))?$/.exec(path) ?? []
  const content = contents.get(Number(submissionId))
  if (fileId !== undefined && content !== undefined) return sendFile(response, content)
  const submission = benchmarkedSubmissions.find((each) => each.submissionId === Number(submissionId))
  if (submission !== undefined) return sendJson(response, detailOf(submission))
  const [, exerciseId] = /^\/api\/v2\/exercises\/(\d+)$/.exec(path) ?? []
  if (exerciseId !== undefined) return sendJson(response, { id: Number(exerciseId), course: { id: courseId } })
  if (path === '/api/v2/users/me')
    return sendJson(response, userOf(ownerOf((request.headers.authorization ?? '').slice('Token '.length))))
  response.writeHead(404).end()
}).listen(Number(process.env['PORT']), '127.0.0.1')

function detailOf({ submissionId, files, extension }: BenchmarkedSubmission): object {
  return {
    id: submissionId,
    html_url: `http://127.0.0.1/submissions/${submissionId}/`,
    submission_time: '2026-09-01T03:01:00+03:00',
    grade: 5,
    exercise: { id: exerciseOf(submissionId), max_points: 10 },
    submitters: [{ id: 8, username: 'user8', full_name: 'Student 8' }],
    submission_data: [['essay', 'What the student wrote.']],
    files: Array.from({ length: files }, (_, index) => ({
      id: index + 1,
      filename: `file-${index + 1}.${extension}`,
      param_name: `file${index + 1}`,
    })),
    status: 'ready',
    late_penalty_applied: null,
    feedback: '<p>Good.</p>',
  }
}

function userOf(userId: number): object {
  const taught = [{ id: courseId, code: 'P1', name: 'Programming', instance_name: '2026' }]
  return {
    id: userId,
    username: `teacher${userId}`,
    student_id: null,
    email: '',
    full_name: `Teacher ${userId}`,
    enrolled_courses: [],
    staff_courses: taught,
    teacher_courses: taught,
  }
}

function sendFile(response: ServerResponse, content: Buffer): void {
  response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': content.length })
  response.end(content)
}

function sendJson(response: ServerResponse, body: object): void {
  const json = JSON.stringify(body)
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) })
  response.end(json)
}

process.on('SIGINT', () => process.exit(0))
