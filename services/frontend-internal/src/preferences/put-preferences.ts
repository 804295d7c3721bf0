import { writePreferences } from '@course-grading/data/preferences/preferences-queries'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { isTimeZone } from '@course-grading/domain/localisation/is-time-zone'
import type { FrontendHandler } from '../access/handler.ts'
import { preferencesOf } from './preferences-of.ts'

const unknownZone = { path: '$.timeZone', code: 'invalid_value', message: 'Must be an IANA time zone.' } as const

export const putPreferences: FrontendHandler<'putPreferences'> = async (
  {
    caller: {
      userId,
      session: { preferences },
    },
    body,
    expectedRevision,
  },
  { database },
) => {
  const { timeZone = preferencesOf(preferences).timeZone, ...others } = body
  if (timeZone !== null && !isTimeZone(timeZone)) throw new DomainError('validation_failed', { issues: [unknownZone] })
  // What a write leaves out stays as it is at the revision that the write is based on.
  if (body.timeZone === undefined && (preferences?.revision ?? 0) !== expectedRevision)
    throw new DomainError('revision_conflict')
  const document = JSON.stringify({ ...others, timeZone })
  const revision = await writePreferences(database, { userId, expectedRevision, document })
  if (revision === null) throw new DomainError('revision_conflict')
  return { status: 204, revision }
}
