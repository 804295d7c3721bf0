import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { describe, expect, it } from 'vitest'
import { en } from '../../texts/en.ts'
import { noFields } from './fields.ts'
import { gapsOf } from './gaps.ts'
import { fromNames, withChanges } from './read-fields.ts'
import { startNumber } from './stand-in-calls.fixture.ts'
import { longestTexts, storableText, tooManyIn } from './stored-texts.ts'

const { patchAssessment, patchFeedback, postponeAssessment, reopenAssessment } = frontendInternal.operations
const naming = { texts: en, locale: 'en', rubric: startNumber(1).assessment.rubric } as const

describe('a text', () => {
  it.each([
    ['a\0b', 'ab'],
    ['\ud800a\udc00', 'a'],
    ['👍🏽 ä\n', '👍🏽 ä\n'],
  ])('is held without what cannot be stored: %j', (typed, stored) => {
    expect([storableText(typed), withChanges(noFields, [['body', typed]]).body]).toEqual([stored, stored])
  })

  it('may be as long as the contract says', () => {
    const judgement = longestIn(patchAssessment.body)
    const wording = longestIn(patchFeedback.body)
    const { comment, privateNote, reason, note, body, annotation } = longestTexts
    expect([judgement['comment'], judgement['privateNote'], judgement['reason']]).toEqual([
      comment,
      privateNote,
      reason,
    ])
    expect([wording['body'], wording['annotations.body']]).toEqual([body, annotation])
    expect([longestIn(postponeAssessment.body)['note'], longestIn(reopenAssessment.body)['reason']]).toEqual([
      note,
      reason,
    ])
  })

  it.each([
    ['adjustment/reason', 'x'.repeat(503), 3],
    ['annotations/a1/body', '👍'.repeat(10_001), 1],
    ['body', 'x'.repeat(200_000), 0],
    ['scores/report/points', '1'.repeat(1_000), 0],
  ])('of %s is too long by its characters', (path, text, many) => expect(tooManyIn(path, text)).toBe(many))
})

describe('what does not fit', () => {
  const place = JSON.stringify({ anchor: { answerKey: 'q1' }, startLine: 2, endLine: 3 })
  const fields = fromNames({ privateNote: 'x'.repeat(20_002), 'annotations/a1/place': place })

  it.each([
    ['$.privateNote', 'too_long', 'Private note: too long by 2 characters'],
    ['$.note', 'too_long', 'Why later: too long by 1 character'],
    ['$.feedback', 'too_long', 'Feedback: too long'],
    ['$.scores.structure.comment', 'invalid_value', 'Structure of the program: Comment: this value does not fit'],
    ['$.annotations.a1.anchor.fileId', 'invalid_value', 'Annotation of Answers, lines 2 to 3: this value does not fit'],
    ['$.adjustment.points', 'unreadable', `Adjustment: ${en.live.unreadable}`],
    ['$.scores.faults.checks.copied', 'unreadable', `Faults: Copied code: ${en.live.noCount}`],
  ])('is named with its field and place: %s %s', (path, code, text) => {
    expect(gapsOf([{ path, code }], fields, naming, { note: 'y'.repeat(501) }).map((gap) => gap.text)).toEqual([text])
  })
})

/** The limits of the texts in a schema, by the names of the members that it has in common with no other. */
function longestIn(schema: unknown, at = ''): Record<string, number> {
  if (typeof schema !== 'object' || schema === null) return {}
  const { maxLength, properties = {}, additionalProperties } = schema as Schema
  const own = maxLength === undefined ? {} : { [at]: maxLength }
  const inner = Object.entries(properties).map(([name, member]) =>
    longestIn(member, at === 'annotations' ? `${at}.${name}` : name),
  )
  return Object.assign(own, ...inner, longestIn(additionalProperties, at)) as Record<string, number>
}

interface Schema {
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, unknown>>
  readonly additionalProperties?: unknown
}
