import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RubricDocument } from '../rubrics/rubric-document.ts'
import type { CompletedWork } from './completed-work.ts'
import { resultTexts } from './result-texts.ts'

describe('the text of a result', () => {
  it('shows points, visible criteria with choices and comments, and every other part of the points', () => {
    expect(textOf(resultTexts(work).feedbackHtml)).toBe(
      '|Points: 9 of 20{{upstreamPoints en}}|Criterion|Points|Comment|Starting points|0.25|Structure|Good|8.5|Clear &amp; short|Faults|Seen|-2|' +
        'Other criteria|2|Automatic checks|4|Adjustment|1.5|An extra report|Rounding|-0.25|Limit of points|-5|',
    )
  })

  it.each([
    ['fi', '|Pisteet: 9 / 20{{upstreamPoints fi}}|Arviointikohde|Pisteet|Kommentti|Lähtöpisteet|0,25|Rakenne|Hyvä|'],
    ['sv', '|Poäng: 9 av 20{{upstreamPoints sv}}|Bedömningsgrund|Poäng|Kommentar|Utgångspoäng|0,25|Rakenne|Hyvä|'],
    ['de', '|Points: 9 of 20{{upstreamPoints en}}|Criterion|Points|Comment|Starting points|0,25|Rakenne|Hyvä|'],
  ])(
    'has its fixed words in %s, or else in English, and falls back to the language of the course',
    (language, text) => {
      expect(textOf(resultTexts({ ...work, feedback: { ...work.feedback, language } }).feedbackHtml)).toContain(text)
    },
  )

  it('has nothing that is for staff, and neither has the payload', () => {
    const { feedbackHtml, payload, studentText } = resultTexts(work)
    for (const secret of ['secret', 'Tact', 'tact', 'Unseen'])
      expect(feedbackHtml + payload + studentText).not.toContain(secret)
    expect(JSON.parse(payload)).toEqual({
      rubricId: work.rubricId,
      version: 2,
      wording: 3,
      criteria: { structure: 8.5, faults: -2 },
    })
  })

  const annotation = { startLine: 3, endLine: 3, kind: 'issue', bodyHtml: '<p>Why?</p>' } as const
  const inFile = { ...annotation, anchor: { fileId: 7, path: 'src/<\u202Emain>.py' } }

  it('ends with the feedback text, and the annotations of files and answers', () => {
    const annotations = [
      inFile,
      { ...inFile, endLine: 5, kind: 'praise' as const },
      { ...annotation, anchor: { answerKey: 'essay' } },
    ]
    const { feedbackHtml } = resultTexts({
      ...work,
      feedback: { language: 'en', bodyHtml: '<p>Good.</p>', annotations },
    })
    expect(feedbackHtml.slice(feedbackHtml.indexOf('</table>'))).toBe(
      '</table><p>Good.</p><h4>src/&lt;[U+202E]main&gt;.py</h4><ul><li><strong>Line 3: Issue</strong><p>Why?</p></li>' +
        '<li><strong>Lines 3–5: Praise</strong><p>Why?</p></li></ul><h4>Answer: essay</h4>' +
        '<ul><li><strong>Line 3: Issue</strong><p>Why?</p></li></ul>',
    )
  })

  it('is for students who read it here the same, in its parts', () => {
    const { studentText } = resultTexts({
      ...work,
      feedback: { language: 'en', bodyHtml: '<p>Good.</p>', annotations: [inFile] },
    })
    expect(JSON.parse(studentText)).toEqual({
      language: 'en',
      bodyHtml: '<p>Good.</p>',
      annotations: [inFile],
      result: {
        points: 9,
        maxPoints: 20,
        criteria: [
          {
            id: 'structure',
            title: 'Structure',
            points: 8.5,
            maxPoints: 8.5,
            chosen: ['Good'],
            notChosen: [],
            commentHtml: 'Clear &amp; short',
          },
          {
            id: 'faults',
            title: 'Faults',
            points: -2,
            maxPoints: null,
            chosen: ['Seen'],
            notChosen: [],
            commentHtml: null,
          },
        ],
        adjustment: { points: 1.5, reason: 'An extra report' },
        parts: [
          { kind: 'starting', points: 0.25 },
          { kind: 'criterion', criterionId: 'structure', points: 8.5 },
          { kind: 'criterion', criterionId: 'faults', points: -2 },
          { kind: 'hidden', points: 2 },
          { kind: 'automatic', points: 4 },
          { kind: 'adjustment', points: 1.5 },
          { kind: 'rounding', points: -0.25 },
          { kind: 'limit', points: -5 },
        ],
      },
    })
  })

  it.each([
    ['always', ['Seen'], []],
    ['chosen', [], []],
    ['never', [], []],
  ] as const)('names a check that was not chosen where its visibility is %s', (visibility, notChosen, chosen) => {
    const criteria = document.criteria.map((criterion) =>
      criterion.kind === 'checks' ? { ...criterion, checks: [{ ...criterion.checks[0]!, visibility }] } : criterion,
    )
    const { studentText } = resultTexts({ ...work, document: { ...document, criteria }, scores: {} })
    const { result } = JSON.parse(studentText) as { result: { criteria: unknown[] } }
    expect(result.criteria[1]).toMatchObject({ chosen, notChosen })
  })

  it('has the most points that a visible criterion by points can give', () => {
    const criteria = document.criteria.map((criterion) => ({ ...criterion, visibleToStudent: true }))
    const { studentText } = resultTexts({ ...work, document: { ...document, criteria } })
    expect(JSON.parse(studentText)).toMatchObject({ result: { criteria: [{}, {}, { title: 'Tact', maxPoints: 5 }] } })
  })

  it('has only markup of its own, for any texts that people wrote', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('<script>alert(1)</script>', "\"onload='x'", '</td>&amp;<!--', ']]>'),
    )
    fc.assert(
      fc.property(hostile, hostile, (comment, reason) => {
        const { feedbackHtml } = resultTexts({
          ...work,
          scores: { structure: { comment } },
          adjustment: { points: 0, reason },
        })
        const tags = feedbackHtml.match(/<[^>]*>/g) ?? []
        expect(
          tags.filter((tag) => !/^<\/?(?:h3|table(?: class="table")?|thead|tbody|tr|th|td|ul|li|br \/)>$/.test(tag)),
        ).toEqual([])
        expect(feedbackHtml.replaceAll(/<[^>]*>/g, '')).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/)
      }),
    )
  })
})

