import { TimeIn } from '../display/time.tsx'
import { fieldId } from './field-id.ts'
import type { GradingPage } from './grading-page.ts'

interface AboutProps {
  readonly page: Pick<GradingPage, 'texts' | 'start' | 'typedOn' | 'typedReasons'>
}

/** What a grader has to know before judging, or about what was judged. */
export function WorkMarks({ page: { texts, start } }: AboutProps) {
  const { postponed, superseded, newer, gradedBy, judgedBy } = texts.about
  const { assessment, shown, whose } = start
  return (
    <>
      {assessment.postponed !== null && (
        <p class="tag warn">
          <TimeIn text={postponed} at={assessment.postponed.at} />
          {assessment.postponed.note !== '' && `: ${assessment.postponed.note}`}
        </p>
      )}
      {assessment.superseded && (
        <p class="tag warn">
          {superseded}{' '}
          {assessment.supersededBy !== null && <a href={`/submissions/${assessment.supersededBy}`}>{newer}</a>}
        </p>
      )}
      {whose !== 'mine' && (
        <p class="quiet small">
          {assessment.completedAt === null ? (
            judgedBy(shown.grader)
          ) : (
            <TimeIn text={(time) => gradedBy(shown.grader, time)} at={assessment.completedAt} />
          )}
        </p>
      )}
    </>
  )
}

/** Steps with a reason. Their fields belong to forms that stand beside the page's own form. */
export function AboutWork({ page }: AboutProps) {
  const { texts, start, typedReasons = {} } = page
  const { title, restart, reveal, history, delivery } = texts.about
  const { may, assessment, deliveryId } = start
  const step = (form: 'restart' | 'reveal', { what, button }: { readonly what: string; readonly button: string }) => (
    <div key={form}>
      <p class="small">{what}</p>
      <span class="buttons">
        <label>
          {texts.grading.take.why}{' '}
          {/* Without scripts a refused reason stands here again; the script leaves what it finds. */}
          <input
            id={fieldId(page, form)}
            name="reason"
            form={form}
            maxLength={500}
            required
            value={typedReasons[form]}
          />
        </label>
        <button form={form}>{button}</button>
      </span>
    </div>
  )
  if (!may.readHistory) return null
  return (
    <details class="about" open={Object.keys(typedReasons).length > 0}>
      <summary>{title}</summary>
      <p>
        <a href={`/grade/${assessment.id}/history`}>{history}</a>{' '}
        {deliveryId !== null && <a href={`/deliveries/${deliveryId}`}>{delivery}</a>}
      </p>
      {may.restart && step('restart', restart)}
      {may.reveal && step('reveal', reveal)}
    </details>
  )
}

export function AboutForms({ page: { start } }: AboutProps) {
  const { may, assessment } = start
  const steps = [may.restart && 'restart', may.reveal && 'reveal'].filter((step) => step !== false)
  return (
    <>
      {steps.map((step) => (
        <form key={step} id={step} method="post" action={`/grade/${assessment.id}/${step}`} autoComplete="off" hidden />
      ))}
    </>
  )
}
