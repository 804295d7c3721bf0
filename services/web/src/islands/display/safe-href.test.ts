import { expect, it } from 'vitest'
import { safeHref } from './safe-href.ts'

it.each([
  ['https://plus.example.org/a?b#c', 'https://plus.example.org/a?b#c'],
  ['HTTP://PLUS.example.org:80', 'http://plus.example.org/'],
  ...[null, '', '/a', '//plus.example.org', 'plus.example.org', 'javascript:alert(1)', 'JavaScript:alert(1)'].map(none),
  ...[' javascript:alert(1)', 'java\nscript:alert(1)', 'javascript://https://plus.example.org', 'httpsx://a'].map(none),
  ...['data:text/html,https://a', 'blob:https://plus.example.org/a', 'vbscript:https:', 'xhttps://a'].map(none),
])('a link to %j leads to %j', (address, href) => {
  expect(safeHref(address)).toBe(href)
})

function none(address: string | null): [string | null, null] {
  return [address, null]
}
