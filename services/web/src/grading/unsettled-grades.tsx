import { formatOutOf } from '../islands/display/formats.ts'
import { RowTable } from '../layout/row-table.tsx'
import { deliveriesPath, deliveryPath } from '../delivery/shown-list.ts'
import { noteOn, whoOf } from '../delivery/state-note.tsx'
import type { Locale, Texts } from '../texts/texts.ts'
import type { Unsettled } from './find-unsettled.ts'

interface UnsettledGradesProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly courseId: number
  readonly unsettled: Unsettled
}

/** Names whose grade has not arrived for sure, why, and who can decide about it: the reader, who teaches the course. */
export function UnsettledGrades({ texts, locale, courseId, unsettled }: UnsettledGradesProps) {
  const { deliveries, unsent, more } = unsettled
  const { unsettled: words, notes } = texts.release
  const rows = [
    ...deliveries.map((delivery) => ({
      ...delivery,
      who: <a href={deliveryPath(delivery.id)}>{whoOf(delivery, texts)}</a>,
      why: noteOn({ texts, locale, delivery }),
    })),
    ...unsent.map((row) => ({
      ...row,
      id: row.submissionId,
      who: row.submitters.map(({ fullName }) => fullName).join(', '),
      why: row.gone ? notes.gone : notes.undeliverable,
    })),
  ]
  if (rows.length + more === 0) return null
  return (
    <section class="card">
      <h2>{words.title}</h2>
      {deliveries.length > 0 && (
        <p>
          {words.decide} <a href={deliveriesPath(courseId)}>{texts.deliveries.title}</a>
        </p>
      )}
      {rows.length > 0 && (
        <RowTable
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { title: texts.queue.who, cell: ({ who }) => who },
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
