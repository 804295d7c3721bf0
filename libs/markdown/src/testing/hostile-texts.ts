import fc from 'fast-check'

/**
 * Fragments that could make a page run something, as in public collections of such texts: by element, handler, address and
 * parser.
 */
const elements = `
  script SCRIPT svg math iframe frame object embed applet style link meta base form input button textarea select template
  noscript xmp plaintext title video audio details dialog marquee portal isindex keygen body html a img p table x-element
`
  .trim()
  .split(/\s+/)
const attributes = [
  'onclick=alert(1)',
  'onerror="alert(1)"',
  "onload='alert(1)'",
  'ONFOCUS=alert(1) autofocus',
  'style="position:fixed;top:0"',
  'style=background:url(javascript:alert(1))',
  'srcdoc="<script>alert(1)</script>"',
  'formaction=javascript:alert(1)',
  'xlink:href="javascript:alert(1)"',
  'href="javascript:alert(1)"',
  'src=//evil.example/x',
  'action=https://evil.example/',
  'http-equiv=refresh content="0;url=https://evil.example"',
  'id=main class=btn name=cookie',
  'contenteditable onblur=alert(1)',
  'ontoggle=alert(1) open',
  '\u000Bonbegin=alert(1)',
  '/onmouseover=alert(1)/',
]
const addresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java&#x0A;script:alert(1)',
  'java&Tab;script&colon;alert(1)',
  'java\\script:alert(1)',
  'java&#127;script:alert(1)',
  '&#106;avascript:alert(1)',
  '&#0000106&#0000097javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml;base64,PHN2Zy8+',
  'data:image/png;base64,aaaa',
  'file:///etc/passwd',
  'blob:https://example.org/a',
  'view-source:javascript:alert(1)',
  'feed:javascript:alert(1)',
  'jar:javascript:alert(1)!/',
  'ms-msdt:/id',
  'intent://a#Intent;end',
  '//evil.example/',
  '/\\evil.example/',
  '\\\\evil.example',
  'https:/logout',
  'https:evil.example',
  '/accounts/logout/',
  '?logout=1',
  '#main',
  'https://example.org/"onmouseover="alert(1)',
  "https://example.org/'><script>alert(1)</script>",
  'https://example.org/%22%3E%3Cscript%3E',
  'https://user:password@evil.example/',
  'http://example.org/`',
  'mailto:a@example.org?body=<script>',
]
/** Fragments that confuse parsers about where one construct ends and another begins. */
const confusions = [
  '<!--',
  '-->',
  '--!>',
  '<![CDATA[',
  ']]>',
  '<?xml',
  '?>',
  '</',
  '<\0script>',
  '<scr<script>ipt>',
  '</p></td></table></div></body></html>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '`${alert(1)}`',
  '{{constructor.constructor("alert(1)")()}}',
  '＜script＞alert(1)＜/script＞',
  '\u2028<script>\u2029',
  '\uFEFF<script>',
  '\uD800<b>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;',
  '&#60;script&#62;',
  '%3Cscript%3E',
  '<script\n>alert(1)</script\t\n bar>',
  '<<script>alert(1)//<</script>',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<a href="x:x" title="a>b" onclick=alert(1)',
]
const markdown = (address: string, inner: string): readonly string[] => [
  `[${inner}](${address})`,
  `[${inner}](<${address}>)`,
  `![${inner}](${address})`,
  `[![${inner}](${address})](${address})`,
  `[a](${address} "${inner}")`,
  `![a](https://example.org/a.png '${inner}')`,
  `[a]: ${address} "${inner}"\n\n[a] ![a] [${inner}][a]`,
  `<${address}>`,
  `\`\`\`${inner}" onclick="alert(1)\n${address}\n\`\`\``,
  `~~~ ${inner}\n${address}`,
  `    ${inner}`,
  `\`${inner}\``,
  `| ${inner} | b |\n|:-:|"onclick=alert(1)|\n| ${address} | a |`,
  `| ${inner} | b |\n|:-:|--|\n| ${address} | a |`,
  `- [x] ${inner}\n- [ ] [a](${address})`,
  `> # ${inner}\n> ~~${address}~~`,
  `**${inner}*_${address}`,
  `${inner}\n===\n\n1. ${address}`,
  `\\${inner}\\`,
  `\\(${inner}\\) \\[${address}\\]`,
  `$$\n${inner}\n${address}\n$$`,
  `\\[\n${inner}\\]${address}`,
  `[\\(${inner}](${address})\\) \\(\\href{${address}}{${inner}}\\)`,
]

/** Every element with every attribute, and every address and confusing fragment in every form that Markdown has for it. */
export function hostileTexts(): readonly string[] {
  const html = elements.flatMap((element) =>
    attributes.map((attribute) => `<${element} ${attribute}>alert(1)</${element}>`),
  )
  return [
    ...html,
    ...html.map((text) => text.replace(/<\/.*$/, '')),
    ...confusions,
    ...addresses.flatMap((address) => markdown(address, 'a')),
    ...confusions.flatMap((text) => markdown('https://example.org/', text)),
    ...addresses.flatMap((address) => html.slice(0, 20).map((text) => `[${text}](${address})`)),
  ]
}

/** Random texts that are put together from such pieces. */
export const anyHostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...confusions),
      fc.constantFrom(...addresses),
      fc.constantFrom(...attributes),
      fc.constantFrom(...elements.flatMap((element) => [`<${element}`, `<${element}>`, `</${element}>`])),
      fc.constantFrom(
        ...'[ ] ( ) ![ ]( < > " \' ` * _ ~~ | \\ & # = :'.split(' '),
        '```\n',
        '\n',
        '\n\n',
        '    ',
        '> ',
        '- ',
        '- [x] ',
        '|-|\n',
        '\\(',
        '\\)',
        '\\[',
        '\\]',
        '$$',
        '\\href{',
        ' ',
      ),
      fc.nat({ max: 0x10ffff }).map((point) => String.fromCodePoint(point).toWellFormed()),
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(''))
