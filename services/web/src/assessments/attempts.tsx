import type Router from '@koa/router'
import { SubmissionRows } from '../claims/submission-rows.tsx'
import type { Deps } from '../deps/deps.ts'
import { fileRoute } from '../http/file-route.ts'
import { olderThan } from '../islands/grading/older-attempt.ts'
import { readId, readRecordId } from '../http/read-id.ts'
import { pageRoute } from '../layout/page-route.ts'

/** All attempts of those who handed a work in, and its files. */
export function attempts(router: Router, deps: Deps): void {
  pageRoute(router, deps, {
    name: 'attempts',
    path: '/grade/:id/attempts',
    show: async (ctx, { boundary, requestId, texts, locale }) => {
      const id = readRecordId(ctx.params['id'])
      const { body: assessment } = await boundary.getAssessment({ params: { id }, requestId })
      const params = { submissionId: assessment.submissionId }
      const { body: submission } = await boundary.getSubmission({ params, requestId })
      const who = assessment.submitters.map(({ fullName }) => fullName).join(', ') || texts.grading.who
      const title = texts.about.attempts
      const older = olderThan(submission.attempts, assessment.submissionId)
      return {
        title: `${title} · ${who}`,
        places: [{ name: who, path: `/grade/${id}` }, { name: title }],
        content: (
          <>
            <h1>{who}</h1>
            <section class="card">
              <h2>{title}</h2>
              <SubmissionRows texts={texts} locale={locale} rows={submission.attempts} of="course" />
              {older !== undefined && (
                <p class="padded">
                  <a href={`/grade/${id}/differences`}>{texts.differences.to(older.attempt)}</a>
                </p>
              )}
            </section>
          </>
        ),
      }
    },
  })
  fileRoute(router, deps, {
    name: 'workAsFile',
    path: '/submissions/:submissionId/work.zip',
    ask: (boundary, ctx, call) =>
      boundary.getSubmissionArchive({ params: { submissionId: readId(ctx.params['submissionId']) }, ...call }),
  })
}
