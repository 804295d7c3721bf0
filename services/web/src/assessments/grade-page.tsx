import type { ComponentChildren } from 'preact'
import type { GradingPage } from '../islands/grading/grading-page.ts'
import { FeedbackFields } from '../islands/grading/feedback-fields.tsx'
import { GradingHeader } from '../islands/grading/grading-header.tsx'
import { PlainButtons } from '../islands/grading/plain-buttons.tsx'
import { type Refusal, RefusalNotice } from '../islands/grading/refusal-notice.tsx'
import { RubricFields } from '../islands/grading/rubric-fields.tsx'
import { TakeForm } from '../islands/grading/take-form.tsx'
import { Total } from '../islands/grading/total.tsx'
import type { Drawn } from './drawn.ts'

interface GradePageProps {
  readonly page: GradingPage
  readonly drawn: Drawn
  readonly refusal: Refusal | null
  /** Whether the page follows a save. */
  readonly isSaved: boolean
  /** Why it is postponed, as it was typed. */
  readonly note: string
  /** Why it is opened again, as it was typed. */
  readonly reason: string
  /** The work, beside the fields. */
  readonly children: ComponentChildren
}

/** For whoever writes it, the whole page is one form: it works without scripts, and saves by its buttons. */
export function GradePage(props: GradePageProps) {
  const { page, drawn, note, reason } = props
  const bar = (content: ComponentChildren) => (
    <footer class="bar">
      <Total page={page} />
      {content}
    </footer>
  )
  if (page.isReadOnly)
    return (
      <div class="grading">
        <Parts {...props} />
        {bar(<TakeForm page={page} reason={reason} />)}
      </div>
    )
  return (
    <form method="post" action={`/grade/${page.start.assessment.id}`} class="grading" autoComplete="off">
      <input type="hidden" name="drawn" value={JSON.stringify(drawn)} />
      <Parts {...props} />
      {bar(<PlainButtons page={page} note={note} />)}
    </form>
  )
}

function Parts({ page, refusal, isSaved, children }: GradePageProps) {
  const { texts } = page
  return (
    <>
      <GradingHeader page={page}>
        {isSaved && <output class="tag good">{texts.grading.saved}</output>}
        {refusal && <RefusalNotice refusal={refusal} texts={texts} />}
      </GradingHeader>
      <div class="columns">
        {children}
        <div class="judging">
          <RubricFields page={page} />
          <FeedbackFields page={page} />
        </div>
      </div>
    </>
  )
}
