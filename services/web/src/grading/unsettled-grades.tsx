import type { Delivery } from '@course-grading/contracts/delivery/delivery'
import { formatOutOf, formatPoints } from '../islands/display/formats.ts'
import { TimeIn } from '../islands/display/time.tsx'
import type { ComponentChildren } from 'preact'
import { RowTable } from '../layout/row-table.tsx'
import type { Locale, Texts } from '../texts/texts.ts'
import type { Unsettled } from './find-unsettled.ts'

interface UnsettledGradesProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly unsettled: Unsettled
}

/** Names whose grade has not arrived for sure, why, and who can decide about it: the reader, who teaches the course. */
export function UnsettledGrades({ texts, locale, unsettled: { deliveries, unsent, more } }: UnsettledGradesProps) {
  const { unsettled: words, notes } = texts.release
  const rows = [
    ...deliveries.map((delivery) => ({ ...delivery, why: whyOf(delivery, texts, locale) })),
    ...unsent.map((row) => ({ ...row, id: row.submissionId, why: row.gone ? notes.gone : notes.undeliverable })),
  ]
  if (rows.length + more === 0) return null
  return (
    <section class="card">
      <h2>{words.title}</h2>
      {deliveries.length > 0 && <p>{words.decide}</p>}
      {rows.length > 0 && (
        <RowTable
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { title: texts.queue.who, cell: ({ submitters }) => submitters.map(({ fullName }) => fullName).join(', ') },
            { title: words.why, cell: ({ why }) => why },
            {
              title: texts.queue.points,
              isNumber: true,
              cell: ({ points, maxPoints }) => points !== null && formatOutOf(locale, points, maxPoints),
            },
          ]}
        />
      )}
      {more > 0 && <p class="quiet">{words.more(more)}</p>}
    </section>
  )
}

function whyOf({ state, sends, seenUpstream }: Delivery, texts: Texts, locale: Locale): ComponentChildren {
  const { ambiguous, notSeen, gradedElsewhere, kinds, refused } = texts.release.unsettled
  if (state === 'ambiguous')
    return seenUpstream === null ? (
      ambiguous
    ) : (
      <TimeIn text={(time) => `${ambiguous} ${notSeen(time)}`} at={seenUpstream.at} />
    )
  const last = sends.at(-1)
  const kind = last?.kind ?? ''
  const theirs = seenUpstream?.grade ?? null
  if (kind === 'graded_elsewhere' && theirs !== null) return gradedElsewhere(formatPoints(locale, theirs))
  if (kind === 'verification_refused' && last?.status === 404) return texts.release.notes.gone
  return Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds] : refused
}
