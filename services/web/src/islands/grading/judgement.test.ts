import { expect, it } from 'vitest'
import { judgeFields } from './judgement.ts'
import { fromNames } from './read-fields.ts'
import { startNumber } from './stand-in-calls.fixture.ts'

const { assessment, exercise } = startNumber(1)

it.each([
  ['report', { 'scores/report/points': '0' }],
  ['faults', { 'scores/faults/none': 'yes' }],
])('nought is a judgement as any other: %s by %j', (criterion, fields) => {
  const required = { ...assessment.rubric.document, criteria: withAllRequired() }
  const judged = judgeFields(
    { ...assessment, ...exercise, rubric: { ...assessment.rubric, document: required } },
    fromNames(fields),
  )
  const missing = judged.unfinished.map(({ path }) => path)
  expect(missing).toHaveLength(2)
  expect(missing).not.toContain(`$.scores.${criterion}`)
})

const withAllRequired = () => assessment.rubric.document.criteria.map((each) => ({ ...each, required: true }))
