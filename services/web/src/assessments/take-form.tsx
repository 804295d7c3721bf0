import type { GradePageProps } from './grade-page.tsx'

/** The button by which the person makes the assessment theirs, where they may. */
export function TakeForm({ texts, assessment, whose, reason }: GradePageProps) {
  const { reopen, takeOver, takeUp, why } = texts.grading.take
  if (whose === 'mine' || whose === 'read-only') return null
  if (whose !== 'reopen')
    return (
      <form method="post" action={`/grade/${assessment.id}/${whose}`} class="buttons">
        <button class="main">{whose === 'take-over' ? takeOver : takeUp}</button>
      </form>
    )
  return (
    <form method="post" action={`/grade/${assessment.id}/reopen`} class="buttons">
      <label>
        {why} <input name="reason" maxLength={500} value={reason} required />
      </label>
      <button>{reopen}</button>
    </form>
  )
}
