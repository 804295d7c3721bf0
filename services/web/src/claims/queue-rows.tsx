import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import { formatOutOf, formatPoints, languageName } from '../islands/display/formats.ts'
import { Time, TimeIn } from '../islands/display/time.tsx'
import { RowTable } from '../layout/row-table.tsx'
import { UpstreamNote } from '../layout/upstream-note.tsx'
import type { Locale, Texts } from '../texts/texts.ts'

interface QueueRowsProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly rows: readonly SubmissionRow[]
  readonly path: string
}

export function QueueRows({ texts, locale, rows, path }: QueueRowsProps) {
  const { who, handedIn, attempt, language, automatic, points, heldBy, assessment, takeUp, open } = texts.queue
  return (
    <RowTable
      rows={rows}
      keyOf={({ submissionId }) => submissionId}
      columns={[
        { title: who, cell: (row) => <Submitters texts={texts} row={row} /> },
        { title: handedIn, cell: ({ submittedAt }) => <Time at={submittedAt} /> },
        { title: attempt, isNumber: true, cell: (row) => row.attempt },
        { title: language, cell: (row) => row.language && languageName(locale, row.language) },
        {
          title: automatic,
          isNumber: true,
          cell: ({ autoPoints }) => autoPoints !== null && formatPoints(locale, autoPoints),
        },
        { title: points, isNumber: true, cell: (row) => pointsOf(row, texts, locale) },
        { title: heldBy, cell: (row) => heldUntil(row, texts) },
        {
          title: assessment,
          isNumber: true,
          isPlain: true,
          cell: (row) =>
            row.mayClaim ? (
              <form method="post" action={`${path}/submissions/${row.submissionId}/take-up`}>
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
      ]}
    />
  )
}

interface RowProps {
  readonly texts: Texts
  readonly row: SubmissionRow
}

/** Of a button or link, which may be heard apart from its row. One person may have handed in several times. */
function RowName({ texts: { grading }, row: { submitters, attempt } }: RowProps) {
  const names = submitters.map(({ fullName }) => fullName)
  const parts = attempt === null || attempt === 1 ? names : [...names, grading.attempt(attempt)]
  return <span class="visually-hidden">{parts.join(', ')}</span>
}

function Submitters({ texts: { queue }, row: { submitters, gone, superseded, postponed } }: RowProps) {
  const marks = [
    gone && queue.gone,
    superseded && queue.superseded,
    postponed !== null && (postponed.note === '' ? queue.postponed : queue.postponedFor(postponed.note)),
  ].filter((mark) => mark !== false)
  return (
    <>
      {submitters.map(({ fullName }) => fullName).join(', ')}{' '}
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
