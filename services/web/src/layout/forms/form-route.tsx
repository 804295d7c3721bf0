import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../../deps/deps.ts'
import { ownPath } from '../../http/own-path.ts'
import type { FormLimits } from '../../http/read-form.ts'
import type { Visit } from '../../http/visit.ts'
import type { Texts } from '../../texts/texts.ts'
import { pageRoute } from '../page-route.ts'
import { type Page, showPage } from '../show-page.tsx'
import { type CallError, giveBack, type TypedForm, writeRoute } from '../write-route.tsx'

/** The page again with the form as it was sent: 200 after a button of a row, else the status of what was wrong. */
export interface Redrawn {
  readonly status: number
  readonly page: Page
}

interface FormRoute {
  /** Of the write; the page is `show` and this name. */
  readonly name: string
  readonly path: string
  readonly limits: FormLimits
  readonly isUpload?: boolean
  /** The page as it opens. */
  readonly show: (ctx: RouterContext, visit: Visit) => Promise<Page>
  /** Writes, and resolves to the path to open next; or draws the page again. */
  readonly answer: (ctx: RouterContext, visit: Visit, form: URLSearchParams) => Promise<string | Redrawn>
}

/**
 * A page with a form, whose buttons are all sent to its own address. A form that nobody can take now, or that another person typed, comes
 * back as a page that carries all its fields.
 */
export function formRoute(router: Router, deps: Deps, { name, path, limits, isUpload, show, answer }: FormRoute): void {
  const carried: TypedForm = { limits, isUpload, titleOf: () => null, pageOf: (ctx) => ownPath(ctx.url), messageOf }
  pageRoute(router, deps, { name: `show${name.charAt(0).toUpperCase()}${name.slice(1)}`, path, show })
  writeRoute(router, deps, {
    name,
    path,
    typed: carried,
    write: async (ctx, visit, form) => {
      if (form.get('person') !== String(visit.session.user.userId)) {
        const message = visit.texts.forms.otherPerson
        await giveBack(ctx, deps, carried, { status: 409, message, form, asksToSignIn: true })
        return null
      }
      const answered = await answer(ctx, visit, form)
      if (typeof answered === 'string') return answered
      ctx.status = answered.status
      showPage(ctx, deps, visit, answered.page)
      return null
    },
  })
}

function messageOf({ status }: CallError, { forms, problems }: Texts): string {
  if (status === 401) return forms.sessionEnded
  const [said] = status === 403 ? [problems.byCode.forbidden] : status === 404 ? [problems.byCode.not_found] : []
  return said === undefined ? forms.away : `${said} ${forms.carried}`
}
