import { type KubernetesObject, type ManifestRule, type Manifests, ofKind } from './objects.ts'

interface Gateway extends KubernetesObject {
  readonly spec: {
    readonly listeners: readonly {
      readonly name: string
      readonly protocol: string
      readonly hostname?: string
      readonly tls?: { readonly certificateRefs?: readonly unknown[] }
    }[]
  }
}
interface Filter {
  readonly type: string
  readonly requestRedirect?: { readonly scheme?: string }
  readonly responseHeaderModifier?: { readonly set?: readonly { readonly name: string }[] }
}
interface Rule {
  readonly matches?: readonly { readonly path?: { readonly type: string; readonly value: string } }[]
  readonly filters?: readonly Filter[]
  readonly timeouts?: { readonly request?: string }
  readonly retry?: unknown
  readonly backendRefs?: readonly { readonly name: string; readonly port: number }[]
}
interface Route extends KubernetesObject {
  readonly spec: {
    readonly parentRefs: readonly { readonly name: string; readonly sectionName?: string }[]
    readonly hostnames?: readonly string[]
    readonly rules: readonly Rule[]
  }
}

const routesOf = (manifests: Manifests): Route[] => ofKind<Route>(manifests, 'HTTPRoute')
const listenersOf = (manifests: Manifests) =>
  ofKind<Gateway>(manifests, 'Gateway').flatMap(({ spec }) => spec.listeners)
const leadsTo = ({ backendRefs = [] }: Rule): string => backendRefs.map(({ name }) => name).join()

/** What each host publishes: the pages with the API's operations, the documentation, and the first page of a demonstration's simulator. */
export const onlyThisIsPublished: ManifestRule = (manifests) => {
  const paths = routesOf(manifests).flatMap(({ spec: { hostnames = ['every host'], rules } }) =>
    hostnames.flatMap((host) =>
      rules
        .filter(({ backendRefs }) => backendRefs !== undefined)
        .flatMap((rule) =>
          (rule.matches ?? [{}]).map(({ path = { type: 'PathPrefix', value: '/' } }) => ({
            host,
            leads: `${path.type} ${path.value} to ${leadsTo(rule)}`,
          })),
        ),
    ),
  )
  const hosts = Object.values(Object.groupBy(paths, ({ host }) => host))
  const published = hosts.map((of = []) => of.map(({ leads }) => leads).toSorted()).toSorted()
  const services = ofKind(manifests, 'Service').map(({ metadata }) => metadata.name)
  const expected = [
    ...(services.includes('simulator') ? [['Exact / to simulator', 'Exact /lti-login to simulator']] : []),
    ...(services.includes('docs') ? [['PathPrefix / to docs']] : []),
    ...(services.includes('web') ? [['PathPrefix / to web', 'PathPrefix /api/v1 to public-api']] : []),
  ]
  const text = (of: readonly (readonly string[])[]): string => of.map((leads) => leads.join(', ')).join('; ')
  return text(published) === text(expected) ? [] : [`published: ${text(published)}`]
}

/** Each route has its host on a listener of its own with TLS; what comes without is redirected, for every host. */
export const everyHostHasTls: ManifestRule = (manifests) => {
  const listeners = listenersOf(manifests)
  const secure = listeners.filter(({ protocol, tls }) => protocol === 'HTTPS' && tls?.certificateRefs?.length === 1)
  const plain = listeners.filter(({ protocol }) => protocol === 'HTTP').map(({ name }) => name)
  return [
    ...listeners
      .filter((listener) => !secure.includes(listener) && !plain.includes(listener.name))
      .map(({ name }) => `listener ${name}: has no certificate`),
    ...routesOf(manifests).flatMap(({ metadata: { name }, spec: { parentRefs, hostnames = [], rules } }) => {
      const [section = ''] = parentRefs.map(({ sectionName = '' }) => sectionName)
      if (plain.includes(section)) {
        const left = secure.filter(({ hostname = '' }) => !hostnames.includes(hostname))
        const redirects = rules.every(
          ({ backendRefs, filters = [] }) =>
            backendRefs === undefined && filters.some(({ requestRedirect }) => requestRedirect?.scheme === 'https'),
        )
        return [
          ...left.map(({ hostname }) => `${name}: does not redirect ${hostname}`),
          ...(redirects ? [] : [`${name}: replies without TLS`]),
        ]
      }
      const listener = secure.find((each) => each.name === section)
      return hostnames.join() === listener?.hostname ? [] : [`${name}: is not on the listener of its host`]
    }),
  ]
}

/** A write is never sent twice, whoever waits has a limit, and a browser stays with TLS. */
export const requestsAreKept: ManifestRule = (manifests) =>
  routesOf(manifests).flatMap(({ metadata: { name }, spec }) =>
    spec.rules
      .filter(({ backendRefs }) => backendRefs !== undefined)
      .flatMap((rule) => {
        const place = `${name} to ${leadsTo(rule)}`
        const headers = (rule.filters ?? []).flatMap(({ responseHeaderModifier }) => responseHeaderModifier?.set ?? [])
        // Files of a submission take as long as their reader.
        const request = leadsTo(rule) === 'web' ? '0s' : '65s'
        return [
          ...(rule.retry === undefined ? [] : [`${place}: sends a write twice`]),
          ...(rule.timeouts?.request === request ? [] : [`${place}: is not limited to ${request}`]),
          ...(headers.some((header) => header.name === 'Strict-Transport-Security') ? [] : [`${place}: has no HSTS`]),
        ]
      }),
  )

/** A route leads to a port of a Service. */
export const routesLeadToServices: ManifestRule = (manifests) => {
  const services = ofKind<KubernetesObject & { readonly spec: { readonly ports: readonly { port: number }[] } }>(
    manifests,
    'Service',
  )
  return routesOf(manifests).flatMap(({ metadata, spec }) =>
    spec.rules
      .flatMap(({ backendRefs = [] }) => backendRefs)
      .filter(
        (to) =>
          !services.some((service) => service.metadata.name === to.name && service.spec.ports[0]?.port === to.port),
      )
      .map(({ name, port }) => `${metadata.name}: there is no port ${port} of ${name}`),
  )
}
