import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readPages } from '../http/read-pages.ts'
import { Time } from '../islands/display/time.tsx'
import { pageRoute } from '../layout/page-route.ts'
import { RowTable } from '../layout/row-table.tsx'
import { Said } from '../layout/said.tsx'
import { writeRoute } from '../layout/write-route.tsx'

const path = '/sessions'

/** Where a person is signed in. */
export function ownSessions(router: Router, deps: Deps): void {
  pageRoute(router, deps, {
    name: 'sessions',
    path,
    show: async (ctx, { boundary, requestId, texts }) => {
      const { title, began, lastUsed, here, elsewhere, ended } = texts.preferences.sessions
      const { items } = await readPages((query) => boundary.listSessions({ query, requestId }))
      return {
        title,
        places: [{ name: texts.preferences.title, path: '/preferences' }, { name: title }],
        content: (
          <section class="reading">
            <h1>{title}</h1>
            <Said texts={[ctx.URL.searchParams.has('ended') ? ended : null]} />
            <section class="card" aria-label={title}>
              <RowTable
                rows={items}
                keyOf={({ createdAt }) => createdAt}
                columns={[
                  { title: began, cell: ({ createdAt }) => <Time at={createdAt} /> },
                  { title: lastUsed, cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
                  {
                    title: here,
                    isPlain: true,
                    cell: ({ current }) => current && <span class="tag good">{here}</span>,
                  },
                ]}
              />
            </section>
            {items.length > 1 && (
              <form method="post" action={path}>
                <button>{elsewhere}</button>
              </form>
            )}
          </section>
        ),
      }
    },
  })
  writeRoute(router, deps, {
    name: 'endOtherSessions',
    path,
    write: async (_ctx, { boundary, requestId }) => {
      await boundary.deleteOtherSessions({ requestId })
      return `${path}?ended`
    },
  })
}
