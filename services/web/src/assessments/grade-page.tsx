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
import { RubricFields } from './rubric-fields.tsx'
import { Work } from './work.tsx'

/** Why the page was drawn again instead of going on. */
export interface Refusal {
  readonly message: string
  /** What is missing or wrong, a sentence each. */
  readonly gaps: readonly string[]
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
  /** Whether the person may write. */
  readonly isHolder: boolean
}

/** The whole page is one form: it works without scripts, and saves by its buttons. */
export function GradePage(props: GradePageProps) {
  const { texts, locale, assessment, drawn, typed, isHolder, isSaved, refusal, content, feedback } = props
  const { who, handedIn, gone, readOnly, saved } = texts.grading
  return (
    <form method="post" action={`/grade/${assessment.id}`} class="grading">
      <input type="hidden" name={fieldNames.drawn} value={JSON.stringify(drawn)} />
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
        {!isHolder && <p class="tag">{readOnly(assessment.holder?.fullName ?? null)}</p>}
        {isSaved && <output class="tag good">{saved}</output>}
        {refusal && <RefusalNotice refusal={refusal} texts={texts} />}
      </header>
      <div class="columns">
        <Work texts={texts} content={content} feedback={feedback} />
        <div class="judging">
          <RubricFields texts={texts} locale={locale} assessment={assessment} typed={typed} isReadOnly={!isHolder} />
          <FeedbackFields texts={texts} feedback={feedback} typed={typed} isReadOnly={!isHolder} />
        </div>
      </div>
      <Bar {...props} />
    </form>
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
          {gaps.map((gap) => (
            <li key={gap}>{gap}</li>
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

function Bar({ texts, locale, assessment, isImmediate, isHolder, note: typedNote }: GradePageProps) {
  const { total, inPlatform, buttons, note } = texts.grading
  const { outOf } = texts.feedback
  const points = (value: number): string => formatPoints(locale, value)
  return (
    <footer class="bar">
      <span class="number">
        {total} <b>{outOf(points(assessment.points), points(assessment.maxPoints))}</b>
        {assessment.upstreamPoints !== null && (
          <span class="quiet small">
            {' '}
            {inPlatform(points(assessment.upstreamPoints), points(assessment.upstreamMaxPoints))}
          </span>
        )}
      </span>
      {isHolder && (
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
      )}
    </footer>
  )
}
