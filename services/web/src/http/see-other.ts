import type { RouterContext } from '@koa/router'

/** After a write the browser opens a page by GET, so that a reload does not write again (RFC 9110, 15.4.4). */
export function seeOther(ctx: RouterContext, path: string): void {
  ctx.redirect(path)
  ctx.status = 303
}
