import { randomUUIDv7 } from 'node:crypto'

const maxCount = 0xfff
let lastMs = 0
let count = 0

/** UUIDv7, greater than all made before, even if the clock is set back: lists are ordered by ids (RFC 9562, 6.2, method 1). */
export function newId(): string {
  const random = randomUUIDv7()
  const nowMs = Number.parseInt(random.slice(0, 8) + random.slice(9, 13), 16)
  if (nowMs > lastMs) [lastMs, count] = [nowMs, 0]
  else if (count < maxCount) count += 1
  else [lastMs, count] = [lastMs + 1, 0]
  const time = lastMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}${random.slice(18)}`
}
