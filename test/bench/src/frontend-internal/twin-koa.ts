import { hash, randomUUID, timingSafeEqual } from 'node:crypto'
import Router from '@koa/router'
import Koa from 'koa'
import { Pool } from 'pg'
import { pino } from 'pino'
import { secret } from './frontend-client.ts'
import { listPublicCourses } from './twin-operations.ts'

/**
 * Plain use of the packages of the services: Koa and its router, a request id, the secret compared by its digest, and one line
 * in the log. It replies from memory, and has no metrics, time limits or other checks.
 */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer')
const digest = digestOf(secret)
const log = pino(pino.destination({ fd: 1, sync: false, minLength: 4096 }))

const router = new Router()
router.get('/health/ready', (ctx) => {
  ctx.body = 'ok'
})
router.get('/internal/frontend/courses/all', async (ctx) => {
  const { json, etag } = await listPublicCourses(pool)
  ctx.set({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ETag: etag })
  ctx.body = json
})

new Koa()
  .use(async (ctx, next) => {
    const [startedAt, requestId] = [performance.now(), randomUUID()]
    ctx.set('X-Request-Id', requestId)
    const isKnown = timingSafeEqual(digestOf(ctx.get('X-Service-Frontend-Secret')), digest)
    if (isKnown || ctx.path === '/health/ready') await next()
    else ctx.status = 401
    log.info(
      { requestId, method: ctx.method, status: ctx.status, durationMs: performance.now() - startedAt },
      'request',
    )
  })
  .use(router.routes())
  .listen(Number(process.env['PORT']), '127.0.0.1')

process.on('SIGINT', () => process.exit(0))
