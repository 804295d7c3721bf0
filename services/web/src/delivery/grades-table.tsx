import { formatOutOf, formatPercent, formatPoints } from '../islands/display/formats.ts'
import { Time, TimeIn } from '../islands/display/time.tsx'
import { RowTable } from '../layout/row-table.tsx'
import type { DeliveryProps } from './state-note.tsx'

/** Our grade, and what A+ showed beside it. */
export function GradesTable({ texts, locale, delivery }: DeliveryProps) {
  const { title, ours, seen, arrived, none, when, statuses, late } = texts.deliveries.grades
  const { points, maxPoints, grader, createdAt, seenUpstream, upstream } = delivery
  const rows = [
    { key: 'ours', whose: ours, points: formatOutOf(locale, points, maxPoints), by: grader.fullName, at: createdAt },
    seenUpstream && {
      key: 'seen',
      whose: <TimeIn text={seen} at={seenUpstream.at} />,
      points: seenUpstream.grade === null ? none : formatPoints(locale, seenUpstream.grade),
      by: seenUpstream.grader?.fullName,
      at: seenUpstream.gradingTime,
    },
    upstream && {
      key: 'arrived',
      whose: <TimeIn text={arrived} at={upstream.at} />,
      points: formatPoints(locale, upstream.grade),
      status: [
        statuses[upstream.status],
        upstream.latePenalty !== null && upstream.latePenalty > 0 && late(formatPercent(locale, upstream.latePenalty)),
      ]
        .filter((part) => part !== false)
        .join(', '),
    },
  ].filter((row) => row !== null)
  return (
    <RowTable
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { title, cell: ({ whose }) => whose },
        { title: texts.queue.points, isNumber: true, cell: (row) => row.points },
        { title: texts.release.gradedBy, cell: ({ by }) => by },
        // A+ writes its times itself.
        { title: when, cell: ({ at }) => at && (Number.isNaN(Date.parse(at)) ? at : <Time at={at} />) },
        { title: texts.release.inPlatform, cell: ({ status }) => status },
      ]}
    />
  )
}
