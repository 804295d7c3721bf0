import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { ComponentChildren } from 'preact'
import type { Deps } from '../deps.ts'
import { showPage } from '../layout/show-page.tsx'
import { openVisit, type Visit } from './visit.ts'

interface Shown {
  readonly title: string
  readonly content: ComponentChildren
}

/** A page for whoever signed in: `show` asks the boundary and says what to draw. */
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
    readonly show: (ctx: RouterContext, visit: Visit) => Promise<Shown> | Shown
  },
): void {
  router.get(path, async (ctx) => {
    const visit = await openVisit(ctx, name, deps)
    if (visit !== null) showPage(ctx, deps, visit, await show(ctx, visit))
  })
}
