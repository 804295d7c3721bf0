import type { ComponentChildren } from 'preact'
import { FeedbackFields } from './feedback-fields.tsx'
import { GradingHeader } from './grading-header.tsx'
import type { GradingPage } from './grading-page.ts'
import { RubricFields } from './rubric-fields.tsx'
import { Total } from './total.tsx'

interface GradingFormProps {
  readonly page: GradingPage
  /** What the form was drawn from, for a save without scripts. */
  readonly drawn: string
  /** What happened, and what is to be done. */
  readonly notices: ComponentChildren
  /** The work, beside the fields. */
  readonly work: ComponentChildren
  /** What can be done, in the bar that stays in sight. */
  readonly actions: ComponentChildren
  /** Which side has more room. */
  readonly room?: 'even' | 'work' | 'rubric'
}

/** For whoever writes it, the whole page is one form: it works without scripts, and saves by its buttons. */
export function GradingForm({ page, drawn, notices, work, actions, room = 'even' }: GradingFormProps) {
  const parts = (
    <>
      <GradingHeader page={page}>{notices}</GradingHeader>
      <div class="columns" data-room={room}>
        {work}
        <div class="judging">
          {/* New fields for each: undoing in the old ones would bring back what was typed for another. */}
          <RubricFields key={page.start.assessment.id} page={page} />
          <FeedbackFields key={page.start.feedback.id} page={page} />
        </div>
      </div>
      <div class="bar">
        <Total page={page} />
        {actions}
      </div>
    </>
  )
  const { whose, assessment } = page.start
  if (whose !== 'mine') return <div class="grading">{parts}</div>
  return (
    <form method="post" action={`/grade/${assessment.id}`} class="grading" autoComplete="off">
      <input type="hidden" name="drawn" value={drawn} />
      {parts}
    </form>
  )
}
