import { FrontendTransportError } from '@course-grading/frontend-transport'
import type Router from '@koa/router'
import { render } from 'preact-render-to-string'
import type { Deps } from '../deps/deps.ts'
import { callerOf, refuse } from '../http/island-call.ts'
import { readId, readRecordId } from '../http/read-id.ts'
import { turnOf } from '../http/turns.ts'
import { coloured, type ReadWork } from '../submissions/read-work.ts'
import { languageOf, textsFor } from '../texts/texts.ts'
import { Work } from './work.tsx'

/** The work as a part of a page, without annotations, for the script: it waits as long as the boundary, in the language asked for, reading no session. */
export function showWork(router: Router, { cookie, transport, colourer }: Deps): void {
  router.get('work', '/grade/:id/work', async (ctx) => {
    const caller = callerOf(ctx, cookie)
    if (caller === null) return
    const { sessionId, requestId } = caller
    const params = { id: readRecordId(ctx.params['id']) }
    const boundary = transport.withSession(sessionId, turnOf(ctx).caller())
    const gone = new AbortController()
    ctx.res.once('close', () => gone.abort())
    const call = { requestId, signal: gone.signal }
    const asked = ctx.URL.searchParams.get('submission')
    const folds = ctx.URL.searchParams.has('fold')
    let work: ReadWork | null = null
    try {
      const submissionId =
        asked === null ? (await boundary.getAssessment({ params, ...call })).body.submissionId : readId(asked)
      const { body } = await boundary.getSubmissionContent({ params: { submissionId }, ...call })
      work = await coloured(colourer, body)
    } catch (error) {
      if (!(error instanceof FrontendTransportError)) throw error
      const { status = 503, code } = error
      if (status < 500) return refuse(ctx, status, { code: code ?? 'refused' })
      ctx.status = code === 'upstream_unavailable' ? 502 : 503
    }
    const { texts, locale } = textsFor(languageOf(ctx))
    ctx.type = 'text/html; charset=utf-8'
    ctx.body = render(<Work texts={texts} locale={locale} work={work} folds={folds} feedback={null} />)
  })
}
