import { isRightOfService, type Right, type Subject } from '@course-grading/contracts/operation/operation'
import type { Authorization } from '@course-grading/http-kit'
import type { SessionCaller } from '../deps/session-caller.ts'
import type { Asked, SubjectDeps } from './asked.ts'
import { subjects } from './subjects.ts'

const finders: Partial<Readonly<Record<Subject | Right, (deps: SubjectDeps, asked: Asked) => Promise<unknown>>>> =
  subjects

/** Finds the subject of an operation for a person who has the required right; null for an operation without a subject. */
export function createAuthorize(deps: SubjectDeps) {
  return async ({
    operation: { subject, allow, method },
    params,
    body,
    caller,
    ...rest
  }: Authorization<SessionCaller>): Promise<unknown> => {
    if (caller === null || isRightOfService(allow)) return null
    const find = finders[subject ?? allow]
    if (find === undefined) throw new Error(`nothing finds the subject ${subject ?? allow}`)
    return await find(deps, { request: { caller, ...rest }, right: allow, isWrite: method !== 'get', params, body })
  }
}
