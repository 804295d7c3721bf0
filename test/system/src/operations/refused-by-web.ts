/** What web needs in production, beside what all services do. */
export const ofWeb = {
  FRONTEND_INTERNAL_URL: 'http://frontend-internal.example:8082',
  FRONTEND_SECRET: 'kJ8s2mQpZ4xV7tB1nC6yH3wL9rD5fG0a',
  PUBLIC_ORIGIN: 'https://grading.example.org',
  TIME_ZONE: 'Europe/Helsinki',
  LTI_KEY: 'key-of-launches',
  LTI_SECRET: 'vT1nB6yC3wH9rL5fD0aG8sJ2mKpQ4xZ7',
}

/** The variable that web must name, and what makes it wrong. */
export const refusedByWeb: readonly (readonly [variable: string, spoiled: Readonly<Record<string, string>>])[] = [
  ['OPS_PORT', { OPS_PORT: '' }],
  ['TRUSTED_PROXY_HOPS', { TRUSTED_PROXY_HOPS: '' }],
  ['UPSTREAM_BASE_URL', { UPSTREAM_BASE_URL: 'ftp://canary.example' }],
  ['FRONTEND_INTERNAL_URL', { FRONTEND_INTERNAL_URL: 'http://canary.example/internal' }],
  ['FRONTEND_SECRET', { FRONTEND_SECRET: 'dev-frontend-secret-0000000000000000' }],
  ['FRONTEND_SECRET_FILE', { FRONTEND_SECRET: '', FRONTEND_SECRET_FILE: '/nowhere/canary' }],
  ['TIME_ZONE', { TIME_ZONE: '' }],
  ['TIME_ZONE', { TIME_ZONE: 'Canary/Nowhere' }],
  ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'http://canary.example' }],
  ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://canary.example/pages' }],
  ['LTI_KEY', { LTI_KEY: 'canary with blanks in it' }],
  ['LTI_KEY', { LTI_KEY: '' }],
  ['LTI_KEY', { LTI_SECRET: '' }],
  ['LTI_SECRET', { LTI_SECRET: 'canary-of-less-than-32-bytes' }],
  ['LTI_SECRET_FILE', { LTI_SECRET: '', LTI_SECRET_FILE: '/nowhere/canary' }],
  [
    'LTI_SECRET_PREVIOUS',
    { LTI_KEY: '', LTI_SECRET: '', LTI_SECRET_PREVIOUS: 'canary-of-many-more-than-32-bytes-0123' },
  ],
  ['LTI_SECRET_PREVIOUS', { LTI_SECRET_PREVIOUS: 'vT1nB6yC3wH9rL5fD0aG8sJ2mKpQ4xZ7' }],
  ['LTI_SECRET_PREVIOUS_FILE', { LTI_SECRET_PREVIOUS_FILE: '/nowhere/canary' }],
]

export const wrongWordsOfWeb = {
  FRONTEND_INTERNAL_URL: 'canary://x',
  PUBLIC_ORIGIN: 'canary://y',
  TIME_ZONE: 'Canary/Nowhere',
  LTI_KEY: 'canary with blanks',
}
