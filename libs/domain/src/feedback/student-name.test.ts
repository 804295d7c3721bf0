import { describe, expect, it } from 'vitest'
import { filledBytes, fillStudentName } from './student-name.ts'

describe('fillStudentName', () => {
  it.each<[what: string, html: string, names: readonly string[], filled: string]>([
    ['joins the names of a group', '<p>Dear {{studentName}},</p>', ['Eve', 'Åke  Ö'], '<p>Dear Eve, Åke Ö,</p>'],
    ['leaves out a name that is not known', '<p>{{studentName}}!</p>', ['', ' '], '<p>!</p>'],
    ['puts a name in place as text', '{{studentName}}', ['<b>"A" &\u0007\n B'], '&lt;b&gt;"A" &amp; B'],
    [
      'keeps a name within an attribute',
      '<a title="for {{studentName}}">a</a>',
      ['" $& onclick="x'],
      '<a title="for &quot; $&amp; onclick=&quot;x">a</a>',
    ],
    [
      'makes no name a class',
      '<code class="language-{{studentName}}">{{studentName}}</code>',
      ['A modal'],
      '<code class="language-{{studentName}}">A modal</code>',
    ],
    ['fills nothing in a name', '{{studentName}}', ['{{studentName}}'], '{{studentName}}'],
    ['leaves other placeholders', '{{points}} {{studentName}}', ['Eve'], '{{points}} Eve'],
    [
      'cuts the joined names after 300 characters',
      '{{studentName}}',
      ['😀'.repeat(200), 'a'.repeat(200)],
      `${'😀'.repeat(200)}, ${'a'.repeat(98)}`,
    ],
  ])('%s', (_, html, names, filled) => {
    expect(fillStudentName(html, names)).toBe(filled)
  })
})

describe('filledBytes', () => {
  it('is at least what the longest names take, wherever they stand', () => {
    const html = '<p title="{{studentName}}">{{studentName}}{{studentName}}</p>'
    expect(filledBytes('ä')).toBe(2)
    expect(filledBytes(html)).toBe(html.length + 3 * 1_785)
    expect(Buffer.byteLength(fillStudentName(html, ['"'.repeat(400)]))).toBeLessThan(filledBytes(html))
  })
})
