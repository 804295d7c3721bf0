import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { FeedbackDocument } from '@course-grading/contracts/feedback/feedback-document'
import type { Visit } from '../http/visit.ts'
import { orRefused } from '../http/or-refused.ts'
import { formatOutOf } from '../islands/display/formats.ts'
import { MarkedName } from '../submissions/marked-text.tsx'
import { Remark } from '../submissions/line-remark.tsx'
import type { Locale, Texts } from '../texts/texts.ts'

/** What was given to another attempt. */
export interface EarlierFeedback {
  readonly assessment: Assessment
  readonly document: FeedbackDocument
}

/** Null where the person may not read it. */
export async function readEarlierFeedback(
  { boundary, requestId }: Visit,
  assessmentId: string,
): Promise<EarlierFeedback | null> {
  const read = async (): Promise<EarlierFeedback | null> => {
    const { body: assessment } = await boundary.getAssessment({ params: { id: assessmentId }, requestId })
    const { body: document } = await boundary.getFeedback({ params: { id: assessment.feedbackId }, requestId })
    return { assessment, document }
  }
  return await orRefused(read(), ({ status }) => (status === 403 || status === 404 ? null : undefined))
}

interface EarlierFeedbackProps extends EarlierFeedback {
  readonly texts: Texts
  readonly locale: Locale
}

/** Text as it was written, and remarks with the names of their files. */
export function EarlierFeedbackView({ texts, locale, assessment, document }: EarlierFeedbackProps) {
  const { points, maxPoints, state } = assessment
  const { body, annotations, language } = document
  return (
    <details class="card padded">
      <summary>{texts.differences.given}</summary>
      {state === 'completed' && <p>{formatOutOf(locale, points, maxPoints)}</p>}
      {body !== '' && (
        <p class="source" lang={language}>
          {body}
        </p>
      )}
      {Object.entries(annotations).map(([id, { anchor, startLine, endLine, kind, body: remark }]) => (
        <div key={id}>
          {'path' in anchor && (
            <p class="small">
              <MarkedName texts={texts} text={anchor.path} />
            </p>
          )}
          <Remark
            texts={texts}
            remark={{
              startLine,
              endLine,
              kind,
              content: (
                <p class="source" lang={language}>
                  {remark}
                </p>
              ),
            }}
          />
        </div>
      ))}
    </details>
  )
}
