import { describe, expect, it } from 'vitest'
import { fieldsOfAssessment, fieldsOfFeedback } from './fields.ts'

describe('fields of a document', () => {
  it.each([
    ['a\r\nb', 'a\nb'],
    ['a\rb', 'a\nb'],
    ['\n\na\n', '\n\na\n'],
  ])('have the line ends that a browser gives back: %j', (text, expected) => {
    expect(fieldsOfFeedback({ body: text, annotations: {} }).body).toBe(expected)
  })

  it('have one line where the page has one', () => {
    const adjustment = { points: 1, reason: 'Late,\r\n\nbut good.' }
    const fields = fieldsOfAssessment({ scores: {}, adjustment, privateNote: '' })
    expect(fields.adjustment.reason).toBe('Late, but good.')
  })
})
