import type { Deps } from '../deps/deps.ts'
import type { CallerRequest } from '../deps/session-caller.ts'
import type { MemberDeps } from './course-member.ts'
import type { PersonalRight } from './rights.ts'

/** What a signed-in person asks for. `body` is undefined unless the operation's subject is `course_in_body`. */
export interface Asked {
  readonly request: CallerRequest
  readonly right: PersonalRight
  readonly isWrite: boolean
  readonly params: Readonly<Record<string, unknown>>
  readonly body: unknown
}

export type SubjectDeps = MemberDeps & Pick<Deps, 'database' | 'loadCourseSettings'>
