import type { MyClaim } from '@course-grading/contracts/claims/queue'
import { TimeIn } from '../islands/display/time.tsx'
import { nameOfExercise } from '../layout/names.ts'
import { RowTable } from '../layout/row-table.tsx'
import type { Locale, Texts } from '../texts/texts.ts'

interface MyWorkProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly claims: readonly MyClaim[]
}

/** What the person holds, and drafts that the person left when a claim ended. */
export function MyWork({ texts, locale, claims }: MyWorkProps) {
  const { held, lapsed, goOn, takeUpAgain, claim } = texts.course.drafts
  return (
    <RowTable
      rows={claims}
      keyOf={({ assessmentId }) => assessmentId}
      columns={[
        { title: texts.queue.who, cell: (row) => whoOf(row, texts) },
        { title: texts.queue.exerciseTitle, cell: (row) => nameOfExercise(row, texts, locale) },
        {
          title: claim,
          cell: ({ isHeld, leaseExpiresAt }) => (
            <span class={isHeld ? 'quiet' : 'tag warn long'}>
              {isHeld ? <TimeIn text={held} at={leaseExpiresAt} /> : lapsed}
            </span>
          ),
        },
        {
          title: texts.queue.open,
          isNumber: true,
          isPlain: true,
          cell: (row) => {
            const name = row.isHeld ? goOn : takeUpAgain
            return (
              <a
                class={row.isHeld ? 'button main' : 'button'}
                href={`/grade/${row.assessmentId}`}
                aria-label={`${name}: ${whoOf(row, texts)}`}
              >
                {name}
              </a>
            )
          },
        },
      ]}
    />
  )
}

/** The names are not there for somebody who may no longer read the submission. */
const whoOf = ({ submitters, submissionId }: MyClaim, texts: Texts): string =>
  submitters.map(({ fullName }) => fullName).join(', ') || texts.course.submission(submissionId)
