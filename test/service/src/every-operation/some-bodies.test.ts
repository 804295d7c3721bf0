import type { Operation } from '@course-grading/contracts/operation/operation'
import { expect, it } from 'vitest'
import { edgeValues } from './edge-values.ts'
import { someBodiesOf } from './test-every-value.ts'

it('an operation whose only member is a boolean gets its example as the body', () => {
  const body = { type: 'object', properties: { starred: { type: 'boolean' } } }
  const operation = { body, example: { body: { starred: true } } } as unknown as Operation
  expect(someBodiesOf(operation, edgeValues)).toEqual(['{"starred":true}'])
})
