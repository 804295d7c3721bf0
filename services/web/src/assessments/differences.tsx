import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readRecordId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import { olderThan } from '../islands/grading/older-attempt.ts'
import { pageRoute } from '../layout/page-route.ts'
import { readContentInTime } from '../submissions/read-work.ts'
import type { Texts } from '../texts/texts.ts'
import { comparedParts } from './compared-parts.ts'
import { DifferencesView } from './differences-view.tsx'
import { EarlierFeedbackView, readEarlierFeedback } from './earlier-feedback.tsx'
import { whoOf } from './start-of.ts'

/** What a person changed since the attempt before. */
export function differences(router: Router, deps: Deps): void {
  pageRoute(router, deps, {
    name: 'differences',
    path: '/grade/:id/differences',
    show: async (ctx, visit) => {
      const { boundary, requestId, texts } = visit
      const id = readRecordId(ctx.params['id'])
      const { body: assessment } = await boundary.getAssessment({ params: { id }, requestId })
      const params = { submissionId: assessment.submissionId }
      const { body: submission } = await boundary.getSubmission({ params, requestId })
      const older = olderThan(submission.attempts, assessment.submissionId)
      const who = whoOf(assessment) || texts.grading.who
      const title = texts.differences.to(older?.attempt ?? null)
      return {
        title: `${title} · ${who}`,
        places: [{ name: who, path: `/grade/${id}` }, { name: title }],
        content: (
          <>
            <h1>{title}</h1>
            {older === undefined ? (
              <p class="card padded quiet">{texts.differences.none}</p>
            ) : (
              await compared(deps, visit, { assessment, older, waits: ctx.URL.searchParams.has('files') })
            )}
          </>
        ),
      }
    },
  })
}

interface Attempts {
  readonly assessment: Assessment
  readonly older: SubmissionRow
  /** Whether the page waits for A+ as long as it takes. */
  readonly waits: boolean
}

async function compared({ lineDifference }: Deps, visit: Visit, { assessment, older, waits }: Attempts) {
  const { texts, locale } = visit
  const given = older.assessment && (await readEarlierFeedback(visit, older.assessment.id))
  // The boundary reads one content at a time for a person.
  const before = await readContentInTime(visit, older.submissionId, waits)
  const after = before && (await readContentInTime(visit, assessment.submissionId, waits))
  return (
    <>
      {given && <EarlierFeedbackView texts={texts} locale={locale} {...given} />}
      {before && after ? (
        <DifferencesView
          texts={texts}
          lang={assessment.language}
          parts={await comparedParts(lineDifference, before, after)}
          notListed={Math.max(before.truncated.files, after.truncated.files)}
        />
      ) : (
        <Away texts={texts} />
      )}
    </>
  )
}

function Away({ texts }: { readonly texts: Texts }) {
  return (
    <div class="card padded" role="alert">
      <p>{texts.differences.away}</p>
      <p>
        <a class="button" href="?files">
          {texts.work.tryAgain}
        </a>
      </p>
    </div>
  )
}
