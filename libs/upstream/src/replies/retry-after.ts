const shortestS = 1
const maxS = 60

/** Reads RFC 9110 10.2.3, limited to 1 to 60 s: A+ must not send our callers away for a day. Undefined if unreadable. */
export function retryAfterSeconds(header: string | string[] | undefined, nowMs: number): number | undefined {
  if (typeof header !== 'string') return undefined
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : secondsUntil(header, nowMs)
  return seconds === undefined ? undefined : Math.min(maxS, Math.max(shortestS, Math.ceil(seconds)))
}

function secondsUntil(date: string, nowMs: number): number | undefined {
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(date)) return undefined
  const at = Date.parse(date)
  return Number.isNaN(at) ? undefined : (at - nowMs) / 1000
}
