import { describe, expect, it } from 'vitest'
import { renderTexts } from './render-texts.ts'

const limit = 500_000

function html(text: string): string {
  const rendered = renderTexts([text], limit)
  if (!rendered.ok) throw new Error(rendered.reason)
  return rendered.html[0] ?? ''
}

/** As a browser shows it. */
const textOf = (rendered: string): string =>
  rendered
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

describe('renderTexts', () => {
  it('gives each text its HTML, in their order', () => {
    expect(renderTexts(['*a*', '', 'b'], limit)).toEqual({ ok: true, html: ['<p><em>a</em></p>\n', '', '<p>b</p>\n'] })
  })

  it('shows HTML as text', () => {
    expect(html('<b onclick="x()">a</b>\n\n<script>alert(1)</script>')).toBe(
      '<p>&lt;b onclick="x()"&gt;a&lt;/b&gt;</p>\n<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n',
    )
  })

  it('keeps each line break that was typed, but in code and formulas, where lines are lines already', () => {
    expect(html('a\r\nb  \nc\n- d\n  *e*\nf\n\n`g\nh` \\(i\nj\\)')).toBe(
      '<p>a<br />\nb<br />\nc</p>\n<ul>\n<li>d<br />\n<em>e</em><br />\nf</li>\n</ul>\n<p><code>g h</code> \\(i\nj\\)</p>\n',
    )
  })

  it('aligns the columns of tables without styles, and their heads also where the learning platform has a rule for them', () => {
    expect(html('| a | b | c |\n|--:|:-:|:--|\n| 1 | 2 | 3 |').replaceAll('\n', '')).toBe(
      '<table class="table"><thead><tr><th align="right" class="text-right text-end">a</th>' +
        '<th align="center" class="text-center">b</th><th align="left">c</th></tr></thead><tbody><tr>' +
        '<td align="right">1</td><td align="center">2</td><td align="left">3</td></tr></tbody></table>',
    )
  })

  it('draws tables', () => {
    expect(html('| a | b |\n|---|---|\n| 1 | 2 |')).toBe(
      '<table class="table">\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n' +
        '<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>\n',
    )
  })

  it('begins headings two levels below those of the page that shows it', () => {
    expect(html('# a\n\n## b\n\nc\n---\n\n###### d')).toBe('<h5>a</h5>\n<h6>b</h6>\n<h6>c</h6>\n<h6>d</h6>\n')
  })

  it.each([
    String.raw`\(a_1 * b_2 * c < d\)`,
    String.raw`\[\frac{a}{b} \\ *c* \]`,
    '$$x_1 ~~y~~ [z](https://example.org)$$',
    String.raw`\(\{a\} & \text{"b"}\)`,
    '\\(a\n+ b\\)',
  ])('keeps the formula %j as it was typed', (formula) => {
    expect(textOf(html(`It is *so*: ${formula.replace('\n+', '\n')}, see.`))).toBe(
      `It is so: ${formula.replace('\n+', '\n')}, see.\n`,
    )
    expect(textOf(html(`| a |\n|---|\n| ${formula.replace('\n', ' ')} |`))).toContain(formula.replace('\n', ' '))
  })

  it.each([
    ['$$\na\n= b\n$$', ''],
    ['\\[\na\n- b\n# c\n> d\n\\]', ''],
    ['$$a\n+ b$$', ' which is so.'],
  ])('keeps the formula %j on lines of its own, whatever they look like', (formula, after) => {
    expect(html(`Then\n${formula}${after}\n\n*b*`)).toBe(
      `<p>Then</p>\n<p>${formula.replace('>', '&gt;')}${after}</p>\n<p><em>b</em></p>\n`,
    )
    expect(textOf(html(`> 1. Then\n>    ${formula.replaceAll('\n', '\n>    ')}`))).toContain(formula)
  })

  it.each([
    [String.raw`\(*a*`, '<p>(<em>a</em></p>\n'],
    [String.raw`\\(a\\) \(\)`, String.raw`<p>\(a\) ()</p>` + '\n'],
    ['$$*a*', '<p>$$<em>a</em></p>\n'],
    ['$5 and *6* $', '<p>$5 and <em>6</em> $</p>\n'],
    ['$$\n*a*\n\nb$$', '<p>$$<br />\n<em>a</em></p>\n<p>b$$</p>\n'],
    [String.raw`\[*a*](b)`, '<p>[<em>a</em>](b)</p>\n'],
  ])('takes %j for no formula', (text, shown) => {
    expect(html(text)).toBe(shown)
  })

  it('leaves code as it is', () => {
    expect(html('`\\(a\\)`\n\n    $$\n    a\n    $$')).toBe(
      '<p><code>\\(a\\)</code></p>\n<pre><code>$$\na\n$$\n</code></pre>\n',
    )
  })

  it('strikes through', () => {
    expect(html('~~a~~')).toBe('<p><del>a</del></p>\n')
  })

  it.each([
    ['- [ ] a', '<li>☐ a</li>'],
    ['- [x] a', '<li>☑ a</li>'],
    ['1. [X] *a*', '<li>☑ <em>a</em></li>'],
    ['- [ ]', '<li>[ ]</li>'],
    ['- [y] a', '<li>[y] a</li>'],
    ['- a [x] b', '<li>a [x] b</li>'],
  ])('draws the task %j as a box', (text, item) => {
    expect(html(text)).toContain(item)
  })

  it('draws the box of a task in a paragraph of its own', () => {
    expect(html('- [x] a\n\n- b')).toContain('<p>☑ a</p>')
  })

  it('shows brackets that are in no list as they are', () => {
    expect(html('[x] a')).toBe('<p>[x] a</p>\n')
  })

  it.each([
    ['[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>\n'],
    ['[a](/logout)', '<p><a rel="nofollow noopener noreferrer" target="_blank">a</a></p>\n'],
    ['![a](data:image/png;base64,aa)', '<p>a</p>\n'],
    ['<tel:112>', '<p><a rel="nofollow noopener noreferrer" target="_blank">tel:112</a></p>\n'],
    ['a\u0007b', '<p>ab</p>\n'],
    ['[a](java&#127;script:b)', '<p><a rel="nofollow noopener noreferrer" target="_blank">a</a></p>\n'],
  ])('allows only web and mail addresses: %j', (text, shown) => {
    expect(html(text)).toBe(shown)
  })

  it('writes an address of the web, with what the page is to know of the link', () => {
    expect(html('[a](https://example.org/?a=1&b=2 "t")')).toBe(
      '<p><a href="https://example.org/?a=1&amp;b=2" title="t" rel="nofollow noopener noreferrer" target="_blank">a</a></p>\n',
    )
  })

  it('writes an image as a link to it, and inside a link as its alternative text', () => {
    expect(html('![*a*](https://a.example/) [![b](https://b.example/)](https://c.example/)')).toBe(
      '<p><a href="https://a.example/" rel="nofollow noopener noreferrer" target="_blank">a</a> ' +
        '<a href="https://c.example/" rel="nofollow noopener noreferrer" target="_blank">b</a></p>\n',
    )
  })

  it('refuses a text that is longer than the limit', () => {
    const exact = Buffer.byteLength(html('ä'.repeat(100)))
    expect(renderTexts(['ä'.repeat(100)], exact)).toMatchObject({ ok: true })
    expect(renderTexts(['ä'.repeat(100)], exact - 1)).toEqual({ ok: false, reason: 'too_long' })
  })

  it('refuses texts that are longer than the limit together', () => {
    expect(renderTexts(['a', 'b'], 18)).toMatchObject({ ok: true })
    expect(renderTexts(['a', 'b'], 15)).toEqual({ ok: false, reason: 'too_long' })
  })

  it('counts the shown text, and not its escaped form in between', () => {
    expect(renderTexts(['"'.repeat(200_000)], limit)).toMatchObject({ ok: true })
  })

  it('refuses references that repeat a long address, before they take memory', () => {
    expect(renderTexts([`[a]: https://${'u'.repeat(100_000)}\n\n${'[a]'.repeat(33_000)}`], limit)).toEqual({
      ok: false,
      reason: 'too_long',
    })
  })

  it('refuses more elements than a text for people has', () => {
    expect(renderTexts(['*a* '.repeat(20_000)], limit)).toEqual({ ok: false, reason: 'too_many_elements' })
  })

  it.each([
    ['quotes', `${'> '.repeat(55)}a`],
    ['lists', `${'- '.repeat(27)}a`],
  ])('shows deeply nested %s', (_, text) => {
    expect(html(text)).toContain('a')
  })

  it.each([
    ['quotes', `${'> '.repeat(60)}a`],
    ['lists', `${'- '.repeat(31)}a`],
  ])('rejects %s that are nested so deep that a part would be missing', (_, text) => {
    expect(renderTexts([text], limit)).toEqual({ ok: false, reason: 'too_deep' })
  })

  it('shows all characters of a text with deep emphasis', () => {
    expect(html(`${'*a '.repeat(80)}${'b*'.repeat(80)}`).replaceAll(/<[^>]*>/g, '')).toMatch(/^[*ab\s]*$/)
  })

  it('refuses emphasis that is deeper than the sanitiser keeps, with what may be around it', () => {
    const text = `${'*a **b '.repeat(60)}${'c** d*'.repeat(60)}`
    expect(renderTexts([text], limit)).toEqual({ ok: false, reason: 'too_deep' })
  })
})
