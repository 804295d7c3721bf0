import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { isRightOfService, type Operation } from '@course-grading/contracts/operation/operation'
import { describe, expect, it } from 'vitest'
import { subjects } from './subjects.ts'

describe('the subjects of operations for people', () => {
  it('are each asked for with a right that its finder knows', () => {
    const pairs = Object.values<Operation>(frontendInternal.operations)
      .filter(({ allow }) => !isRightOfService(allow))
      .map(({ subject, allow }) => [subject ?? allow, allow] as const)
    const rightsOf = Map.groupBy(pairs, ([subject]) => subject)
    const found = [...rightsOf].map(([subject, its]) => [
      subject,
      [...new Set(its.map(([, allow]) => allow))].toSorted(),
    ])
    expect(Object.fromEntries(found)).toEqual({
      signed_in: ['signed_in'],
      member: ['member'],
      grader: ['grader'],
      grader_or_self: ['grader_or_self'],
      grader_or_student: ['grader_or_student'],
      teacher: ['teacher'],
      course_by_slug: ['member'],
      course_in_body: ['teacher'],
      exercise: ['grader', 'teacher'],
      submission: ['grader', 'grader_or_submitter'],
      assessment: ['grader', 'own_grader', 'teacher'],
      feedback: ['grader'],
      snippet: ['grader'],
      rubric: ['grader', 'teacher'],
      delivery: ['teacher'],
      parked_draft: ['owner'],
      own_feedback: ['owner'],
    })
    expect(Object.keys(subjects).toSorted()).toEqual([...rightsOf.keys()].toSorted())
  })
})
