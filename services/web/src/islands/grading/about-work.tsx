import { formatOutOf } from '../display/formats.ts'
import { TimeIn } from '../display/time.tsx'
import { fieldId } from './field-id.ts'
import type { GradingPage } from './grading-page.ts'
import { olderThan } from './older-attempt.ts'
import type { ShownAttempt } from './replies.ts'

interface AboutProps {
  readonly page: Pick<GradingPage, 'texts' | 'start' | 'typedOn' | 'typedReasons' | 'attempts'>
}

/** What a grader has to know before judging, or about what was judged. */
export function WorkMarks({ page: { texts, start } }: AboutProps) {
  const { postponed, superseded, newer, gradedBy, judgedBy, withdrawn } = texts.about
  const { assessment, feedback, shown, whose } = start
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
      {feedback.state === 'withdrawn' && <p class="tag warn">{withdrawn}</p>}
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

const steps = ['withdraw', 'publish', 'restart', 'reveal'] as const
type Step = (typeof steps)[number]

const stepsOf = ({ may }: GradingPage['start']): Step[] => steps.filter((step) => may[step])

/** Where more of the work is, and steps about it. Their fields belong to forms that stand beside the page's own form. */
export function AboutWork({ page }: AboutProps) {
  const { texts, start, typedReasons = {}, attempts = [] } = page
  const { title, history, delivery, files, attempts: allAttempts } = texts.about
  const { may, assessment, deliveryId } = start
  const older = olderThan(attempts, assessment.submissionId)
  const step = (form: Step) => (
    <div key={form}>
      <p class="small">{texts.about[form].what}</p>
      <span class="buttons">
        {(form === 'restart' || form === 'reveal') && (
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
        )}
        <button form={form}>{texts.about[form].button}</button>
      </span>
    </div>
  )
  return (
    <details class="about" open={Object.keys(typedReasons).length > 0}>
      <summary>{title}</summary>
      <p>
        <a href={`/submissions/${assessment.submissionId}/work.zip`}>{files}</a>{' '}
        <a href={`/grade/${assessment.id}/attempts`}>{allAttempts}</a>{' '}
        {older !== undefined && (
          <a href={`/grade/${assessment.id}/differences`}>{texts.differences.to(older.attempt)}</a>
        )}{' '}
        {may.readHistory && <a href={`/grade/${assessment.id}/history`}>{history}</a>}{' '}
        {deliveryId !== null && <a href={`/deliveries/${deliveryId}`}>{delivery}</a>}
      </p>
      {attempts.length > 1 && <Attempts texts={texts} start={start} attempts={attempts} />}
      {stepsOf(start).map(step)}
    </details>
  )
}

interface AttemptsProps extends Pick<GradingPage, 'texts' | 'start'> {
  readonly attempts: readonly ShownAttempt[]
}

function Attempts({ texts: { course, grading, submissions }, start: { locale, assessment }, attempts }: AttemptsProps) {
  return (
    <ul>
      {attempts.map(({ submissionId, attempt, submittedAt, state, points, maxPoints }) => (
        <li key={submissionId}>
          <a
            href={`/submissions/${submissionId}`}
            aria-current={submissionId === assessment.submissionId ? 'true' : undefined}
          >
            {attempt === null ? course.submission(submissionId) : grading.attempt(attempt)}
          </a>{' '}
          <TimeIn text={grading.handedIn} at={submittedAt} />
          {`, ${submissions.states[state]}`}
          {points !== null && `, ${formatOutOf(locale, points, maxPoints)}`}
        </li>
      ))}
    </ul>
  )
}

export function AboutForms({ page: { start } }: AboutProps) {
  const { assessment, feedback } = start
  return (
    <>
      {stepsOf(start).map((step) => (
        <form key={step} id={step} method="post" action={`/grade/${assessment.id}/${step}`} autoComplete="off" hidden>
          {(step === 'withdraw' || step === 'publish') && (
            // What the page showed, and nothing that changed meanwhile.
            <>
              <input type="hidden" name="feedback" value={feedback.id} />
              <input type="hidden" name="revision" value={feedback.revision} />
            </>
          )}
        </form>
      ))}
    </>
  )
}
