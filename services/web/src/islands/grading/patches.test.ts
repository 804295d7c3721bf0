import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { describe, expect, it } from 'vitest'
import { en } from '../../texts/en.ts'
import { differencesBetween } from './differences.ts'
import { type NamedFields, names } from './field-names.ts'
import { fieldsOfAssessment, fieldsOfFeedback, noFields, together, withAnnotation } from './fields.ts'
import { unfinishedFields } from './judgement.ts'
import { feedbackPatchOf, judgementPatchOf, wholeJudgement, wholeWording } from './patches.ts'
import { fromNames, readForm, toNames } from './read-fields.ts'

describe('the form of a grading page', () => {
  it('that comes back as it was drawn is no change', () => {
    const typed = readForm(new URLSearchParams(sent), drawn)
    expect([judgementPatchOf(drawn, typed), feedbackPatchOf(drawn, typed)]).toEqual([null, null])
    expect(typed.annotations.get('a1')).toBe(drawn.annotations.get('a1'))
  })

  it.each<[string, NamedFields, unknown]>([
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

  it.each<[string, NamedFields]>([
    ['half an adjustment', { 'adjustment/points': '2' }],
    ['a reason alone', { 'adjustment/reason': 'Late.' }],
    ['an adjustment by what is no number', { 'adjustment/points': '1,000', 'adjustment/reason': 'Late.' }],
    ['points that are no number', { 'scores/report/points': '1,000' }],
    ['a count that is no number', { 'scores/quality/checks/names': '1.5' }],
  ])('holds back %s until it is whole', (_what, changes) => {
    const whole = wholeJudgement(drawn, typedWith(changes))
    expect([judgementPatchOf(drawn, whole), toNames(whole)]).toEqual([null, toNames(drawn)])
  })

  it.each<[string, NamedFields, unknown]>([
    ['the body', { body: '\nHello!\n' }, { body: '\nHello!\n' }],
    ['an annotation', { 'annotations/a1/body': 'How?' }, { annotations: { a1: { body: 'How?' } } }],
    ['what is removed', { 'remove/a2': 'on' }, { annotations: { a2: null } }],
  ])('sends of the feedback %s alone', (_what, changes, patch) => {
    expect(feedbackPatchOf(drawn, typedWith(changes))).toEqual(patch)
  })

  it('changes nothing by a text that was not sent', () => {
    const { quality } = Object.fromEntries(readForm(new URLSearchParams(), drawn).scores)
    expect(quality?.checks.times.size).toBe(0)
    expect(judgementPatchOf(drawn, readForm(new URLSearchParams(), drawn))).toEqual({
      scores: { quality: { checks: null } },
    })
  })

  it.each(['__proto__/x', 'annotations/a1/place', 'scores/a/b/c', 'drawn'])('has no field %s', (name) => {
    expect(readForm(new URLSearchParams({ ...Object.fromEntries(sent), [name]: 'x' }), drawn)).toEqual(drawn)
  })
})

describe('an annotation', () => {
  const place = { anchor: { answerKey: 'q1' }, startLine: 2, endLine: 3 }
  const added = { place, kind: 'issue', isPrivate: true, text: '' } as const

  it('is sent whole once it has a text', () => {
    for (const text of ['', ' \n'])
      expect(feedbackPatchOf(drawn, withAnnotation('n1', { ...added, text })(drawn))).toBeNull()
    expect(feedbackPatchOf(drawn, withAnnotation('n1', { ...added, text: 'Why?' })(drawn))).toEqual({
      annotations: {
        n1: { anchor: { answerKey: 'q1' }, startLine: 2, endLine: 3, kind: 'issue', private: true, body: 'Why?' },
      },
    })
  })

  it('that was emptied stands on the server as it was, and is to be mended', () => {
    const typed = { ...withAnnotation('a1', { text: ' ', kind: 'issue' })(drawn), body: 'More.' }
    expect(feedbackPatchOf(drawn, wholeWording(drawn, typed))).toEqual({
      body: 'More.',
      annotations: { a1: { kind: 'issue' } },
    })
    expect(unfinishedFields(drawn, typed)).toEqual([{ path: '$.annotations.a1.body', code: 'invalid_value' }])
  })

  it('changes by its kind, who may read it, and its lines', () => {
    const changes = withAnnotation('a1', { kind: 'praise', isPrivate: true, place })
    expect(feedbackPatchOf(drawn, changes(drawn))).toEqual({
      annotations: { a1: { anchor: { answerKey: 'q1' }, startLine: 2, endLine: 3, kind: 'praise', private: true } },
    })
  })

  it('that does not exist is not changed', () => {
    expect(withAnnotation('n1', { text: 'Typed into what was removed.' })(drawn)).toBe(drawn)
  })
})

const about = { anchor: { fileId: 1, path: 'a.py', sha256: null }, startLine: 1, endLine: 1, private: false } as const
const drawn = together(
  fieldsOfAssessment({
    scores: {
      structure: { levelId: 'good', comment: 'Clear.' },
      quality: { checks: { tests: 1, names: 2 } },
      report: { points: 7.5 },
    },
    adjustment: null,
    privateNote: 'Ask.',
  }),
  fieldsOfFeedback({
    body: '\nHello\r\n',
    annotations: { a1: { ...about, kind: 'question', body: 'Why?' }, a2: { ...about, kind: 'note', body: 'Good.' } },
  }),
)

/** As a browser sends the form that was drawn: with what has a field, line ends as LF by then. */
const sent: [string, string][] = Object.entries(toNames(drawn)).filter(
  ([path]) => !/^annotations\/.*\/(?:place|kind|private)$/.test(path),
)

/** An empty box is not sent. */
function typedWith(changes: NamedFields) {
  const form = new URLSearchParams(sent)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '' && /checks|none/.test(name)) form.delete(name)
    else form.set(name, value)
  }
  return readForm(form, drawn)
}

describe('the patches of ten thousand fields', () => {
  it.each([
    ['checks of one criterion', (at: number) => names.check('structure', `c${at}`), '1'],
    ['annotations without texts', (at: number) => names.place(`a${at}`), '{"anchor":{"answerKey":"a"}}'],
    ['comments', (at: number) => names.comment(`c${at}`), 'x'],
  ])('take time in proportion: %s', (_what, nameOf, value) => {
    const { rubric } = frontendInternal.operations.getAssessment.replies[200].example
    const before = process.cpuUsage()
    const mine = fromNames(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [nameOf(at), value])))
    judgementPatchOf(noFields, mine)
    feedbackPatchOf(noFields, wholeWording(noFields, mine))
    differencesBetween(mine, noFields, { texts: en, locale: 'en', rubric })
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
  })
})
