import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../documents/any-character.fixture.ts'
import { gradeForm, type GradeFields, withoutControls } from './grade-form.ts'

type GradeToSend = Parameters<typeof gradeForm>[0]

describe('gradeForm', () => {
  it('writes the fields in order, encoded once', () => {
    expect(gradeForm({ ...grade, feedbackHtml: '<p class="a">50 % + 1 & more=ä €😀</p>\r\n' })).toMatchObject({
      ok: true,
      body:
        'points=7&max_points=10&feedback=%3Cp+class%3D%22a%22%3E50+%25+%2B+1+%26+more%3D%C3%A4+%E2%82%AC%F0%9F%98%80%3C%2Fp%3E%0D%0A' +
        '&delivery_id=0192f3a4-5b6c-7d8e-9f01-23456789abcd.2&grading_payload=%7B%22rubric%22%3A1%7D',
    })
  })

  it('has the field for a notification between feedback and mark only if students are notified', () => {
    const namesOf = (notify: boolean) => [...new URLSearchParams(bodyOf({ notify })).keys()]
    expect(namesOf(true)).toEqual(['points', 'max_points', 'feedback', 'notify', 'delivery_id', 'grading_payload'])
    expect(namesOf(false)).toEqual(['points', 'max_points', 'feedback', 'delivery_id', 'grading_payload'])
    // Upstream does the contrary for `remove`, and nothing for an empty text.
    expect(fieldsOf({ notify: true }).notify).toBe('yes')
  })

  it.each([
    ['7', '10', '7/10'],
    ['0', '0', '0/0'],
    ['0', '10', '0/10'],
    ['10', '10', '10/10'],
    ['7.0', '10', '7/10'],
    ['7.00', '10.0', '7/10'],
    ['7.5', '10', '75/100'],
    ['7.50', '10', '75/100'],
    ['7.25', '10', '725/1000'],
    ['0.05', '10', '5/1000'],
    ['9.99', '10', '999/1000'],
    ['10.00', '10', '10/10'],
    ['7', '10.5', '70/105'],
    ['7.25', '10.5', '725/1050'],
    ['0.0001', '1', '1/10000'],
    ['100.5', '100.50', '1005/1005'],
    ['20', '100', '20/100'],
    ['999999999', '999999999', '999999999/999999999'],
    ['214748364.7', '214748364.7', '2147483647/2147483647'],
  ])('sends %s of %s as %s', (points, maxPoints, sent) => {
    expect(numbersOf(points, maxPoints)).toBe(sent)
  })

  it.each([
    ['points_above_max', '10.01', '10'],
    ['points_above_max', '11', '10'],
    ['points_above_max', '1', '0'],
    ['points_above_max', '9', '8.99'],
    ['points_too_large', '0', '214748364.8'],
    ['points_too_large', '0.01', '21474837'],
    ['points_too_large', '1', '999999999.5'],
    ...[
      '',
      '-1',
      '-0',
      '+1',
      '01',
      '00',
      '1.',
      '.5',
      '1.00001',
      '1e1',
      'NaN',
      'Infinity',
      ' 1',
      '1 ',
      '1\n',
      '1,5',
      '１',
      '0x1',
      '1_0',
      '1000000000',
      '1.2.3',
    ].flatMap((text) => [
      ['points_format', text, '10'],
      ['points_format', '0', text],
    ]),
  ])('refuses as %s: %j of %j', (issue, points, maxPoints) => {
    expect(numbersOf(String(points), String(maxPoints))).toBe(issue)
  })

  it('keeps the points exactly, multiplied by the smallest power of ten', () => {
    const hundredths = fc.integer({ min: 0, max: 2_000_000 })
    const written = (value: number) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`
    fc.assert(
      fc.property(hundredths, hundredths, (one, other) => {
        const [points, maxPoints] = [Math.min(one, other), Math.max(one, other)]
        const fields = fieldsOf({ points: written(points), maxPoints: written(maxPoints) })
        const power = [1, 10, 100].find((each) => (points * each) % 100 === 0 && (maxPoints * each) % 100 === 0) ?? 0
        expect([fields.points, fields.max_points]).toEqual([
          String((points * power) / 100),
          String((maxPoints * power) / 100),
        ])
      }),
    )
  })

  it('has every field unchanged when decoded', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 60 }).map((each) => withoutControls(each.toWellFormed()))
    fc.assert(
      fc.property(text, fc.jsonValue({ maxDepth: 2 }), (feedbackHtml, value) => {
        const form = gradeForm({
          ...grade,
          feedbackHtml,
          payload: JSON.stringify({ value: String(JSON.stringify(value)) }),
        })
        if (!form.ok) throw new Error(form.issue)
        expect(decode(form.body)).toEqual(Object.entries(form.fields))
        expect(form.body).toMatch(/^[\w.*%+&=-]*$/)
      }),
    )
  })

  it('writes the feedback unchanged, and rejects a control character', () => {
    const all = Array.from({ length: 0x300 }, (_, code) => String.fromCharCode(code))
    const kept = all.filter((each) => '\t\n\r'.includes(each) || (each >= ' ' && each < '\x7f') || each >= '\xa0')
    expect(fieldsOf({ feedbackHtml: kept.join('') }).feedback).toBe(kept.join(''))
    expect(all.filter((each) => gradeForm({ ...grade, feedbackHtml: `a${each}` }).ok)).toEqual(kept)
    expect(faultOf({ feedbackHtml: 'a\x7f' })).toBe('feedback_not_text')
    expect(withoutControls(all.join('').repeat(2))).toBe(kept.join('').repeat(2))
  })

  it.each(['', ' ', '\ufeff', '\u2028', '\uffff', '😀'])('keeps the feedback %j', (feedbackHtml) => {
    expect(fieldsOf({ feedbackHtml }).feedback).toBe(feedbackHtml)
  })

  it.each(['\ud800', 'a\udc00b', '\ude00\ud83d'])(
    'refuses the feedback %j, which is not well-formed text',
    (feedbackHtml) => {
      expect(faultOf({ feedbackHtml })).toBe('feedback_not_text')
    },
  )

  it.each([
    '',
    ' {}',
    '[]',
    'null',
    '1',
    '"{}"',
    '{',
    '{}{}',
    '{"a":1,"a":2}',
    '{"a":"\\u0000"}',
    '{"a":"\\ud800"}',
    '{"a":"\ud800"}',
    '{"a":1e400}',
    "{'a':1}",
    `{"a":${'['.repeat(40)}${']'.repeat(40)}}`,
    '\ufeff{}',
  ])('refuses the payload %j', (payload) => {
    expect(faultOf({ payload })).toBe('payload_not_object')
  })

  it.each(['{}', '{"criteria":[{"id":"a","points":1.50}],"ä":"€"}', '{ "a" : 1 }\n'])(
    'writes the payload %j unchanged',
    (payload) => {
      expect(fieldsOf({ payload }).grading_payload).toBe(payload)
    },
  )

  it.each([{ deliveryId: 'x' }, { sendNumber: 0 }, { deliveryId: grade.deliveryId.toUpperCase() }])(
    'refuses %o, which is no mark of a send',
    (change) => {
      expect(faultOf(change)).toBe('delivery_id')
    },
  )

  it('accepts an encoded form of 2,000,000 bytes and not one more', () => {
    const around = gradeForm({ ...grade, feedbackHtml: '' })
    const room = 2_000_000 - (around.ok ? around.body.length : 0)
    expect(faultOf({ feedbackHtml: 'a'.repeat(room) })).toBe('ok')
    expect(faultOf({ feedbackHtml: 'a'.repeat(room + 1) })).toBe('too_long')
    expect(faultOf({ feedbackHtml: 'ä'.repeat(Math.floor(room / 6) + 1) })).toBe('too_long')
  })
})

const grade: GradeToSend = {
  points: '7',
  maxPoints: '10',
  feedbackHtml: '<p>Good</p>',
  payload: '{"rubric":1}',
  notify: false,
  deliveryId: '0192f3a4-5b6c-7d8e-9f01-23456789abcd',
  sendNumber: 2,
}

const numbersOf = (points: string, maxPoints: string) => {
  const form = gradeForm({ ...grade, points, maxPoints })
  return form.ok ? `${form.fields.points}/${form.fields.max_points}` : form.issue
}
const faultOf = (change: Partial<GradeToSend>) => {
  const form = gradeForm({ ...grade, ...change })
  return form.ok ? 'ok' : form.issue
}
const bodyOf = (change: Partial<GradeToSend>): string => {
  const form = gradeForm({ ...grade, ...change })
  if (!form.ok) throw new Error(form.issue)
  return form.body
}
const fieldsOf = (change: Partial<GradeToSend>): GradeFields => {
  const form = gradeForm({ ...grade, ...change })
  if (!form.ok) throw new Error(form.issue)
  return form.fields
}

/** Decodes a form byte by byte, exactly as the URL standard describes it. */
function decode(body: string): [string, string][] {
  const text = (part: string) => {
    const bytes: number[] = []
    for (let at = 0; at < part.length; at += 1) {
      if (part[at] === '%') bytes.push(Number.parseInt(part.slice(at + 1, (at += 2) + 1), 16))
      else bytes.push(part[at] === '+' ? 0x20 : part.charCodeAt(at))
    }
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes))
  }
  return body.split('&').map((pair) => {
    const [name = '', value = '', ...more] = pair.split('=')
    if (more.length > 0) throw new Error('a bare = in a value')
    return [text(name), text(value)]
  })
}
