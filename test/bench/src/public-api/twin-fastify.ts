import fastify from 'fastify'
import postgres from 'postgres'
import { documentOf, twinColumns, type TwinRow } from './twin-courses.ts'

/** A server with widely used libraries: Fastify with its logger, and postgres.js. It checks no credential. */
const sql = postgres(process.env['DATABASE_URL']!, { max: 10 })
const app = fastify({ logger: true })

app.get('/health/ready', { logLevel: 'silent' }, async () => 'ok')
app.get<{ Params: { courseId: string } }>('/api/v1/courses/:courseId/settings', async (request, reply) => {
  const [row] = await sql<
    TwinRow[]
  >`SELECT ${sql.unsafe(twinColumns)} FROM twin WHERE course_id = ${request.params.courseId}`
  reply.header('ETag', `"${row!.revision}"`).header('Cache-Control', 'no-store')
  return documentOf(row!)
})

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.on('SIGINT', () => process.exit(0))
