import type { SealedRows } from '@course-grading/jobs/reseal-all'
import {
  beforeFirstSession,
  countSessionsByKey,
  listSealedSessions,
  lockSessionsToReseal,
  resealSessions,
  type SealedSession,
} from '@course-grading/data/sessions/reseal-queries'
import { sessionTokenContext } from '@course-grading/sealing'

const afterId = (after: SealedSession | undefined): string => after?.sessionId ?? beforeFirstSession

export const sealedSessions: SealedRows<SealedSession> = {
  countByKey: countSessionsByKey,
  list: (database, after, batch) => listSealedSessions(database, { afterSessionId: afterId(after), batch }),
  lock: (tx, after, batch, keyId) => lockSessionsToReseal(tx, { afterSessionId: afterId(after), batch, keyId }),
  write: resealSessions,
  sealedOf: ({ sealedToken }) => sealedToken,
  contextOf: sessionTokenContext,
}
