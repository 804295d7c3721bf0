import { expect, it } from 'vitest'
import { templateOriginsOf } from './upstream.ts'

it.each([
  ['http://localhost:8000', '127.0.0.1/32 ::1/128'],
  ['http://LOCALHOST', '127.0.0.1/32 ::1/128'],
  ['http://127.0.0.1:8000', '127.0.0.1/32'],
  ['http://[fd00::1]', 'fd00::1/128'],
  ['http://10.1', '10.0.0.1/32'],
  ['https://plus.example.org', ''],
  ['https://localhost.example.org', ''],
  ['https://evil.localhost', ''],
  ['https://127.0.0.1.example.org', ''],
  ['https://localhost.', ''],
])('the A+ at %s may be reached at the private addresses %j', (url, ranges) => {
  const entries = templateOriginsOf({ url, isSimulator: false }).split(',')
  expect(entries.map((entry) => entry.split('|')[1] ?? '').join(' ')).toBe(ranges)
})
