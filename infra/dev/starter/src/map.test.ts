import { expect, it } from 'vitest'
import { mapOf, mapOfRealUpstream } from './map.ts'
import { portsFrom } from './ports.ts'

it.each([mapOf, (facts: Parameters<typeof mapOf>[0]) => mapOfRealUpstream({ ...facts, upstreamUrl: '' })])(
  'prints the address of the pages and the secret that were given, the latter by its name (%#)',
  (print) => {
    const ours = { ports: portsFrom(8081), logDir: '', dataDir: null, checkout: '' }
    const map = print({ ...ours, publicOrigin: 'https://grading.example.org', hasGivenSecret: true })
    expect(map).toContain('in a browser:\n\n  https://grading.example.org/\n')
    expect(map.match(/X-Service-Frontend-Secret: [^"']+/g)).toContain('X-Service-Frontend-Secret: $FRONTEND_SECRET')
    expect(map).not.toContain('dev-frontend-secret')
  },
)
