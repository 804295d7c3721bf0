import type { Boundary, Operation, Subject } from '@course-grading/contracts/operation/operation'
import type { FakeUpstream } from '@course-grading/test-fake-upstream'
import type { DemoPerson } from './demo-people.ts'
import {
  exampleRequest,
  problemIn,
  sendHead,
  sendWire,
  targetOf,
  type WireReply,
  type WireRequest,
} from './wire-request.ts'
import type { Socket } from 'node:net'

/** The secret of a service, where the boundary has one. */
interface BoundarySecret {
  readonly header: string
  readonly current: string
  /** The previous secret, which is valid too. */
  readonly previous: string
  readonly problem: string
}

/** The credential of a person, where people call the boundary. */
interface BoundaryCredential {
  /** The value of `Authorization` for a user of the demo world. */
  readonly of: (userId: number) => Promise<string>
  readonly problem: string
  /** Invalid values, each with its problem if that is not the usual one. Null sends no header. */
  readonly wrong: () => Promise<readonly WrongCredential[]>
}

interface WrongCredential {
  readonly title: string
  readonly value: string | null
  readonly problem?: string
}

/** A boundary of a running service with the demo world, for which every example of the contract is a valid request. */
export interface TestedBoundary {
  readonly boundary: Boundary
  readonly url: () => string
  readonly secret?: BoundarySecret
  readonly credential?: BoundaryCredential
  /** Subjects whose existence is hidden from those who do not belong to their course. */
  readonly hidden?: readonly Subject[]
  /** Subjects whose existence is hidden from everybody but graders and those who handed it in. */
  readonly hiddenFromMembers?: readonly Subject[]
  /** Subjects whose existence is hidden from everybody but graders. */
  readonly hiddenFromStudents?: readonly Subject[]
  /** The code of an `If-Match` that is not a revision. */
  readonly malformedIfMatch: string
  /** The URL of the same service with fixture tooling off. */
  readonly urlWithoutFixtures?: () => string
}

export type NamedOperation = readonly [name: string, operation: Operation]

/** The operations of a boundary for which the predicate holds, by name. */
export const operationsOf = (
  { operations }: Pick<Boundary, 'operations'>,
  fits: (operation: Operation) => boolean = () => true,
): NamedOperation[] => Object.entries(operations).filter(([, operation]) => fits(operation))

/** An assistant of course 11 who grades nothing there. */
export const addUnlistedAssistant = ({ world }: Pick<FakeUpstream, 'world'>): void =>
  world.setRole(11, 301, 'assistant')

/** Whether people call this operation. */
export const isOfPerson = ({ allow }: Operation): boolean => !['anybody', 'service', 'fixture_tooling'].includes(allow)

/** The example of an operation with all credentials. `userId` has every right in the demo course. */
export async function rightRequest(
  { secret, credential }: Pick<TestedBoundary, 'secret' | 'credential'>,
  operation: Operation,
  userId = 101,
): Promise<WireRequest> {
  const request = exampleRequest(operation)
  return {
    ...request,
    headers: {
      ...(secret && operation.allow !== 'anybody' && { [secret.header]: secret.current }),
      ...(credential && isOfPerson(operation) && { Authorization: await credential.of(userId) }),
      ...request.headers,
    },
  }
}

/** Sends a request of an operation. */
export const send = (
  { boundary, url }: Pick<TestedBoundary, 'boundary' | 'url'>,
  operation: Operation,
  request: WireRequest,
): Promise<WireReply> => sendWire(`${url()}${boundary.prefix}${targetOf(operation, request)}`, request)

/** As `send`, but `breakOff` gets the socket in place of a body. */
export const sendWithoutBody = (
  { boundary, url }: Pick<TestedBoundary, 'boundary' | 'url'>,
  operation: Operation,
  request: WireRequest,
  breakOff: (socket: Socket) => void,
): Promise<WireReply> => sendHead(`${url()}${boundary.prefix}${targetOf(operation, request)}`, request, breakOff)

/** The status and code of a reply. */
export async function verdictOf(
  tested: Pick<TestedBoundary, 'boundary' | 'url'>,
  operation: Operation,
  request: WireRequest,
): Promise<readonly [status: number, code: string | undefined]> {
  const { status, code } = problemIn(await send(tested, operation, request))
  return [status, code]
}

/** Status and code of a problem of the boundary. */
export function verdict({ boundary: { problems } }: Pick<TestedBoundary, 'boundary'>, code: string): [number, string] {
  const problem = problems[code]
  if (problem === undefined) throw new Error(`${code} is no problem of this boundary`)
  return [problem.status, code]
}

/** The code of the problem that a person without the right gets. */
export function withoutRight(
  { hidden = [], hiddenFromMembers = [], hiddenFromStudents = [] }: TestedBoundary,
  operation: Operation,
  { has }: DemoPerson,
): string {
  const { subject, problems } = operation
  const isHidden =
    subject !== undefined &&
    ((hidden.includes(subject) && !has.includes('member')) ||
      (hiddenFromMembers.includes(subject) && !has.includes('grader_or_submitter')) ||
      (hiddenFromStudents.includes(subject) && !has.includes('grader')))
  return isHidden || !problems.includes('forbidden') ? 'not_found' : 'forbidden'
}
