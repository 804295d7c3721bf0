import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { FeedbackDocument } from '@course-grading/contracts/feedback/feedback-document'
import type { SubmissionContent } from '@course-grading/contracts/submissions/submission-content'
import { formatPoints, formatTime } from '../layout/formats.ts'
import { nameOfExercise } from '../layout/names.ts'
import type { Locale, Texts } from '../texts/texts.ts'
import type { Difference } from './differences.ts'
import type { Drawn, FormState } from './form-state.ts'
import { FeedbackFields } from './feedback-fields.tsx'
import { fieldNames } from './grading-fields.ts'
import type { Gap } from './refusal-of.ts'
import { RubricFields } from './rubric-fields.tsx'
import { TakeForm } from './take-form.tsx'
import type { WhosePage } from './whose-page.ts'
import { Work } from './work.tsx'

/** Why the page was drawn again instead of going on. */
export interface Refusal {
  readonly message: string
  /** What is missing or wrong, a sentence each. */
  readonly gaps: readonly Gap[]
  /** Where somebody else's text stands beside what was typed. */
  readonly differences: readonly Difference[]
}

export interface GradePageProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly assessment: Assessment
  readonly feedback: FeedbackDocument
  readonly content: SubmissionContent | null
  readonly drawn: Drawn
  readonly typed: FormState
  readonly isImmediate: boolean
  readonly refusal: Refusal | null
  /** Whether the page follows a save. */
  readonly isSaved: boolean
  /** Why it is postponed, as it was typed. */
  readonly note: string
  /** Why it is opened again, as it was typed. */
  readonly reason: string
  readonly whose: WhosePage
}

/** For whoever writes it, the whole page is one form: it works without scripts, and saves by its buttons. */
export function GradePage(props: GradePageProps) {
  const { assessment, drawn, whose } = props
  if (whose !== 'mine')
    return (
      <div class="grading">
        <Parts {...props} isReadOnly />
        <footer class="bar">
          <Total {...props} />
          <TakeForm {...props} />
        </footer>
      </div>
    )
  return (
    <form method="post" action={`/grade/${assessment.id}`} class="grading">
      <input type="hidden" name={fieldNames.drawn} value={JSON.stringify(drawn)} />
      <Parts {...props} isReadOnly={false} />
      <footer class="bar">
        <Total {...props} />
        <Buttons {...props} />
      </footer>
    </form>
  )
}

function Parts({
  texts,
  locale,
  assessment,
  feedback,
  content,
  typed,
  refusal,
  isSaved,
  isReadOnly,
}: GradePageProps & { readonly isReadOnly: boolean }) {
  const { who, handedIn, gone, readOnly, saved } = texts.grading
  const gaps = refusal?.gaps ?? []
  const { state, holder } = assessment
  return (
    <>
      <header>
        <h1>{assessment.submitters.map(({ fullName }) => fullName).join(', ') || who}</h1>
        <p class="quiet small">
          {nameOfExercise(assessment, texts, locale)} · {handedIn(formatTime(locale, assessment.submittedAt))}
          {assessment.tagSlugs.map((slug) => (
            <span key={slug} class="tag">
              {slug}
            </span>
          ))}
        </p>
        {assessment.gone && <p class="tag warn">{gone}</p>}
        {isReadOnly && (
          <p class="tag">
            {state === 'completed' ? readOnly.completed : holder ? readOnly.heldBy(holder.fullName) : readOnly.waiting}
          </p>
        )}
        {isSaved && <output class="tag good">{saved}</output>}
        {refusal && <RefusalNotice refusal={refusal} texts={texts} />}
      </header>
      <div class="columns">
        <Work texts={texts} submissionId={assessment.submissionId} content={content} feedback={feedback} />
        <div class="judging">
          <RubricFields
            texts={texts}
            locale={locale}
            assessment={assessment}
            typed={typed}
            isReadOnly={isReadOnly}
            gaps={gaps}
          />
          <FeedbackFields texts={texts} feedback={feedback} typed={typed} isReadOnly={isReadOnly} gaps={gaps} />
        </div>
      </div>
    </>
  )
}

function RefusalNotice({
  refusal: { message, gaps, differences },
  texts,
}: {
  readonly refusal: Refusal
  readonly texts: Texts
}) {
  const { mine, theirs } = texts.grading
  return (
    <div class="notice" role="alert">
      <p>{message}</p>
      {gaps.length > 0 && (
        <ul>
          {gaps.map(({ path, text }) => (
            <li key={path}>{text}</li>
          ))}
        </ul>
      )}
      {differences.map(({ name, own, other }) => (
        <fieldset key={name}>
          <legend>{name}</legend>
          <p>
            <b>{mine}</b> {own}
          </p>
          <p>
            <b>{theirs}</b> {other}
          </p>
        </fieldset>
      ))}
    </div>
  )
}

function Total({ texts, locale, assessment }: GradePageProps) {
  const { total, inPlatform } = texts.grading
  const { outOf } = texts.feedback
  const points = (value: number): string => formatPoints(locale, value)
  return (
    <span class="number">
      {total} <b>{outOf(points(assessment.points), points(assessment.maxPoints))}</b>
      {assessment.upstreamPoints !== null && (
        <span class="quiet small">
          {' '}
          {inPlatform(points(assessment.upstreamPoints), points(assessment.upstreamMaxPoints))}
        </span>
      )}
    </span>
  )
}

function Buttons({ texts, assessment, isImmediate, note: typedNote }: GradePageProps) {
  const { buttons, note } = texts.grading
  return (
    <span class="buttons">
      <button name="action" value="save">
        {buttons.save}
      </button>
      {!assessment.gone && (
        <button class="main" name="action" value="complete">
          {isImmediate ? buttons.completeAndSend : buttons.complete}
        </button>
      )}
      <button name="action" value="handBack">
        {buttons.handBack}
      </button>
      <label>
        {note} <input name="note" maxLength={500} value={typedNote} />
      </label>
      <button name="action" value="postpone">
        {buttons.postpone}
      </button>
    </span>
  )
}
