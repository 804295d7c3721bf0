import type { StudentFeedback } from '@course-grading/contracts/feedback/student-feedback'
import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { answerHead } from '../http/answer-head.ts'
import { orRefused } from '../http/or-refused.ts'
import { readRecordId } from '../http/read-id.ts'
import { pageRoute } from '../layout/page-route.ts'
import { myFeedbackPath } from '../layout/document.tsx'
import type { Visit } from '../http/visit.ts'
import { nameOfExercise } from '../layout/names.ts'
import { coloured, type ReadWork } from '../submissions/read-work.ts'
import { OneFeedbackPage } from './one-feedback-page.tsx'

/** Milliseconds that the page waits for the files. After that it shows the remarks alone, with a link. */
const filesWithinMs = 3_000

export function oneFeedback(router: Router, deps: Deps): void {
  answerHead(router, 'oneFeedback', '/feedback/:id')
  pageRoute(router, deps, {
    name: 'oneFeedback',
    path: '/feedback/:id',
    show: async (ctx, visit) => {
      const { boundary, requestId, texts, locale } = visit
      const params = { id: readRecordId(ctx.params['id']) }
      const { body: document } = await boundary.getMyFeedback({ params, requestId })
      const title = nameOfExercise(document, texts, locale)
      return {
        title,
        places: [{ name: texts.feedback.title, path: myFeedbackPath }, { name: title }],
        content: (
          <OneFeedbackPage
            texts={texts}
            locale={locale}
            document={document}
            work={await workOf(visit, deps, document, ctx.URL.searchParams.has('files'))}
          />
        ),
      }
    },
  })
}

/** Reads the work only where a remark is about a file or an answer. Null if it does not come in time, or not at all. */
async function workOf(
  { boundary, requestId }: Visit,
  { colourer }: Deps,
  { submissionId, annotations }: StudentFeedback,
  waits: boolean,
): Promise<ReadWork | null> {
  if (submissionId === null || annotations.length === 0) return null
  const signal = waits ? undefined : AbortSignal.timeout(filesWithinMs)
  const annotated = new Set(annotations.map(({ anchor }) => ('fileId' in anchor ? anchor.fileId : null)))
  const reading = boundary
    .getSubmissionContent({ params: { submissionId }, requestId, signal })
    .then(({ body: { files, ...content } }): Promise<ReadWork | null> =>
      coloured(colourer, { ...content, files: files.filter(({ fileId }) => annotated.has(fileId)) }),
    )
  return await orRefused(reading, ({ status }) => (status === 401 ? undefined : null))
}
