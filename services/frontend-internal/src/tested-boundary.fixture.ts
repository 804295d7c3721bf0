import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { addUnlistedAssistant, type TestedBoundary } from '@course-grading/test-service'
import { placeAssessments } from './assessments/assessments.fixture.ts'
import { placeFeedback } from './feedback/feedback.fixture.ts'
import { placeDelivery } from './delivery/deliveries.fixture.ts'
import { placeMigrations, placeRubrics } from './rubrics/rubrics.fixture.ts'
import { frontendSecret, startTestService, type TestService } from './service.fixture.ts'
import { sessionRowsOf } from './sessions/session-rows.fixture.ts'
import { placeSnippet } from './snippets/snippets.fixture.ts'

const previous = 'the-secret-that-was-before-11111111111111'

/** Starts a service with the data that the examples of the contract need. */
export async function startServiceForExamples(): Promise<TestService> {
  const service = await startWithoutSnapshot()
  const taken = await service.send('POST', '/courses/11/snapshot/refresh')
  if (!taken.ok) throw new Error(`no snapshot: ${taken.status}`)
  return service
}

/** The same, except that nobody has read the course yet. */
export async function startWithoutSnapshot(): Promise<TestService> {
  const service = await startTestService({ FRONTEND_SECRET_PREVIOUS: previous })
  addUnlistedAssistant(service.upstream)
  await placeDelivery(service)
  await placeRubrics(service)
  await placeMigrations(service)
  await placeSnippet(service)
  await placeAssessments(service)
  await placeFeedback(service)
  return service
}

/** The boundary of a running service, for `testEveryOperation` and `itChecksInOrder`. Each user signs in once. */
export function frontendBoundary(service: () => TestService): TestedBoundary {
  const sessions = new Map<number, Promise<string>>()
  const bearer = (session: string): string => `Bearer ${session}`
  const signedOut = async (): Promise<string> => {
    const session = await service().signIn(101)
    await service().request('DELETE', '/session', { session })
    return session
  }
  const expired = async (): Promise<string> => {
    const session = await service().signIn(101)
    await sessionRowsOf(service()).age(session, 50_000)
    return session
  }
  let ended: Promise<readonly [signedOut: string, expired: string]> | undefined
  return {
    boundary: frontendInternal,
    url: () => service().url,
    secret: {
      header: 'X-Service-Frontend-Secret',
      current: frontendSecret,
      previous,
      problem: 'invalid_frontend_secret',
    },
    credential: {
      of: async (userId) => bearer(await sessions.getOrInsertComputed(userId, () => service().signIn(userId))),
      problem: 'invalid_session',
      wrong: async () => {
        ended ??= Promise.all([signedOut(), expired()])
        const [endedSession, expiredSession] = await ended
        return [
          { title: 'no session', value: null },
          { title: 'a malformed session', value: bearer('cgs_') },
          { title: 'a session that was signed out', value: bearer(endedSession) },
          { title: 'a session that expired', value: bearer(expiredSession), problem: 'session_expired' },
        ]
      },
    },
    hidden: [
      'course_by_slug',
      'delivery',
      'rubric',
      'snippet',
      'assessment',
      'parked_draft',
      'feedback',
      'own_feedback',
    ],
    hiddenFromMembers: ['submission'],
    hiddenFromStudents: ['feedback'],
    malformedIfMatch: 'malformed_if_match',
  }
}
