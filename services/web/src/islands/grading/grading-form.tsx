import type { ComponentChildren } from 'preact'
import { AboutForms } from './about-work.tsx'
import { FeedbackFields } from './feedback-fields.tsx'
import { GradingHeader } from './grading-header.tsx'
import type { GradingPage } from './grading-page.ts'
import { RubricFields } from './rubric-fields.tsx'
import { SkipLinks } from './skip-links.tsx'
import { Total } from './total.tsx'

interface GradingFormProps {
  readonly page: GradingPage
  /** What the form was drawn from, for a save without scripts. */
  readonly drawn: string
  readonly notices: ComponentChildren
  readonly work: ComponentChildren
  /** The buttons, in the bar that stays in sight. */
  readonly actions: ComponentChildren
  /** Which side of the page has more room. */
  readonly room?: 'even' | 'work' | 'rubric'
}

/** A person who may write has the whole page as one form, which works without scripts and saves by its buttons. */
export function GradingForm({ page, drawn, notices, work, actions, room = 'even' }: GradingFormProps) {
  const parts = (
    <>
      <SkipLinks texts={page.texts} hasKeys={page.onChange !== undefined} />
      <GradingHeader page={page}>{notices}</GradingHeader>
      <div class="columns" data-room={room}>
        {/* It stands beside the work, which may still be on its way. */}
        <h2 class="visually-hidden">{page.texts.work.title}</h2>
        {work}
        <div class="judging">
          {/* Each assessment has new fields: undoing in the old ones would bring back what was typed for another assessment. */}
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
  if (whose !== 'mine')
    return (
      <>
        <div class="grading">{parts}</div>
        <AboutForms page={page} />
      </>
    )
  return (
    <>
      <form method="post" action={`/grade/${assessment.id}`} class="grading" autoComplete="off">
        <input type="hidden" name="drawn" value={drawn} />
        {parts}
      </form>
      <AboutForms page={page} />
    </>
  )
}
