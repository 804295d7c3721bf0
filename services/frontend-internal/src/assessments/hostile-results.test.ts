import { resultTexts, type StudentText } from '@course-grading/domain/assessments/result-texts'
import { shownFeedback, textsToRender } from '@course-grading/domain/feedback/rendered-feedback'
import { renderTexts } from '@course-grading/markdown/render-texts'
import { sanitiseFeedback } from '@course-grading/markdown/sanitise-feedback'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<script>',
        '</td>',
        '</table>',
        '<!--',
        '"',
        "'",
        '&',
        '&lt;',
        '\n',
        '\r\n',
        '[a](javascript:b)',
      ),
      fc.constantFrom('<img src=x onerror=alert(1)>', '<b', '**', '`', '> ', '- ', '| a |\n|-|\n', '{{points}}'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 10 },
  )
  .map((pieces) => pieces.join(''))

function textsOf(typed: {
  title: string
  comment: string
  reason: string
  body: string
  remark: string
  path: string
}) {
  const annotation = { startLine: 1, endLine: 2, kind: 'note', body: typed.remark, private: false } as const
  const text = {
    language: 'en',
    body: typed.body,
    annotations: {
      a: { ...annotation, anchor: { fileId: 1, path: typed.path, sha256: null } },
      b: { ...annotation, anchor: { answerKey: typed.title } },
    },
  }
  const rendered = renderTexts(textsToRender(text, { points: '1.5', maxPoints: '2' }), 500_000)
  if (!rendered.ok) throw new Error(rendered.reason)
  return resultTexts({
    rubricId: null,
    version: 0,
    wording: 0,
    document: {
      title: { en: 'a' },
      maxPoints: 2,
      startingPoints: 0,
      rounding: 'none',
      criteria: [
        {
          id: 'points',
          title: { en: typed.title },
          required: true,
          commentRequired: false,
          visibleToStudent: true,
          kind: 'points',
          min: 0,
          max: 2,
          step: 0.5,
        },
      ],
    },
    scores: { points: { points: 1.5, comment: typed.comment } },
    adjustment: { points: 0, reason: typed.reason },
    points: 1.5,
    byCriterion: { points: 1.5 },
    parts: [{ kind: 'criterion', criterionId: 'points', points: 1.5 }],
    feedback: shownFeedback(text, rendered.html),
    courseLanguage: 'en',
  })
}

const typed = fc.record({
  title: hostile,
  comment: hostile,
  reason: hostile,
  body: hostile,
  remark: hostile,
  path: hostile,
})

describe('the text for the learning platform, with hostile input', () => {
  it('is not changed by the sanitiser through which it is sent', () => {
    fc.assert(
      fc.property(typed, (each) => {
        const { feedbackHtml } = textsOf(each)
        expect(sanitiseFeedback(feedbackHtml)).toBe(feedbackHtml)
      }),
      { numRuns: 500 },
    )
  })

  it('is made of the same HTML as what students read here', () => {
    fc.assert(
      fc.property(typed, (each) => {
        const { feedbackHtml, studentText } = textsOf(each)
        const { bodyHtml, annotations, result } = JSON.parse(studentText) as StudentText
        const comments = result?.criteria.map(({ commentHtml }) => commentHtml ?? '') ?? []
        for (const html of [bodyHtml, ...annotations.map((one) => one.bodyHtml), ...comments]) {
          expect(feedbackHtml).toContain(html)
          expect(sanitiseFeedback(html)).toBe(html)
        }
      }),
      { numRuns: 200 },
    )
  })
})
