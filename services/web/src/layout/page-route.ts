import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { type Page, showPage } from './show-page.tsx'
import { openVisit, type Visit } from '../http/visit.ts'

/** A page for signed-in people. `show` calls the boundary and returns what to draw. */
export function pageRoute(
  router: Router,
  deps: Deps,
  {
    name,
    path,
    show,
  }: {
    readonly name: string
    readonly path: string
    readonly show: (ctx: RouterContext, visit: Visit) => Promise<Page> | Page
  },
): void {
  router.get(name, path, async (ctx) => {
    const visit = await openVisit(ctx, deps)
    if (visit !== null) showPage(ctx, deps, visit, await show(ctx, visit))
  })
}
