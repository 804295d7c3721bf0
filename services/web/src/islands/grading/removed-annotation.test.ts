import { describe, expect, it } from 'vitest'
import { open } from './grading-store.fixture.ts'

describe('an annotation that was removed', () => {
  const annotation = {
    'annotations/a1/place': JSON.stringify({ anchor: { answerKey: 'answer' }, startLine: 2, endLine: 3 }),
    'annotations/a1/kind': 'issue',
    'annotations/a1/private': 'yes',
    'annotations/a1/body': 'Why?',
  }
  const removed = () => {
    const { grading } = open()
    for (const [path, value] of Object.entries(annotation)) grading.change(path, value)
    grading.removeAnnotation('a1')
    return grading
  }

  it('is put back as it was', () => {
    const grading = removed()
    const gone = grading.state().fields
    grading.putBack()
    expect([gone, grading.state().fields, grading.state().removed]).toEqual([{}, annotation, null])
  })

  it.each([
    ['body', 'a1'],
    ['annotations/a2/body', undefined],
  ])('can be put back after a change of %s: %s', (path, annotationId) => {
    const grading = removed()
    grading.change(path, 'Typed after it.')
    expect(grading.state().removed?.annotationId).toBe(annotationId)
  })
})
