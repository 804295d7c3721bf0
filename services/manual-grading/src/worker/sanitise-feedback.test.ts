import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitiseFeedback } from './sanitise-feedback.ts'

describe('sanitiseFeedback', () => {
  it.each([
    '<h2>Good</h2><p>The <em>second</em> part, see <code class="language-ts">a &lt; b</code>.</p>',
    '<ul><li>one</li><li>two<ol start="3"><li>three</li></ol></li></ul><hr /><blockquote>x<br />y</blockquote>',
    '<table><thead><tr><th align="right">a</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
    '<p>ääkköset, €, 😀 &amp; 50 % + 1</p>', '<img src="https://example.org/a.png" alt="a plot" />', '', 'plain',
    '<a href="https://example.org/?a=1&amp;b=2" rel="noopener noreferrer nofollow">there</a>',
    '<a href="mailto:a@example.org" rel="noopener noreferrer nofollow">write</a>',
  ])('leaves %j as it is', (html) => {
    expect(sanitiseFeedback(html)).toBe(html)
  })

  it.each<[html: string, shown: string]>([
    ['<script>alert(1)</script>a', 'a'], ['<SCRIPT SRC=//x.example></SCRIPT>a', 'a'], ['<style>*{display:none}</style>a', 'a'],
    ['<p onclick="alert(1)" style="position:fixed" id="main" class="btn">a</p>', '<p>a</p>'],
    ['<img src=x onerror=alert(1)>', '<img src="x" />'], ['<img src="http://example.org/a.png">', '<img />'], ['<img src="data:image/svg+xml,x">', '<img />'],
    ['<a href="javascript:alert(1)">a</a>', '<a rel="noopener noreferrer nofollow">a</a>'],
    ['<a href=" jav&#x09;ascript:alert(1)">a</a>', '<a rel="noopener noreferrer nofollow">a</a>'],
    ['<a href="//example.org">a</a>', '<a rel="noopener noreferrer nofollow">a</a>'],
    ['<a href="data:text/html,x">a</a>', '<a rel="noopener noreferrer nofollow">a</a>'],
    ['<svg><script>alert(1)</script><a xlink:href="javascript:alert(1)">a</a></svg>', '<a rel="noopener noreferrer nofollow">a</a>'],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>', '<table></table>'],
    ['<iframe src="https://example.org"></iframe><object data="x"></object><embed src="x">a', 'a'],
    ['<form action="https://example.org"><input name="password"><button>Log in</button></form>', 'Log in'],
    ['<base href="https://example.org"><meta http-equiv="refresh" content="0"><link rel="stylesheet" href="x">a', 'a'],
    ['<!--[if IE]><script>alert(1)</script><![endif]-->a', 'a'], ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>', '<p title="&lt;/noscript&gt;&lt;img src=x onerror=alert(1)&gt;"></p>'],
    ['</div></body><p>a', '<p>a</p>'], ['<p>a', '<p>a</p>'], ['a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
  ])('takes what could do harm out of %j', (html, shown) => {
    expect(sanitiseFeedback(html)).toBe(shown)
  })

  const pieces = fc.constantFrom(
    '<', '>', '"', '\'', '/', '=', ' ', '&', '&lt;', '&#60;', '<!--', '-->', '<![CDATA[', ']]>', '<script', '</script>', '<svg>', '<style>', '</style>',
    '<p ', '<a href=', '<img src=x ', 'onerror=alert(1)', 'javascript:alert(1)', 'title=', '<textarea>', '<noscript>', '<template>', '<table>', '<b>', '</b>', 'ä', '\0', '\t', '\u2028', 'x',
  )
  const html = fc.array(pieces, { maxLength: 40 }).map((all) => all.join(''))

  it('lets nothing through that is not on its list, whatever it is made of', () => {
    fc.assert(fc.property(html, (given) => {
      const shown = sanitiseFeedback(given) ?? ''
      // Where a tag could begin one of the list does, with attributes of the list; all else is text.
      for (const [tag] of shown.matchAll(/<[^>]*>?/g)) {
        expect(tag).toMatch(/^<\/?(?:p|a|b|img|table)(?: (?:href|rel|src|title)="[^"<>]*")*(?: \/)?>$/)
      }
      // As a browser reads it.
      for (const [, href] of shown.matchAll(/href="([^"]*)"/g)) {
        expect(URL.parse(href!.replaceAll('&amp;', '&'), 'https://plus.example.org')?.protocol ?? 'https:').toMatch(/^(?:https?|mailto):$/)
      }
    }), { numRuns: 2000 })
  })

  it('refuses what has more tags than anybody reads, which would keep the worker busy', () => {
    expect(sanitiseFeedback('<b>'.repeat(20_001))).toBeNull()
    expect(sanitiseFeedback(`<p>${'x'.repeat(1_000_000)}</p>`)).toHaveLength(1_000_007)
    expect(sanitiseFeedback('<i>a</i>'.repeat(10_000))).toBe('<i>a</i>'.repeat(10_000))
  })
})
