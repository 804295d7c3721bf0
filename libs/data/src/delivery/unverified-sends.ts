import { verificationAfterScheduleS } from '@course-grading/domain/delivery/delivery-state'
import type { UpstreamStatus } from '@course-grading/domain/delivery/submission-detail'
import type { ShownGrade } from '@course-grading/domain/delivery/verification-verdict'
import { sql } from 'slonik'
import type { Db } from '../db/db.ts'
import { write } from '../db/row.ts'
import { texts, uuids } from '../db/sql-arrays.ts'
import type { LeaseKey } from './lease-delivery.ts'
import { isOvertaken } from './standing-queries.ts'

export interface ListedGrade {
  readonly deliveryId: string
  readonly status: UpstreamStatus
  readonly grade: number
}

/** The verification after a send failed: it is made again as scheduled, or no longer. */
export async function repeatVerificationAfter(db: Db, deliveryId: string): Promise<void> {
  await db.query(write('repeatVerificationAfter')`
    UPDATE delivery
    SET standing_verifications = delivery.standing_verifications + 1,
      standing_verification_at = CASE WHEN delivery.standing_verifications < ${verificationAfterScheduleS.length}::integer THEN
        greatest(clock_timestamp(), delivery.delivered_at
          + make_interval(secs => (${sql.array([...verificationAfterScheduleS], 'float8')})[delivery.standing_verifications + 1])) END
    WHERE delivery.id = ${deliveryId}::uuid AND delivery.standing = 'unknown' AND delivery.standing_verification_at IS NOT NULL
  `)
}

/** The verification was made again too late: the platform shows another send, or none. Whether our grade stands remains unknown. */
export async function recordShownUpstream(
  db: Db,
  { deliveryId, epoch, shown }: LeaseKey & { readonly shown: ShownGrade },
): Promise<void> {
  await db.query(write('recordShownUpstream')`
    UPDATE delivery
    SET upstream_at = clock_timestamp(), upstream_status = ${shown.status}, upstream_grade = ${shown.grade}::numeric,
      upstream_late_penalty = ${shown.latePenalty}::float8, standing_verification_at = NULL
    WHERE delivery.id = ${deliveryId}::uuid AND delivery.epoch = ${epoch}::integer AND delivery.state = 'delivered'
      AND delivery.standing = 'unknown'
  `)
}

/** Records what a reading that began at `readAt` shows, where nothing else is known. Only rows that differ are written. */
export async function recordListedGrades(db: Db, readAt: string, grades: readonly ListedGrade[]): Promise<void> {
  await db.query(write('recordListedGrades')`
    WITH target AS (
      SELECT delivery.id, shown.status, shown.grade
      FROM unnest(
        ${uuids(grades.map(({ deliveryId }) => deliveryId))}, ${texts(grades.map(({ status }) => status))},
        ${sql.array(
          grades.map(({ grade }) => grade),
          'numeric',
        )}
      ) AS shown (id, status, grade)
      JOIN delivery ON delivery.id = shown.id
      WHERE delivery.state = 'delivered' AND delivery.standing = 'unknown'
        AND (delivery.upstream_at IS NULL OR delivery.upstream_at < ${readAt}::timestamptz)
        AND (delivery.upstream_status, delivery.upstream_grade) IS DISTINCT FROM (shown.status, shown.grade) AND NOT ${isOvertaken}
      ORDER BY delivery.ordinal
      FOR NO KEY UPDATE OF delivery
    )
    UPDATE delivery
    SET upstream_at = ${readAt}::timestamptz, upstream_status = target.status, upstream_grade = target.grade, upstream_late_penalty = NULL,
      updated_at = clock_timestamp()
    FROM target
    WHERE delivery.id = target.id AND delivery.state = 'delivered' AND delivery.standing = 'unknown'
  `)
}
