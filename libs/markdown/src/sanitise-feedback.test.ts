import { gradeForm } from '@course-grading/domain/delivery/grade-form'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitiseFeedback } from './sanitise-feedback.ts'

const opensApart = 'rel="nofollow noopener noreferrer" target="_blank"'

describe('sanitiseFeedback', () => {
  it.each([
    '<h2>Good</h2><p>The <em>second</em> part, see <code class="language-ts">a &lt; b</code>.</p>',
    '<ul><li>one</li><li>two<ol start="3"><li>three</li></ol></li></ul><hr /><blockquote>x<br />y</blockquote>',
    '<table class="table"><thead><tr><th align="right">a</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
    '<p>ääkköset, €, 😀 &amp; 50 % + 1</p>',
    '',
    'plain',
    '<a href="https://example.org/?a=1&amp;b=2" rel="nofollow noopener noreferrer" target="_blank">there</a>',
    '<a href="mailto:a@example.org" rel="nofollow noopener noreferrer" target="_blank">write</a>',
  ])('leaves %j as it is', (html) => {
    expect(sanitiseFeedback(html)).toBe(html)
  })

  it.each<[html: string, shown: string]>([
    ['<script>alert(1)</script>a', 'a'],
    ['<SCRIPT SRC=//x.example></SCRIPT>a', 'a'],
    ['<style>*{display:none}</style>a', 'a'],
    ['<p onclick="alert(1)" style="position:fixed" id="main" class="btn">a</p>', '<p>a</p>'],
    ['<img src=x onerror=alert(1)>a', 'a'],
    ['<table class="table modal navbar"></table><p class="table">a</p>', '<table class="table"></table><p>a</p>'],
    [
      String.raw`\(\href{javascript:alert(1)}{a}\) \&#99;lass{btn}{b} \hrefs \html`,
      '\\(\\\u2060href{javascript:alert(1)}{a}\\) \\\u2060class{btn}{b} \\hrefs \\html',
    ],
    [String.raw`<code>\href{a}{b}</code>`, String.raw`<code>\href{a}{b}</code>`],
    [
      '<a href="https://example.org" target="_top">a</a>',
      '<a href="https://example.org" target="_blank" rel="nofollow noopener noreferrer">a</a>',
    ],
    ['<a href="javascript:alert(1)">a</a>', '<a rel="nofollow noopener noreferrer" target="_blank">a</a>'],
    ['<a href=" jav&#x09;ascript:alert(1)">a</a>', '<a rel="nofollow noopener noreferrer" target="_blank">a</a>'],
    ...['\x7f', '\x80', '\x85', '\x9f', '&#127;', '&#x9d;', '&#127', '\x01\x7f', '&amp;#127;'].map(
      (control): [string, string] => [
        `<a href="java${control}script:alert(1)">a</a>`,
        '<a rel="nofollow noopener noreferrer" target="_blank">a</a>',
      ],
    ),
    ['<a href="/\x7f/evil.example/">a</a>', '<a rel="nofollow noopener noreferrer" target="_blank">a</a>'],
    ['<scr\x7fipt>alert(1)</scr\x7fipt>', 'alert(1)'],
    ['<p title="a\x7fb">\x07c&#7;</p>', '<p title="ab">c</p>'],
    ['<a href="//example.org">a</a>', '<a rel="nofollow noopener noreferrer" target="_blank">a</a>'],
    ['<a href="data:text/html,x">a</a>', '<a rel="nofollow noopener noreferrer" target="_blank">a</a>'],
    [
      '<svg><script>alert(1)</script><a xlink:href="javascript:alert(1)">a</a></svg>',
      '<a rel="nofollow noopener noreferrer" target="_blank">a</a>',
    ],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>', '<table></table>'],
    ['<iframe src="https://example.org"></iframe><object data="x"></object><embed src="x">a', 'a'],
    ['<form action="https://example.org"><input name="password"><button>Log in</button></form>', 'Log in'],
    ['<base href="https://example.org"><meta http-equiv="refresh" content="0"><link rel="stylesheet" href="x">a', 'a'],
    ['<!--[if IE]><script>alert(1)</script><![endif]-->a', 'a'],
    [
      '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
      '<p title="&lt;/noscript&gt;&lt;img src=x onerror=alert(1)&gt;"></p>',
    ],
    ['</div></body><p>a', '<p>a</p>'],
    ['<p>a', '<p>a</p>'],
    ['a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
  ])('removes what could do harm from %j', (html, shown) => {
    expect(sanitiseFeedback(html)).toBe(shown)
  })

  it.each([
    '/accounts/logout/',
    'accounts/logout/',
    './a',
    '../a',
    '?logout=1',
    '#main',
    '',
    '//example.org/a',
    '/\\example.org/a',
    '\\\\example.org/a',
    // Browsers on a page of the same scheme take these for a path of that page's own site.
    'https:/accounts/logout/',
    'https:accounts/logout/',
    'HTTPS:accounts/logout/',
    'http:/accounts/logout/',
    'https:?a',
    'https:#a',
    'https&colon;/accounts/logout/',
    ' https:/accounts/logout/',
    'ht\ntps:/accounts/logout/',
    'https:\t/accounts/logout/',
    'https:\x7f/accounts/logout/',
    'ftp://example.org/a',
    'tel:112',
    'sms:112',
    'blob:https://example.org/a',
    'view-source:https://example.org/',
    'data:text/html,x',
    'x-scheme://a',
  ])('lets no link and no image lead to %j, which signs a reader out or says nothing of where it leads', (address) => {
    expect(sanitiseFeedback(`<a href="${address}">a</a><img alt="b" src="${address}" />`)).toBe(
      '<a rel="nofollow noopener noreferrer" target="_blank">a</a>b',
    )
  })

  it.each<[html: string, shown: string]>([
    [
      '<img src="https://a.example/?b&amp;c" alt="d &lt; e">',
      `<a href="https://a.example/?b&amp;c" ${opensApart}>d &lt; e</a>`,
    ],
    [
      '<img alt="a" src="http://a.example/" title="t" width="9">',
      `<a href="http://a.example/" title="t" ${opensApart}>a</a>`,
    ],
    ['<img src="https://a.example/" alt=" ">', `<a href="https://a.example/" ${opensApart}>https://a.example/</a>`],
    ['<p>a<img alt="b">c</p>', '<p>abc</p>'],
    ['<img src="data:image/svg+xml,x" alt="a"> b', 'a b'],
    ['<img title=" src=" alt="https://a.example/">a', 'https://a.example/a'],
    [
      '<a href="https://a.example/"><b><img src="https://b.example/" alt="b"></b></a><img src="https://c.example/" alt="c">',
      `<a href="https://a.example/" ${opensApart}><b>b</b></a><a href="https://c.example/" ${opensApart}>c</a>`,
    ],
  ])('makes an image a link with its alternative text, or that text alone: %j', (html, shown) => {
    expect(sanitiseFeedback(html)).toBe(shown)
  })

  it.each(['http://example.org/', 'HTTPS://EXAMPLE.ORG/a', 'MailTo:a@example.org'])(
    'leaves the link to %j',
    (address) => {
      expect(sanitiseFeedback(`<a href="${address}">a</a>`)).toBe(
        `<a href="${address}" rel="nofollow noopener noreferrer" target="_blank">a</a>`,
      )
    },
  )

  const pieces = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '/',
    '=',
    ' ',
    '&',
    '&lt;',
    '&#60;',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<script',
    '</script>',
    '<svg>',
    '<style>',
    '</style>',
    '<p ',
    '<a href=',
    '<img src=x ',
    'onerror=alert(1)',
    'javascript:alert(1)',
    'title=',
    '<textarea>',
    '<noscript>',
    '<template>',
    '<table>',
    '<b>',
    '</b>',
    'ä',
    '\0',
    '\t',
    '\u2028',
    'x',
    '\x7f',
    '&#127;',
    '\x01',
  )
  const html = fc.array(pieces, { maxLength: 40 }).map((all) => all.join(''))

  it('keeps only elements and attributes on its list, for any HTML', () => {
    fc.assert(
      fc.property(html, (given) => {
        const shown = sanitiseFeedback(given) ?? ''
        // The form sends exactly the sanitised text.
        expect(
          gradeForm({
            points: '1',
            maxPoints: '1',
            payload: '{}',
            notify: false,
            deliveryId: '01920000-0000-7000-8000-000000000001',
            sendNumber: 1,
            feedbackHtml: shown,
          }),
        ).toMatchObject({ ok: true, fields: { feedback: shown } })
        // Each possible beginning of a tag is an allowed tag with allowed attributes.
        for (const [tag] of shown.matchAll(/<[^>]*>?/g)) {
          expect(tag).toMatch(/^<\/?(?:p|a|b|table)(?: (?:href|rel|target|title)="[^"<>]*")*(?: \/)?>$/)
        }
        // The address is resolved as a browser reads it.
        for (const [, href] of shown.matchAll(/href="([^"]*)"/g)) {
          expect(URL.parse(href!.replaceAll('&amp;', '&'), 'https://plus.example.org')?.protocol ?? 'https:').toMatch(
            /^(?:https?|mailto):$/,
          )
        }
      }),
      { numRuns: 500 },
    )
  })

  const hidden = fc.constantFrom(
    '',
    '\x7f',
    '\x85',
    '\x9d',
    '&#127;',
    '&#x9d;',
    '&#127',
    '\t',
    '&#9;',
    '\x01',
    '\0',
    ' ',
    '\u200b',
  )
  const address = fc
    .tuple(
      hidden,
      fc.constantFrom('java', 'JaVa', 'da', '/', '\\', 'https:', 'http:', 'mailto:'),
      hidden,
      fc.constantFrom('script:', 'ta:text/html,', '/', '\\', '//'),
      hidden,
      fc.constantFrom('evil.example/', 'alert(1)'),
    )
    .map((parts) => parts.join(''))

  it('has only links with absolute addresses, even if other addresses are hidden in the text', () => {
    fc.assert(
      fc.property(address, (given) => {
        const [, shown] = /href="([^"]*)"/.exec(sanitiseFeedback(`<a href="${given}">a</a>`) ?? '') ?? []
        if (shown === undefined) return
        const href = shown.replaceAll('&amp;', '&')
        // A browser resolves the address to the same place on every page.
        const places = ['https://plus.example.org/a/', 'http://plus.example.org/', 'https://other.example/'].map(
          (page) => URL.parse(href, page)?.href,
        )
        expect(new Set(places).size).toBe(1)
        expect(places[0] ?? 'https:').toMatch(/^(?:https?|mailto):/)
      }),
      { numRuns: 1000 },
    )
  })

  it('refuses more tags than a text for people has, which would keep the worker busy', () => {
    expect(sanitiseFeedback('<b>'.repeat(20_001))).toBeNull()
    expect(sanitiseFeedback(`<p>${'x'.repeat(1_000_000)}</p>`)).toHaveLength(1_000_007)
    expect(sanitiseFeedback('<img src="https://a.example/">'.repeat(10_001))).toBeNull()
    expect(sanitiseFeedback('<i>a</i>'.repeat(10_000))).toBe('<i>a</i>'.repeat(10_000))
  })
})
