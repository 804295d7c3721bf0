import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { RouterContext } from '@koa/router'

type Next = () => Promise<unknown>

type Asked = Pick<RouterContext, 'method' | 'get' | 'host' | 'path' | 'url' | 'status' | 'redirect'>

/** Refuses writes from other sites, except to `signedPath`, where they are signed. Redirects reads under another name to `publicOrigin`. */
export function ownOrigin(publicOrigin: string, signedPath: string) {
  const { host } = new URL(publicOrigin)
  return async (ctx: Asked, next: Next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD'
    if (!isRead && ctx.path !== signedPath && ctx.get('Origin') !== publicOrigin) throw new DomainError('forbidden')
    if (!isRead || ctx.host === host) return await next()
    ctx.redirect(publicOrigin + ctx.url)
    ctx.status = 308
  }
}
