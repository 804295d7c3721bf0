import { describe, expect, it } from 'vitest'
import { type AssessmentDraft, beginAssessment, beginFeedback } from './begin-assessment.ts'

type WorkToBegin = Parameters<typeof beginAssessment>[0]

describe('beginAssessment', () => {
  it('begins with the present rubric, and the points of an empty judgement', () => {
    expect(beginAssessment(work, null, 102)).toEqual({
      ...ofRubric,
      ownMaxPoints: null,
      revision: 1,
      graderId: 102,
      partRevisions: {},
      points: 5.5,
    })
  })

  it('adds automatic points only where the exercise does', () => {
    expect(beginAssessment({ ...work, addsAutoPoints: false }, null, 102)).toMatchObject({ points: 4 })
  })

  it('begins with points up to the maximum of an exercise without a rubric', () => {
    const without = { ...work, rubricId: null, rubricVersion: 0, rubric: null, autoPoints: 30 }
    expect(beginAssessment(without, null, 102)).toMatchObject({
      rubricId: null,
      rubricVersion: 0,
      ownMaxPoints: 20,
      points: 20,
    })
  })

  it('gives an empty draft the present rubric, after which every part counts as changed', () => {
    expect(beginAssessment(work, { ...draft, rubricVersion: 1 }, 102)).toMatchObject({
      ...ofRubric,
      revision: 4,
      partRevisions: { '*': 4 },
      points: 5.5,
    })
  })

  it('keeps the revision of an empty draft that has the present rubric, and counts its points again', () => {
    expect(beginAssessment(work, draft, 102)).toMatchObject({
      revision: 3,
      partRevisions: { privateNote: 3 },
      points: 5.5,
    })
  })

  it.each([
    ['a score', { scores: { code: { comment: 'Begun.' } } }],
    ['an adjustment', { adjustment: { points: 1, reason: 'Late.' } }],
    ['a note', { privateNote: 'Hm.' }],
  ])('leaves rubric and points of a draft with %s', (_what, judged) => {
    const begun = beginAssessment(work, { ...draft, rubricVersion: 1, ...judged }, 102)
    expect(begun).toMatchObject({ rubricVersion: 1, revision: 3, points: 7 })
  })

  it.each([
    ['points above it', { scores: { points: { points: 15 } } }, 0],
    ['points below it', { scores: { points: { points: 8 } }, adjustment: { points: -1, reason: 'Late.' } }, 7],
    ['nothing yet', {}, 1.25],
  ])('takes another maximum without a rubric, as the next revision, with %s', (_what, judged, points) => {
    const without = { ...work, maxPoints: 10, rubricId: null, rubricVersion: 0, rubric: null, autoPoints: 1.25 }
    const own = { ...draft, rubricId: null, rubricVersion: 0, ownMaxPoints: 20, ...judged }
    const added = { ...without, addsAutoPoints: points === 1.25 }
    expect(beginAssessment(added, own, 102)).toMatchObject({
      ownMaxPoints: 10,
      revision: 4,
      partRevisions: draft.partRevisions,
      points,
    })
    expect(beginAssessment(added, { ...own, ownMaxPoints: 10 }, 102)).toMatchObject({ ownMaxPoints: 10, revision: 3 })
  })

  it('has no maximum of its own with a rubric', () => {
    expect(beginAssessment(work, { ...draft, ownMaxPoints: 5 }, 102)).toMatchObject({ ownMaxPoints: null, revision: 3 })
  })

  it.each([
    ['whoever saved it', true, 101],
    ['whoever claims it, if nobody saved it', false, 102],
  ])('is by %s', (_who, isSaved, graderId) => {
    expect(beginAssessment(work, { ...draft, isSaved }, 102)).toMatchObject({ graderId })
  })
})

describe('beginFeedback', () => {
  it.each([
    ['in the language of the work', 'en', { language: 'en', body: 'Hello' }],
    ["in the course's first language where the course lacks that", 'sv', { language: 'fi', body: 'Hei' }],
  ])('begins with the template %s', (_which, language, text) => {
    expect(beginFeedback({ ...work, language, templates: { en: 'Hello', fi: 'Hei' } }, ['fi', 'en'])).toEqual(text)
  })

  it('begins empty without a template', () => {
    expect(beginFeedback(work, ['en'])).toEqual({ language: 'en', body: '' })
  })

  it('fills in the name of the exercise in the same language, as plain text', () => {
    const named = {
      ...work,
      exerciseName: '1. |fi:Essee|en:*Essay*|',
      templates: { en: '{{exerciseName}}: {{points}}' },
    }
    expect(beginFeedback(named, ['en', 'fi']).body).toBe(String.raw`1\. \*Essay\*: {{points}}`)
  })

  it.each([
    ['# *Anna-Maria*\n<b> {{points}}', String.raw`\# \*Anna-Maria\* \<b\> \{\{points\}\}`],
    ['- x', String.raw`\- x`],
    [' 1) x', String.raw` 1\) x`],
    ['===', String.raw`\===`],
    ['Anna-Maria', 'Anna-Maria'],
  ])('puts the name %j in place as plain text', (exerciseName, plain) => {
    expect(beginFeedback({ ...work, exerciseName, templates: { en: '{{exerciseName}}' } }, ['en']).body).toBe(plain)
  })
})

const document = { title: { en: 'R' }, maxPoints: 10, startingPoints: 4, rounding: 'half', criteria: [] } as const
const work: WorkToBegin = {
  language: 'en',
  maxPoints: 20,
  autoPoints: 1.25,
  addsAutoPoints: true,
  rubricId: 'r1',
  rubricVersion: 2,
  rubric: document,
  templates: {},
  exerciseName: '',
}
const ofRubric = { rubricId: 'r1', rubricVersion: 2 }
const draft: AssessmentDraft = {
  ...ofRubric,
  ownMaxPoints: null,
  revision: 3,
  graderId: 101,
  partRevisions: { privateNote: 3 },
  points: 7,
  isSaved: true,
  scores: {},
  adjustment: null,
  privateNote: '',
}
