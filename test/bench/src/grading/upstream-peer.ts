import { createServer } from 'node:http'
import { courseId, ownerOf, teacherId } from './course.ts'

/** The learning platform of the benchmark, in a process of its own: a few users are teachers, and all others are assistants. */
createServer((request, response) => {
  if (request.url !== '/api/v2/users/me')
    return void response.writeHead(request.url === '/health/ready' ? 200 : 404).end()
  const json = JSON.stringify(userOf(ownerOf((request.headers.authorization ?? '').slice('Token '.length))))
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) })
  response.end(json)
}).listen(Number(process.env['PORT']), '127.0.0.1')

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
    teacher_courses: userId === teacherId ? courses : [],
  }
}

process.on('SIGINT', () => process.exit(0))
