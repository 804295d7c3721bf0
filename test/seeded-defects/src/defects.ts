import type { Defect } from './defect.ts'
import { archives } from './defects/archives.ts'
import { checkOrder } from './defects/check-order.ts'
import { claims } from './defects/claims.ts'
import { delivery } from './defects/delivery.ts'
import { deliveryDatabase } from './defects/delivery-database.ts'
import { deliveryReplies } from './defects/delivery-replies.ts'
import { deliverySlots } from './defects/delivery-slots.ts'
import { deliverySends } from './defects/delivery-sends.ts'
import { deliveryStanding } from './defects/delivery-standing.ts'
import { exerciseRace } from './defects/exercise-race.ts'
import { feedback } from './defects/feedback.ts'
import { frontendCourses } from './defects/frontend-courses.ts'
import { frontendSessions } from './defects/frontend-sessions.ts'
import { frontendSubmissions } from './defects/frontend-submissions.ts'
import { gradingBoundary } from './defects/grading-boundary.ts'
import { gradingCore } from './defects/grading-core.ts'
import { ifMatch } from './defects/if-match.ts'
import { jsonReader } from './defects/json-reader.ts'
import { logAllowlist } from './defects/log-allowlist.ts'
import { people } from './defects/people.ts'
import { revisionRace } from './defects/revision-race.ts'
import { serviceSecrets } from './defects/service-secrets.ts'
import { slowClients } from './defects/slow-clients.ts'
import { storedSessions } from './defects/stored-sessions.ts'
import { submissionStreams } from './defects/submission-streams.ts'
import { tokenCache } from './defects/token-cache.ts'
import { workerLife } from './defects/worker-life.ts'

/** Every defect, by its area. */
export const defects: Readonly<Record<string, readonly Defect[]>> = {
  'races for a revision': revisionRace,
  'races for an exercise': exerciseRace,
  'the token cache': tokenCache,
  'what may be logged and returned': logAllowlist,
  'the JSON reader': jsonReader,
  'If-Match': ifMatch,
  'the order of checks': checkOrder,
  'secrets of services': serviceSecrets,
  'slow clients': slowClients,
  'sessions and roles of the frontend': frontendSessions,
  'sessions at rest and on many processes': storedSessions,
  'courses, rosters and files of the frontend': frontendCourses,
  'submissions of the frontend': frontendSubmissions,
  'the queue and claims': claims,
  'the delivery of grades': [
    ...delivery,
    ...deliverySlots,
    ...deliveryReplies,
    ...deliverySends,
    ...deliveryStanding,
    ...workerLife,
  ],
  'the database behind deliveries': deliveryDatabase,
  'the boundary of the grader': gradingBoundary,
  'claims, assessments and releases': gradingCore,
  'feedback and what students see of it': feedback,
  'personal data': people,
  archives,
  'files and archives of submissions': submissionStreams,
}
