import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import { uncountedStatuses } from '@course-grading/domain/delivery/uncounted-status'
import { formatOutOf, formatPoints, languageName } from '../islands/display/formats.ts'
import { Time, TimeIn } from '../islands/display/time.tsx'
import { nameOfExercise } from '../layout/names.ts'
import { type Column, RowTable } from '../layout/row-table.tsx'
import { UpstreamNote } from '../layout/upstream-note.tsx'
import type { Locale, Texts } from '../texts/texts.ts'
import { queuePath } from './grade-next.ts'

interface SubmissionRowsProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly rows: readonly SubmissionRow[]
  /** Of an exercise, to be taken up; or of a course, to be found. */
  readonly of: 'exercise' | 'course'
}

export function SubmissionRows({ texts, locale, rows, of }: SubmissionRowsProps) {
  const { who, handedIn, attempt, language, points } = texts.queue
  const known: Columns = {
    who: { title: who, cell: (row) => namesOf(row, texts) },
    handedIn: { title: handedIn, cell: ({ submittedAt }) => <Time at={submittedAt} /> },
    attempt: { title: attempt, isNumber: true, cell: (row) => row.attempt },
    language: { title: language, cell: (row) => row.language && languageName(locale, row.language) },
    points: { title: points, isNumber: true, cell: (row) => pointsOf(row, texts, locale) },
  }
  const columns = of === 'exercise' ? queueColumns : courseColumns
  return <RowTable rows={rows} keyOf={({ submissionId }) => submissionId} columns={columns(known, texts, locale)} />
}

type Columns = Readonly<Record<'who' | 'handedIn' | 'attempt' | 'language' | 'points', Column<SubmissionRow>>>
type ColumnsOf = (
  known: Columns,
  texts: Texts,
  locale: Locale,
) => readonly [Column<SubmissionRow>, ...Column<SubmissionRow>[]]

const queueColumns: ColumnsOf = ({ who, handedIn, attempt, language, points }, texts, locale) => {
  const { automatic, heldBy, assessment, takeUp, open } = texts.queue
  return [
    {
      ...who,
      cell: (row) => (
        <>
          {namesOf(row, texts)} <Marks texts={texts} row={row} words={texts.queue} />
        </>
      ),
    },
    handedIn,
    attempt,
    language,
    {
      title: automatic,
      isNumber: true,
      cell: ({ autoPoints }) => autoPoints !== null && formatPoints(locale, autoPoints),
    },
    points,
    { title: heldBy, cell: (row) => heldUntil(row, texts) },
    {
      title: assessment,
      isNumber: true,
      isPlain: true,
      cell: (row) =>
        row.mayClaim ? (
          <form method="post" action={`${queuePath(row)}/submissions/${row.submissionId}/take-up`}>
            <button>
              {takeUp} <RowName texts={texts} row={row} />
            </button>
          </form>
        ) : (
          row.assessment && (
            <a href={`/grade/${row.assessment.id}`}>
              {open} <RowName texts={texts} row={row} />
            </a>
          )
        ),
    },
  ]
}

const courseColumns: ColumnsOf = ({ who, handedIn, attempt, language, points }, texts, locale) => {
  const { state, states, grader, inPlatform } = texts.submissions
  return [
    {
      ...who,
      cell: (row) => (
        <a href={`/submissions/${row.submissionId}`}>
          {namesOf(row, texts)}
          <span class="visually-hidden">
            {['', nameOfExercise(row, texts, locale), ...attemptOf(row, texts)].join(', ')}
          </span>
        </a>
      ),
    },
    { title: texts.queue.exerciseTitle, cell: (row) => nameOfExercise(row, texts, locale) },
    attempt,
    handedIn,
    language,
    {
      title: state,
      cell: (row) => (
        <>
          {row.state !== 'gone' && row.state !== 'superseded' && `${states[row.state]} `}
          <Marks texts={texts} row={row} words={states} />
        </>
      ),
    },
    { title: grader, cell: (row) => heldUntil(row, texts) ?? row.assessment?.grader.fullName },
    points,
    { title: inPlatform, isNumber: true, cell: ({ upstream }) => upstream && shownUpstream(upstream, texts, locale) },
  ]
}

const namesOf = ({ submitters }: SubmissionRow, { grading }: Texts): string =>
  submitters.map(({ fullName }) => fullName).join(', ') || grading.who

interface RowProps {
  readonly texts: Texts
  readonly row: SubmissionRow
}

/** Of a button or link, which may be heard apart from its row. One person may have handed in several times. */
function RowName({ texts, row }: RowProps) {
  return <span class="visually-hidden">{[namesOf(row, texts), ...attemptOf(row, texts)].join(', ')}</span>
}

const attemptOf = ({ attempt }: SubmissionRow, { grading }: Texts): string[] =>
  attempt === null || attempt === 1 ? [] : [grading.attempt(attempt)]

interface MarksProps extends RowProps {
  readonly words: Readonly<Record<'gone' | 'superseded', string>>
}

function Marks({ texts: { queue }, row: { gone, superseded, postponed }, words }: MarksProps) {
  const marks = [
    gone && words.gone,
    superseded && words.superseded,
    postponed !== null && (postponed.note === '' ? queue.postponed : queue.postponedFor(postponed.note)),
  ].filter((mark) => mark !== false)
  return (
    <>
      {marks.map((mark) => (
        <>
          <span class="tag warn long">{mark}</span>{' '}
        </>
      ))}
    </>
  )
}

function pointsOf(row: SubmissionRow, texts: Texts, locale: Locale) {
  if (row.points === null) return null
  return (
    <>
      {formatOutOf(locale, row.points, row.maxPoints)}
      <div>
        <UpstreamNote texts={texts} locale={locale} upstream={row.counted} given={row} />
      </div>
    </>
  )
}

/** What waits again after a claim ended is held by nobody. */
function heldUntil({ assessment, state }: SubmissionRow, texts: Texts) {
  if (state === 'waiting') return null
  const { holder = null, leaseExpiresAt = null } = assessment ?? {}
  if (holder === null) return null
  const { fullName } = holder
  if (leaseExpiresAt === null) return fullName
  return <TimeIn text={(time) => texts.queue.until(fullName, time)} at={leaseExpiresAt} />
}

/** What waits there has no grade yet. */
function shownUpstream({ status, grade }: NonNullable<SubmissionRow['upstream']>, texts: Texts, locale: Locale) {
  if (status === 'ready') return formatPoints(locale, grade)
  return uncountedStatuses.some((each) => each === status) && texts.submissions.notCounted
}
