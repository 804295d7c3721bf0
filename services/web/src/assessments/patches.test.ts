import { describe, expect, it } from 'vitest'
import type { Drawn, FormState } from './form-state.ts'
import { fieldNames, readState } from './grading-fields.ts'
import { feedbackPatchOf, judgementPatchOf } from './patches.ts'

const state: FormState = {
  criteria: {
    structure: { levelId: 'good', checks: {}, points: '', comment: 'Clear.' },
    quality: { levelId: '', checks: { tests: 1, names: 2 }, points: '', comment: '' },
    report: { levelId: '', checks: {}, points: '7.5', comment: '' },
  },
  adjustment: { points: '', reason: '' },
  privateNote: 'Ask.',
  body: '\nHello\n',
  annotations: { a1: 'Why?', a2: 'Good.' },
}
const drawn: Drawn = { userId: 102, assessmentRevision: 3, feedbackId: 'f', feedbackRevision: 2, state }

describe('the form of a grading page', () => {
  it('that comes back as it was drawn is no change', () => {
    const typed = readState(new URLSearchParams(asSent(state)), drawn)
    expect([judgementPatchOf(state, typed), feedbackPatchOf(state, typed)]).toEqual([null, null])
  })

  it.each<[string, Record<string, string | null>, unknown]>([
    ['a level', { 'level:structure': 'poor' }, { scores: { structure: { levelId: 'poor' } } }],
    ['a level taken back', { 'level:structure': '' }, { scores: { structure: { levelId: null } } }],
    ['a check taken back', { 'check:quality:tests': null }, { scores: { quality: { checks: { tests: null } } } }],
    ['a count', { 'check:quality:names': '1' }, { scores: { quality: { checks: { names: 1 } } } }],
    ['points', { 'points:report': '0' }, { scores: { report: { points: 0 } } }],
    ['points taken back', { 'points:report': ' ' }, { scores: { report: { points: null } } }],
    ['a comment', { 'comment:report': 'Long.' }, { scores: { report: { comment: 'Long.' } } }],
    ['a comment taken back', { 'comment:structure': '' }, { scores: { structure: { comment: null } } }],
    ['an adjustment', { adjustment: '-1', reason: 'Late.' }, { adjustment: { points: -1, reason: 'Late.' } }],
    ['the note', { privateNote: '' }, { privateNote: null }],
  ])('sends %s alone', (_what, fields, patch) => {
    expect(judgementPatchOf(state, typedWith(fields))).toEqual(patch)
  })

  it.each<[string, Record<string, string | null>, unknown]>([
    ['the body', { body: '\nHello!\n' }, { body: '\nHello!\n' }],
    ['an annotation', { 'annotation:a1': 'How?' }, { annotations: { a1: { body: 'How?' } } }],
    ['what is removed', { 'remove:a2': 'on' }, { annotations: { a2: null } }],
  ])('sends of the feedback %s alone', (_what, fields, patch) => {
    expect(feedbackPatchOf(state, typedWith(fields))).toEqual(patch)
  })

  it('changes nothing by a field that was not sent', () => {
    const { checks: _checks, ...rest } = readState(new URLSearchParams(), drawn).criteria['structure']!
    expect(rest).toEqual({ levelId: 'good', points: '', comment: 'Clear.' })
  })
})

/** As a browser sends the form that was drawn. */
function asSent({ criteria, adjustment, privateNote, body, annotations }: FormState): [string, string][] {
  return [
    ...Object.entries(criteria).flatMap(([id, { levelId, checks, points, comment }]): [string, string][] => [
      [fieldNames.level(id), levelId],
      ...Object.entries(checks).map(([check, times]): [string, string] => [fieldNames.check(id, check), String(times)]),
      [fieldNames.points(id), points],
      [fieldNames.comment(id), comment],
    ]),
    [fieldNames.adjustment, adjustment.points],
    [fieldNames.reason, adjustment.reason],
    [fieldNames.privateNote, privateNote],
    [fieldNames.body, body],
    ...Object.entries(annotations).map(([id, text]): [string, string] => [fieldNames.annotation(id), text]),
  ]
}

function typedWith(changes: Record<string, string | null>): FormState {
  const fields = new URLSearchParams(asSent(state))
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) fields.delete(name)
    else fields.set(name, value)
  }
  return readState(fields, drawn)
}
