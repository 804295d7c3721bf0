import { describe, expect, it } from 'vitest'
import { type KubernetesObject, ofKind } from './objects.ts'
import { rendered } from './rendered.ts'

const hosts = {
  demo: { api: 'grading.localhost', docs: 'docs.grading.localhost', simulator: 'aplus.grading.localhost' },
  production: { api: 'grading.example.org', docs: 'docs.grading.example.org', simulator: null },
} as const

interface Specified extends KubernetesObject {
  readonly spec: { readonly listeners?: readonly object[] }
}

/** A rule that sends a write once, limits who waits, and keeps a browser with TLS. */
const to = (name: string, port: number, paths: readonly (readonly [string, string])[], request = '65s') => ({
  matches: paths.map(([type, value]) => ({ path: { type, value } })),
  filters: [
    {
      type: 'ResponseHeaderModifier',
      responseHeaderModifier: { set: [{ name: 'Strict-Transport-Security', value: 'max-age=31536000' }] },
    },
  ],
  timeouts: { request },
  backendRefs: [{ name, port }],
})
const route = (sectionName: string, hostnames: readonly string[], rules: readonly object[]) => ({
  parentRefs: [{ name: 'entrance', sectionName }],
  hostnames,
  rules,
})

describe.each(['demo', 'production'] as const)('the entrance of %s', (overlay) => {
  const { api, docs, simulator } = hosts[overlay]
  const ofSimulator = [
    ['Exact', '/'],
    ['Exact', '/lti-login'],
  ] as const

  it('has a listener with a certificate for each host, and one that leads to TLS', () => {
    const listeners = ofKind<Specified>(rendered[overlay], 'Gateway').flatMap(({ spec }) => spec.listeners ?? [])
    const secure = (name: string, hostname: string, certificate: string) => ({
      name,
      port: 443,
      protocol: 'HTTPS',
      hostname,
      tls: { certificateRefs: [{ name: certificate }] },
    })
    expect(listeners).toEqual([
      { name: 'plain', port: 80, protocol: 'HTTP' },
      secure('pages', api, 'api-tls'),
      secure('documentation', docs, 'docs-tls'),
      ...(simulator === null ? [] : [secure('simulator', simulator, 'api-tls')]),
    ])
  })

  it("publishes the API's operations, the pages and the documentation, and of a simulator its first page", () => {
    const routes = ofKind<Specified>(rendered[overlay], 'HTTPRoute').map(({ metadata, spec }) => [metadata.name, spec])
    expect(Object.fromEntries(routes)).toEqual({
      pages: route(
        'pages',
        [api],
        [
          to('public-api', 8081, [['PathPrefix', '/api/v1']]),
          // A file of a submission takes as long as its reader.
          to('web', 8080, [['PathPrefix', '/']], '0s'),
        ],
      ),
      documentation: route('documentation', [docs], [to('docs', 8088, [['PathPrefix', '/']])]),
      'to-tls': route(
        'plain',
        [api, docs, ...(simulator === null ? [] : [simulator])],
        [{ filters: [{ type: 'RequestRedirect', requestRedirect: { scheme: 'https', statusCode: 301 } }] }],
      ),
      ...(simulator !== null && { simulator: route('simulator', [simulator], [to('simulator', 8090, ofSimulator)]) }),
    })
  })
})
