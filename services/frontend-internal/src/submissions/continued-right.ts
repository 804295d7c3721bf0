import { findLiveSession } from '@course-grading/data/sessions/use-session'
import { DatabaseUnavailable } from '@course-grading/domain/errors/database-unavailable'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { type CourseMember, type MemberDeps, requireMember } from '../access/course-member.ts'
import { createSessionCaller, type SessionCaller } from '../deps/session-caller.ts'
import type { Deps } from '../deps/deps.ts'

type ContinuedRightDeps = MemberDeps & Pick<Deps, 'database' | 'sealer' | 'logger' | 'sessionTimes' | 'archiveCheckMs'>

interface LongRequest {
  readonly caller: SessionCaller
  readonly requestId: string
  readonly gone: () => AbortSignal
}

/** The right of a reader whose reply takes longer than a decision about the right is valid. */
interface ContinuedRight {
  /** Checks session and right again, without renewing the session. @throws DomainError, if session or right is gone; UpstreamError */
  readonly ask: () => Promise<CourseMember>
  readonly signal: AbortSignal
  readonly end: () => void
}

const checkMs = 30_000

/** An error of the database says nothing of the right, so it does not end the reply. */
const isOfDatabase = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || (error instanceof DomainError && error.code === 'overloaded')

/** Checks session and right at least every 30 s, until `end` is called. */
export function createContinuedRight(
  deps: ContinuedRightDeps,
  { caller, requestId, gone }: LongRequest,
  courseId: number,
): ContinuedRight {
  const lost = new AbortController()
  const { sessionId } = caller.session
  const ask = async (): Promise<CourseMember> => {
    try {
      const session = await findLiveSession(deps.database, { sessionId, idleS: deps.sessionTimes.idleS })
      if (session === null) throw new DomainError('forbidden')
      const again = { caller: createSessionCaller(session, deps), requestId, deadline: gone }
      return await requireMember(deps, again, courseId, ({ isTeacher, grader }) => isTeacher || grader !== null)
    } catch (error) {
      if (!isOfDatabase(error)) lost.abort(error)
      throw error
    }
  }
  const timer = setInterval(() => void ask().catch(() => {}), deps.archiveCheckMs ?? checkMs).unref()
  return { ask, signal: AbortSignal.any([gone(), lost.signal]), end: () => clearInterval(timer) }
}