const usual = { required: false, commentRequired: false, visibleToStudent: true }
const document: RubricDocument = {
  title: { en: 'Essay' },
  maxPoints: 20,
  startingPoints: 0,
  rounding: 'none',
  criteria: [
    {
      ...usual,
      id: 'structure',
      title: { fi: 'Rakenne', en: 'Structure' },
      graderNote: { en: 'secret note' },
      kind: 'levels',
      levels: [
        { id: 'poor', title: { en: 'Poor' }, points: 0, commentRequired: false },
        {
          id: 'good',
          title: { fi: 'Hyvä', en: 'Good' },
          points: 8.5,
          commentRequired: false,
          graderNote: { en: 'secret level' },
        },
      ],
    },
    {
      ...usual,
      id: 'faults',
      title: { en: 'Faults' },
      kind: 'checks',
      minChecks: 0,
      maxChecks: null,
      checks: [
        { id: 'seen', title: { en: 'Seen' }, points: -1, maxTimes: 1, visibility: 'chosen', commentRequired: false },
        { id: 'unseen', title: { en: 'Unseen' }, points: -1, maxTimes: 1, visibility: 'never', commentRequired: false },
      ],
    },
    {
      ...usual,
      id: 'tact',
      visibleToStudent: false,
      title: { en: 'Tact' },
      kind: 'points',
      min: 0,
      max: 5,
      step: 1,
    },
  ],
}
const work: CompletedWork = {
  rubricId: '019ea3f2-7000-7a10-8c2d-3e4f5a6b7c01',
  version: 2,
  wording: 3,
  document,
  scores: {
    structure: { levelId: 'good', comment: 'Clear & short' },
    faults: { checks: { seen: 1, unseen: 1 } },
    tact: { points: 2, comment: 'secret comment' },
  },
  adjustment: { points: 1.5, reason: 'An extra report' },
  points: 9,
  byCriterion: { structure: 8.5, faults: -2, tact: 2 },
  parts: [
    { kind: 'starting', points: 0.25 },
    { kind: 'criterion', criterionId: 'structure', points: 8.5 },
    { kind: 'criterion', criterionId: 'faults', points: -2 },
    { kind: 'criterion', criterionId: 'tact', points: 2 },
    { kind: 'automatic', points: 4 },
    { kind: 'adjustment', points: 1.5 },
    { kind: 'rounding', points: -0.25 },
    { kind: 'limit', points: -5 },
  ],
  feedback: { language: 'en', bodyHtml: '', annotations: [] },
  courseLanguage: 'fi',
}
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|')
