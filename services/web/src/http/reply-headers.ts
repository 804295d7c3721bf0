/**
 * What every reply carries, errors and assets too. `same-origin` and not `no-referrer`, with which forms would send `Origin: null`. Pages
 * have no script yet.
 */
export const replyHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; '),
  'Referrer-Policy': 'same-origin',
}
