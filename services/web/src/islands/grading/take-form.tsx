import { fieldId } from './field-id.ts'
import type { GradingPage } from './grading-page.ts'

interface TakeFormProps {
  readonly page: Pick<GradingPage, 'texts' | 'start' | 'typedOn'>
  /** The reason for reopening, as it was typed. The script gives none, and leaves what it finds. */
  readonly reason?: string
}

/** The button by which the person makes the assessment theirs, where they may. */
export function TakeForm({ page, reason }: TakeFormProps) {
  const { texts, start } = page
  const { reopen, takeOver, takeUp, why } = texts.grading.take
  const { whose, assessment } = start
  if (whose === 'mine' || whose === 'read-only') return null
  if (whose !== 'reopen')
    return (
      <form method="post" action={`/grade/${assessment.id}/${whose}`} class="buttons">
        <button class="main">{whose === 'take-over' ? takeOver : takeUp}</button>
      </form>
    )
  return (
    <form method="post" action={`/grade/${assessment.id}/reopen`} class="buttons" autoComplete="off" data-action>
      <label>
        {why} <input id={fieldId(page, 'reopen')} name="reason" value={reason} required />
      </label>
      <button>{reopen}</button>
    </form>
  )
}
