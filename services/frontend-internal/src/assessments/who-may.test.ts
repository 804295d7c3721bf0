import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { Operation } from '@course-grading/contracts/operation/operation'
import type { CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import { describe, expect } from 'vitest'
import { completeScores } from './assessments.fixture.ts'
import { changeSettings } from '../settings/settings.fixture.ts'
import { itOnExamples as it, type TestService } from '../service-test.fixture.ts'

describe('an assessment in progress', () => {
  it.for(people())(
    'gives %s what the specification says',
    async ([_who, given, verdicts], { service, assessments }) => {
      const { userId, isHolder = false, isSubmitter = false, isRemoved = false } = given
      const session = await service.signIn(userId)
      const holderId = isHolder ? userId : userId === 101 ? 103 : 101
      const place = () => assessments.placed({ holderId, scores: completeScores }, isSubmitter ? [userId] : [])
      // A person who may do nothing changes nothing, so one assessment is enough.
      const mayNothing = Object.keys(verdicts).length === 1
      const only = await place()
      const before = await assessments.rowOf(only)
      const { graders } = await service.read<CourseSettingsUpdate>('/courses/11/settings')
      if (isRemoved) await changeSettings(service, { graders: graders.filter((each) => each.userId !== userId) })
      const statuses: Record<string, number> = {}
      for (const [name, operation] of operations)
        statuses[name] = await ask(service, operation, mayNothing ? only : await place(), session)
      if (isRemoved) await changeSettings(service, { graders })
      expect(await assessments.rowOf(only)).toEqual(before)
      const expected = operations.map(([name]) => [name, verdicts[name] ?? verdicts.others])
      expect(statuses).toEqual(Object.fromEntries(expected))
    },
  )
})

/** Each operation about an assessment by its id. */
const operations = Object.entries<Operation>(frontendInternal.operations).filter(
  ([, { subject, path }]) => subject === 'assessment' && path.includes('{id}'),
)

/**
 * The statuses that a person gets from operations about an assessment in progress, whose work is in English. `others` is for
 * all operations that are not listed.
 */
interface Verdicts {
  readonly others: number
  readonly [operation: string]: number
}

async function ask(service: TestService, operation: Operation, id: string, session: string): Promise<number> {
  const { method, path, ifMatch, body } = operation
  const example = operation.example as { readonly body?: unknown; readonly query?: Record<string, unknown> }
  const reply = await service.request(method.toUpperCase(), path.replace('{id}', id), {
    session,
    ...(ifMatch !== undefined && { ifMatch: '"1"' }),
    ...(body !== undefined && { body: example.body ?? {} }),
    ...(method === 'patch' && { headers: { 'Content-Type': 'application/merge-patch+json' } }),
  })
  if (reply.ok) expect(reply.headers.get('x-assessment-revision')).toMatch(/^\d+$/)
  return reply.status
}

type Case = readonly [
  who: string,
  given: { readonly userId: number; readonly isHolder?: true; readonly isSubmitter?: true; readonly isRemoved?: true },
  verdicts: Verdicts,
]

function people(): readonly Case[] {
  const ofReaders = { getAssessment: 200, takeOverClaim: 403, restartAssessment: 403, revealSubmitters: 403 }
  return [
    [
      'the holder',
      { userId: 103, isHolder: true },
      {
        ...ofReaders,
        patchAssessment: 204,
        extendClaim: 200,
        releaseClaim: 204,
        postponeAssessment: 204,
        completeAssessment: 200,
        listAssessmentHistory: 200,
        reopenAssessment: 409,
        others: 0,
      },
    ],
    [
      'a teacher who does not hold it',
      { userId: 101 },
      {
        getAssessment: 200,
        listAssessmentHistory: 200,
        takeOverClaim: 200,
        restartAssessment: 200,
        revealSubmitters: 200,
        releaseClaim: 204,
        others: 409,
      },
    ],
    [
      'another grader who may read it',
      { userId: 103 },
      { ...ofReaders, listAssessmentHistory: 403, reopenAssessment: 403, others: 409 },
    ],
    ['a grader whose restriction does not admit the work', { userId: 102 }, { others: 404 }],
    [
      'the holder, who is no longer a grader of the course',
      { userId: 103, isHolder: true, isRemoved: true },
      { others: 403 },
    ],
    [
      'the holder, who is found to have handed in the work',
      { userId: 103, isHolder: true, isSubmitter: true },
      { others: 403 },
    ],
    ['the student who handed it in', { userId: 203, isSubmitter: true }, { others: 403 }],
    ['a teacher of another course', { userId: 104 }, { others: 404 }],
    ['a superuser of the learning platform', { userId: 1 }, { others: 404 }],
  ]
}
