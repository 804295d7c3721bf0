/** The headers of every reply, errors and assets too. `Referrer-Policy: no-referrer` would make forms send `Origin: null`. */
export const replyHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': policyWith(null),
  'Referrer-Policy': 'same-origin',
}

/** The policy of a page whose script has this nonce; null: no script runs. What the script loads itself may run, too. */
export function policyWith(nonce: string | null): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    ...(nonce === null ? [] : [`script-src 'nonce-${nonce}' 'strict-dynamic'`, "worker-src 'self'"]),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}
