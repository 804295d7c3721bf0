import { checkCallbackUrl } from '@course-grading/domain/delivery/callback-url'
import { gradeForm } from '@course-grading/domain/delivery/grade-form'
import { describe, expect, it } from 'vitest'
import { callbackUrlOf, originOf, resultOf } from './bench-submissions.ts'

const origins = ['http://127.0.0.1:1', 'https://127.0.0.1:2', 'https://127.0.0.1:3']
const allowed = origins.map((origin) => ({ pattern: `${origin}/submissions/*/grader`, cidr: '127.0.0.1/32' }))

describe('the submissions of the benchmark', () => {
  it('have a callback that is allowed and a result that may be sent', () => {
    for (const submissionId of [1, 1_000_001]) {
      expect(
        checkCallbackUrl(callbackUrlOf(originOf(origins, submissionId), submissionId), submissionId, allowed),
      ).toMatchObject({ ok: true })
      const form = gradeForm({
        ...resultOf(submissionId),
        deliveryId: '01920000-0000-7000-8000-000000000001',
        sendNumber: 1,
        notify: true,
      })
      expect(form).toMatchObject({ ok: true, fields: { points: '125', max_points: '200' } })
    }
  })

  it('are spread evenly over the origins', () => {
    expect([6, 7, 8, 9].map((submissionId) => origins.indexOf(originOf(origins, submissionId)))).toEqual([0, 1, 2, 0])
    expect(() => originOf([], 1)).toThrow()
  })
})
