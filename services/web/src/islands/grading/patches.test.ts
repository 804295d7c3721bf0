import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { describe, expect, it } from 'vitest'
import { en } from '../../texts/en.ts'
import { differencesBetween } from './differences.ts'
import { changedFields, type Fields, fieldsOfAssessment, fieldsOfFeedback, paths } from './fields.ts'
import { unfinishedFields } from './judgement.ts'
import { feedbackPatchOf, fieldsOfPatch, judgementPatchOf, wholeJudgement, wholeWording } from './patches.ts'
import { readFields } from './read-fields.ts'

describe('the form of a grading page', () => {
  it('that comes back as it was drawn is no change', () => {
    const typed = readFields(new URLSearchParams(sent(drawn)), drawn)
    expect([judgementPatchOf(drawn, typed), feedbackPatchOf(drawn, typed)]).toEqual([null, null])
  })

  it.each<[string, Fields, unknown]>([
    ['a level', { 'scores/structure/levelId': 'poor' }, { scores: { structure: { levelId: 'poor' } } }],
    ['a level taken back', { 'scores/structure/levelId': '' }, { scores: { structure: { levelId: null } } }],
    ['a check taken back', { 'scores/quality/checks/tests': '' }, { scores: { quality: { checks: { tests: null } } } }],
    ['a count', { 'scores/quality/checks/names': '1' }, { scores: { quality: { checks: { names: 1 } } } }],
    [
      'the last checks taken back',
      { 'scores/quality/checks/tests': '', 'scores/quality/checks/names': '0' },
      { scores: { quality: { checks: null } } },
    ],
    [
      'that none applies',
      { 'scores/quality/checks/tests': '', 'scores/quality/checks/names': '', 'scores/quality/none': 'yes' },
      { scores: { quality: { checks: { tests: null, names: null } } } },
    ],
    ['points', { 'scores/report/points': '2,5' }, { scores: { report: { points: 2.5 } } }],
    ['points taken back', { 'scores/report/points': ' ' }, { scores: { report: { points: null } } }],
    ['a comment', { 'scores/report/comment': 'Long.' }, { scores: { report: { comment: 'Long.' } } }],
    ['a comment taken back', { 'scores/structure/comment': '' }, { scores: { structure: { comment: null } } }],
    [
      'an adjustment',
      { 'adjustment/points': ' −2,5 ', 'adjustment/reason': 'Late.' },
      { adjustment: { points: -2.5, reason: 'Late.' } },
    ],
    ['the note', { privateNote: '' }, { privateNote: null }],
  ])('sends %s alone', (_what, changes, patch) => {
    expect(judgementPatchOf(drawn, typedWith(changes))).toEqual(patch)
  })

  it.each<[string, Fields]>([
    ['half an adjustment', { 'adjustment/points': '2' }],
    ['a reason alone', { 'adjustment/reason': 'Late.' }],
    ['points that are no number', { 'scores/report/points': '1,000' }],
    ['a count that is no number', { 'scores/quality/checks/names': '1.5' }],
  ])('holds back %s until it is whole', (_what, changes) => {
    expect(judgementPatchOf(drawn, wholeJudgement(drawn, typedWith(changes)))).toBeNull()
  })

  it.each<[string, Fields, unknown]>([
    ['the body', { body: '\nHello!\n' }, { body: '\nHello!\n' }],
    ['an annotation', { 'annotations/a1/body': 'How?' }, { annotations: { a1: { body: 'How?' } } }],
    ['what is removed', { 'remove/a2': 'on' }, { annotations: { a2: null } }],
  ])('sends of the feedback %s alone', (_what, changes, patch) => {
    expect(feedbackPatchOf(drawn, typedWith(changes))).toEqual(patch)
  })

  it('changes nothing by a text that was not sent', () => {
    const typed = readFields(new URLSearchParams(), drawn)
    expect(changedFields(drawn, { 'scores/quality/checks/tests': '', 'scores/quality/checks/names': '' })).toEqual(
      typed,
    )
  })

  it.each(['__proto__/x', 'annotations/a1/place', 'scores/a/b/c', 'drawn'])('has no field %s', (name) => {
    expect(readFields(new URLSearchParams({ ...Object.fromEntries(sent(drawn)), [name]: 'x' }), drawn)).toEqual(drawn)
  })
})

