import { FrontendTransportError } from '@course-grading/frontend-transport'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { inTurn } from '../http/in-turn.ts'
import { ownPath } from '../http/own-path.ts'
import { type FormLimits, parseForm, readForm, readFormBytes, readUpload } from '../http/read-form.ts'
import { turnOf } from '../http/turns.ts'
import { seeOther } from '../http/see-other.ts'
import { findVisit, toSignIn, type Visit, visitOf } from '../http/visit.ts'
import { languageOf, type Texts, textsFor } from '../texts/texts.ts'
import { KeptFormPage } from './kept-form-page.tsx'
import { showPage } from './show-page.tsx'

export type CallError = Pick<FrontendTransportError, 'status' | 'code' | 'fieldErrors'>

/** A call without a session would end so. */
const noSession: CallError = { status: 401, code: 'invalid_session', fieldErrors: [] }

/** A form into which people type, which is given back where it cannot be taken. */
export interface TypedForm {
  readonly limits: FormLimits
  /** Whether it may have files. */
  readonly isUpload?: boolean | undefined
  /** The title of a field that people type into; null for any other. */
  readonly titleOf: (name: string, texts: Texts) => string | null
  readonly pageOf: (ctx: RouterContext) => string
  readonly messageOf: (error: CallError, texts: Texts) => string
}

interface WriteRoute {
  readonly name: string
  readonly path: string
  /** Absent where the form has buttons alone, which nobody misses. */
  readonly typed?: TypedForm
  /** Absent where the form has no fields, or is typed into. */
  readonly limits?: FormLimits
  /** Resolves to the path of the page to open next, or to null after it has drawn a page. */
  readonly write: (ctx: RouterContext, visit: Visit, form: URLSearchParams) => Promise<string | null>
}

/** A write by a form of a signed-in person, who is asked for before the form is read. */
export function writeRoute(router: Router, deps: Deps, { name, path, typed, limits, write }: WriteRoute): void {
  const read = typed?.limits ?? limits
  router.post(name, path, async (ctx) => {
    let form: URLSearchParams | undefined
    try {
      const visit = await findVisit(ctx, deps)
      if (visit !== null) {
        const reading = typed?.isUpload === true ? readUpload : readForm
        form = read ? await reading(ctx, read) : new URLSearchParams()
        const next = await write(ctx, visit, form)
        return next === null ? undefined : seeOther(ctx, next)
      }
      if (typed === undefined) return toSignIn(ctx)
      const { texts } = textsFor(languageOf(ctx))
      await giveBack(ctx, deps, typed, { status: 401, message: typed.messageOf(noSession, texts), form })
    } catch (error) {
      const isRefused = error instanceof FrontendTransportError && error.code !== 'invalid_frontend_secret'
      if (typed === undefined || !isRefused) throw error
      const { texts } = visitOf(ctx) ?? textsFor(languageOf(ctx))
      await giveBack(ctx, deps, typed, { status: error.status ?? 503, message: typed.messageOf(error, texts), form })
    }
  })
}

interface Refused {
  readonly status: number
  readonly message: string
  /** Absent where it was not read yet. */
  readonly form: URLSearchParams | undefined
  /** Whether sending the form again would be refused, too. */
  readonly isFinal?: boolean
  /** Whether it could be sent again after somebody signs in. */
  readonly asksToSignIn?: boolean
}

/** Draws the whole form again, whose hidden fields stay unparsed. @throws HttpError overloaded */
export async function giveBack(
  ctx: RouterContext,
  deps: Deps,
  { limits, isUpload = false, titleOf, pageOf }: Omit<TypedForm, 'messageOf'>,
  { status, message, form, isFinal = false, asksToSignIn = status === 401 }: Refused,
): Promise<void> {
  const sent = form ?? (await (isUpload ? readUpload : readFormBytes)(ctx, limits))
  const { caller, takeGiveBack } = turnOf(ctx)
  const release = await takeGiveBack()
  try {
    const visit = visitOf(ctx)
    const { texts } = visit ?? textsFor(languageOf(ctx))
    await inTurn(caller(), () => {
      const content = (
        <KeptFormPage
          texts={texts}
          message={message}
          action={isFinal ? null : ownPath(ctx.url)}
          page={pageOf(ctx)}
          isSignedOut={asksToSignIn}
          fields={sent instanceof URLSearchParams ? sent : parseForm(sent)}
          titleOf={(name) => titleOf(name, texts)}
        />
      )
      ctx.status = status
      showPage(ctx, deps, visit, { title: texts.problems.title, content })
    })
  } finally {
    release()
  }
}
