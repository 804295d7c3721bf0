import { expect, it } from 'vitest'
import { noFields, withAnnotation } from '../islands/grading/fields.ts'
import { feedbackPatchOf } from '../islands/grading/patches.ts'
import { toNames } from '../islands/grading/read-fields.ts'
import { fieldsOfPatch } from './fields-of-patch.ts'

it.each([
  ['its lines', {}],
  ['columns', { startColumn: 4, endColumn: 9 }],
  ['one column', { startColumn: 4 }],
])('an annotation of a refused save is read with %s', (_what, columns) => {
  const place = { anchor: { answerKey: 'q1' }, startLine: 2, endLine: 3, ...columns }
  const fields = withAnnotation('n1', { place, kind: 'issue', isPrivate: false, text: 'Why?' })(noFields)
  expect(fieldsOfPatch(feedbackPatchOf(noFields, fields) ?? {})).toMatchObject(toNames(fields))
})