describe('an annotation', () => {
  const place = JSON.stringify({ anchor: { answerKey: 'q1' }, startLine: 2, endLine: 3 })
  const added = { [paths.place('n1')]: place, [paths.kind('n1')]: 'issue', [paths.isPrivate('n1')]: 'yes' }

  it('is sent whole once it has a text', () => {
    for (const text of ['', ' \n'])
      expect(feedbackPatchOf(drawn, changedFields(drawn, { ...added, [paths.text('n1')]: text }))).toBeNull()
    expect(feedbackPatchOf(drawn, changedFields(drawn, { ...added, [paths.text('n1')]: 'Why?' }))).toEqual({
      annotations: {
        n1: { anchor: { answerKey: 'q1' }, startLine: 2, endLine: 3, kind: 'issue', private: true, body: 'Why?' },
      },
    })
  })

  it('that was emptied stands on the server as it was, and is to be mended', () => {
    const typed = changedFields(drawn, { [paths.text('a1')]: ' ', [paths.kind('a1')]: 'issue', body: 'More.' })
    expect(feedbackPatchOf(drawn, wholeWording(drawn, typed))).toEqual({
      body: 'More.',
      annotations: { a1: { kind: 'issue' } },
    })
    expect(unfinishedFields(drawn, typed)).toEqual([{ path: '$.annotations.a1.body', code: 'invalid_value' }])
  })

  it('of a refused save is read with its lines', () => {
    const after = changedFields(drawn, { ...added, [paths.text('n1')]: 'Why?' })
    const patch = feedbackPatchOf(drawn, after)
    expect(fieldsOfPatch(patch ?? {})).toMatchObject({ [paths.place('n1')]: place, [paths.text('n1')]: 'Why?' })
  })

  it.each([
    ['with columns', { startColumn: 4, endColumn: 9 }],
    ['with one column', { startColumn: 4 }],
  ])('of a refused save is read %s', (_what, columns) => {
    const columned = JSON.stringify({ anchor: { answerKey: 'q1' }, startLine: 2, endLine: 3, ...columns })
    const after = changedFields(drawn, { ...added, [paths.place('n1')]: columned, [paths.text('n1')]: 'Why?' })
    expect(fieldsOfPatch(feedbackPatchOf(drawn, after) ?? {})[paths.place('n1')]).toBe(columned)
  })

  it('changes by its kind, who may read it, and its lines', () => {
    const changes = { [paths.kind('a1')]: 'praise', [paths.isPrivate('a1')]: 'yes', [paths.place('a1')]: place }
    expect(feedbackPatchOf(drawn, changedFields(drawn, changes))).toEqual({
      annotations: { a1: { anchor: { answerKey: 'q1' }, startLine: 2, endLine: 3, kind: 'praise', private: true } },
    })
  })
})

const about = { anchor: { fileId: 1, path: 'a.py', sha256: null }, startLine: 1, endLine: 1, private: false } as const
const drawn: Fields = {
  ...fieldsOfAssessment({
    scores: {
      structure: { levelId: 'good', comment: 'Clear.' },
      quality: { checks: { tests: 1, names: 2 } },
      report: { points: 7.5 },
    },
    adjustment: null,
    privateNote: 'Ask.',
  }),
  ...fieldsOfFeedback({
    body: '\nHello\r\n',
    annotations: { a1: { ...about, kind: 'question', body: 'Why?' }, a2: { ...about, kind: 'note', body: 'Good.' } },
  }),
}

/** As a browser sends the form that was drawn: with what has a field, line ends as LF by then. */
const sent = (fields: Fields): [string, string][] =>
  Object.entries(fields).filter(([path]) => !/^annotations\/.*\/(?:place|kind|private)$/.test(path))

/** An empty box is not sent. */
function typedWith(changes: Fields): Fields {
  const form = new URLSearchParams(sent(drawn))
  for (const [name, value] of Object.entries(changes)) {
    if (value === '' && /checks|none/.test(name)) form.delete(name)
    else form.set(name, value)
  }
  return readFields(form, drawn)
}

describe('the patches of ten thousand fields', () => {
  it.each([
    ['checks of one criterion', (at: number) => paths.check('structure', `c${at}`), '1'],
    ['annotations without texts', (at: number) => paths.place(`a${at}`), '{"anchor":{"answerKey":"a"}}'],
    ['comments', (at: number) => paths.comment(`c${at}`), 'x'],
  ])('take time in proportion: %s', (_what, pathOf, value) => {
    const mine = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [pathOf(at), value]))
    const { rubric } = frontendInternal.operations.getAssessment.replies[200].example
    const before = process.cpuUsage()
    judgementPatchOf({}, mine)
    feedbackPatchOf({}, wholeWording({}, mine))
    differencesBetween(mine, {}, { texts: en, locale: 'en', rubric })
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
  })
})
