import { describe, expect, it } from 'vitest'
import { type Fields, withAnnotation } from './fields.ts'
import { open, type } from './grading-store.fixture.ts'
import { toNames } from './read-fields.ts'

describe('an annotation that was removed', () => {
  const annotation = {
    'annotations/a1/place': JSON.stringify({ anchor: { answerKey: 'answer' }, startLine: 2, endLine: 3 }),
    'annotations/a1/kind': 'issue',
    'annotations/a1/private': 'yes',
    'annotations/a1/body': 'Why?',
  }
  const place = { anchor: { answerKey: 'answer' }, startLine: 2, endLine: 3 }
  const another = { place, kind: 'note', isPrivate: false, text: '' } as const
  const removed = () => {
    const { grading } = open()
    type(grading, annotation)
    grading.removeAnnotation('a1')
    return grading
  }

  it('is put back as it was', () => {
    const grading = removed()
    const gone = toNames(grading.state().fields)
    grading.putBack()
    expect([gone, toNames(grading.state().fields), grading.state().removed]).toEqual([{}, annotation, null])
  })

  it.each([
    ['the body', (fields: Fields) => ({ ...fields, body: 'Typed.' }), 'a1'],
    ['an annotation', withAnnotation('a2', another), undefined],
  ] as const)('can be put back after a change of %s', (_what, change, annotationId) => {
    const grading = removed()
    grading.change(change)
    expect(grading.state().removed?.annotationId).toBe(annotationId)
  })
})
