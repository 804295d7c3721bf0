import type Router from '@koa/router'

/** Answers HEAD without opening the page, where opening it changes something. Must come before the page's own route. */
export function answerHead(router: Router, name: string, path: string): void {
  router.head(name, path, (ctx) => {
    ctx.type = 'text/html; charset=utf-8'
    ctx.body = ''
  })
}
