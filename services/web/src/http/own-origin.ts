import { DomainError } from '@course-grading/domain/errors'
import type { RouterContext } from '@koa/router'

type Next = () => Promise<unknown>

/** Refuses writes that come from another site, and sends whoever reads under another name to the public address. */
export function ownOrigin(publicOrigin: string) {
  const { host } = new URL(publicOrigin)
  return async (ctx: Pick<RouterContext, 'method' | 'get' | 'host' | 'url' | 'status' | 'redirect'>, next: Next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD'
    if (!isRead && ctx.get('Origin') !== publicOrigin) throw new DomainError('forbidden')
    if (!isRead || ctx.host === host) return await next()
    ctx.redirect(publicOrigin + ctx.url)
    ctx.status = 308
  }
}
