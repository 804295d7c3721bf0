import { BlockList } from 'node:net'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type KubernetesObject, type Labels, type Manifests, ofKind, workloads } from './objects.ts'

// Closed: what is not read here must not decide who reaches whom.
const closed = { additionalProperties: false }
const labels = Type.Record(Type.String(), Type.String())
const selector = Type.Object(
  {
    matchLabels: Type.Optional(labels),
    matchExpressions: Type.Optional(
      Type.Array(
        Type.Union([
          Type.Object({ key: Type.String(), operator: Type.Literal('Exists') }, closed),
          Type.Object({ key: Type.String(), operator: Type.Literal('In'), values: Type.Array(Type.String()) }, closed),
        ]),
      ),
    ),
  },
  closed,
)
const peer = Type.Object(
  {
    podSelector: Type.Optional(selector),
    namespaceSelector: Type.Optional(selector),
    ipBlock: Type.Optional(Type.Object({ cidr: Type.String() }, closed)),
  },
  closed,
)
const ports = Type.Optional(
  Type.Array(Type.Object({ port: Type.Integer(), protocol: Type.Enum(['TCP', 'UDP']) }, closed)),
)
const policy = Type.Object(
  {
    podSelector: selector,
    policyTypes: Type.Array(Type.Enum(['Ingress', 'Egress'])),
    ingress: Type.Optional(Type.Array(Type.Object({ from: Type.Optional(Type.Array(peer)), ports }, closed))),
    egress: Type.Optional(Type.Array(Type.Object({ to: Type.Optional(Type.Array(peer)), ports }, closed))),
  },
  closed,
)
type Policy = Static<typeof policy>
type Selector = Static<typeof selector>
type Peer = Static<typeof peer>
type Side = Policy['policyTypes'][number]

/** Who can be at an end of a connection: pods of ours, pods of others, or an address outside. */
export interface Endpoint {
  readonly name: string
  readonly address?: string
  readonly namespace?: string
  readonly labels?: Labels
  /** Whether the policies of this overlay also decide for its own side. */
  readonly ours?: true
}

const everyPort = 'every port'

/** The pods of an overlay: those of its workloads, and the instances that CloudNativePG starts. */
function podsOf(manifests: Manifests): Endpoint[] {
  const started = workloads(manifests).map(({ metadata, spec }) => ({
    name: metadata.name.replace(/^migrate-.*/, 'migrate'),
    labels: spec.template.metadata.labels,
  }))
  const instances = ofKind(manifests, 'Cluster').map(({ metadata }) => ({
    name: 'database',
    labels: { 'cnpg.io/cluster': metadata.name },
  }))
  return [...started, ...instances].map((pod) => ({ ...pod, namespace: 'course-grading', ours: true as const }))
}

/** Every connection that the policies allow, as `from → to: ports`. Throws at a policy that has a construct unknown here. */
export function arrowsOf(manifests: Manifests, others: readonly Endpoint[]): string[] {
  const policies = ofKind<KubernetesObject & { readonly spec: unknown }>(manifests, 'NetworkPolicy').map(
    ({ metadata, spec }) => {
      if (Value.Check(policy, spec)) return spec
      const errors = Value.Errors(policy, spec).map(({ instancePath, message }) => `${instancePath} ${message}`)
      throw new Error(`NetworkPolicy ${metadata.name}: ${errors.join(', ')}`)
    },
  )
  const endpoints = [...podsOf(manifests), ...others]
  return endpoints
    .flatMap((from) =>
      endpoints.map((to) => {
        if (from.ours !== true && to.ours !== true) return ''
        const open = both(allowed(policies, 'Egress', from, to), allowed(policies, 'Ingress', to, from))
        return open.length === 0 ? '' : `${from.name} → ${to.name}: ${open.join(', ')}`
      }),
    )
    .filter((arrow) => arrow !== '')
    .sort()
}

function both(one: readonly string[], other: readonly string[]): string[] {
  if (one.includes(everyPort)) return [...other]
  if (other.includes(everyPort)) return [...one]
  return one.filter((port) => other.includes(port))
}

function allowed(policies: readonly Policy[], side: Side, self: Endpoint, other: Endpoint): string[] {
  if (self.ours !== true) return [everyPort]
  const deciding = policies.filter((each) => each.policyTypes.includes(side) && selects(each.podSelector, self.labels))
  if (deciding.length === 0) return [everyPort]
  const rules = deciding.flatMap((each) =>
    side === 'Egress'
      ? (each.egress ?? []).map(({ to, ports: open }) => ({ peers: to, open }))
      : (each.ingress ?? []).map(({ from, ports: open }) => ({ peers: from, open })),
  )
  const open = rules
    .filter(({ peers }) => peers === undefined || peers.some((each) => matches(each, other)))
    .flatMap((rule) => rule.open?.map(({ port, protocol }) => `${protocol} ${port}`) ?? [everyPort])
  return open.includes(everyPort) ? [everyPort] : [...new Set(open)].sort()
}

function matches({ podSelector, namespaceSelector, ipBlock }: Peer, other: Endpoint): boolean {
  if (ipBlock !== undefined) return other.address !== undefined && contains(ipBlock.cidr, other.address)
  if (other.address !== undefined) return false
  const inNamespace =
    namespaceSelector === undefined
      ? other.namespace === 'course-grading'
      : selects(namespaceSelector, { 'kubernetes.io/metadata.name': other.namespace ?? '' })
  return inNamespace && (podSelector === undefined || selects(podSelector, other.labels))
}

const selects = ({ matchLabels = {}, matchExpressions = [] }: Selector, found: Labels = {}): boolean =>
  Object.entries(matchLabels).every(([key, value]) => found[key] === value) &&
  matchExpressions.every((expression) => {
    const value = found[expression.key]
    return value !== undefined && (expression.operator === 'Exists' || expression.values.includes(value))
  })

/** Whether an address is in a range. */
function contains(cidr: string, address: string): boolean {
  const [network = '', bits = ''] = cidr.split('/')
  const block = new BlockList()
  block.addSubnet(network, Number(bits), network.includes(':') ? 'ipv6' : 'ipv4')
  return block.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
}

/** Ranges so wide that they hold the internet, or the address where clouds give out credentials. */
export const wideRanges = (manifests: Manifests): string[] =>
  Array.from(manifests.text.matchAll(/cidr: ['"]?([\w.:/]+)/g), ([, cidr = '']) => cidr).filter(
    (cidr) =>
      Number(cidr.split('/')[1]) < 8 || contains(cidr, cidr.includes(':') ? 'fd00:ec2::254' : '169.254.169.254'),
  )
