const visible = String.raw`
  .. . ... ../ ../x ../../../../tmp/x a/../../x ./x x/.. / //x /etc/cron.d/x \x \\host\share\x \\?\C:\x ~/x file:///x
  C: C:x C:\x c:.. x.txt::$DATA : /dev/null ..\x a\..\..\x \ %2e%2e%2fx ..%c0%afx ..;/x
  CON con NUL.txt COM1 COM¹ LPT9. AUX: ../PRN CONIN$ CLOCK$ x. x... - -rf --help -x.txt
  README readme ReadMe a.TXT A.txt answers.json ANSWERS.JSON ./answers.json manifest.csv ../manifest.csv
  =1+1 @SUM(1) +x " ' $(id) ;id |id * ? <x> [a] #x x;1 __proto__ constructor desktop.ini README CON ..
`
  .trim()
  .split(/\s+/)

const blanks = ['', ' ', '. .', '.. ', ' x', 'x ', 'x . ', '\u00A0x', 'x\u3000', ' -x', 'NUL .x', 'README (2)', 'a\tb']
const lookAlikes = [
  '-\u202Ex',
  '..\u2215x',
  '..\uFF0Fx',
  '..\uFF3Cx',
  '\uFF0E\uFF0E/x',
  'x\u202Egnp.exe',
  'a\u200Bb',
  '\uFEFFx',
]
const controls = ['\0', 'x\0.txt', '../x\0.c', 'a\r\nb', 'a\x1B[31mb', '\x7F', 'a\u0085b', 'a\u2028b', 'answers.json\0']
const surrogates = ['\uD800', '\uDC00x', '\uDE00\uD83D.c', 'x\uDFFF.txt', '\uFFFE', '\u{1FFFF}', 'x\u{E0041}']
const forms = ['Å', 'A\u030A', '\u212B', 'ﬁ', 'fi', 'K', '\u212A', 'ß', 'ẞ', 'SS', 'İ', 'i\u0307', 'ı', '\u0301x']
const long = ['a'.repeat(201), 'ä'.repeat(150), `${'𝒷'.repeat(80)}.txt`, `${'. '.repeat(150)}x`, 'e'.repeat(70_000)]

/** File names, some of them twice, with which a student might try to harm the person who extracts the archive. */
export const hostileNames = [visible, blanks, lookAlikes, controls, surrogates, forms, long].flat()
