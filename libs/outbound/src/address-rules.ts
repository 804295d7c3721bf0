import { BlockList, isIP } from 'node:net'

/** Closed ranges, from IANA's registry of special-purpose addresses. */
const closedRanges4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const

/** The only ranges with hosts of the internet. ::ffff:0:0/96 and 64:ff9b::/96 contain the IPv4 addresses. */
const openRanges = ['2000::/3', '::ffff:0:0/96', '64:ff9b::/96'] as const

/** Closed ranges within `openRanges`: protocol assignments with Teredo and ORCHID, documentation, and segment routing. */
const closedRanges6 = ['2001::/23', '2001:db8::/32', '2620:4f:8000::/48', '3fff::/20'] as const

const open = listOf(openRanges)
const closed = listOf([...closedRanges4, ...closedRanges6, ...closedRanges4.flatMap(formsIn6)])

/** Whether the address is public or in `cidrs`. An IPv6 form of an IPv4 address (mapped, NAT64, 6to4) counts as the IPv4 address. */
export function isAddressAllowed(address: string, cidrs: readonly string[]): boolean {
  // A zone (`%`) names an interface of this machine, and a BlockList ignores it.
  if (isIP(address) === 0 || address.includes('%')) return false
  const family = familyOf(address)
  if (listOf(cidrs).check(address, family)) return true
  return open.check(address, family) && !closed.check(address, family)
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4'
}

/** To a BlockList, an IPv4 address and its mapped form are the same. */
function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const { start, bits } = partsOf(range)
    list.addSubnet(start, bits, familyOf(start))
  }
  return list
}

/** An IPv4 range in the forms of NAT64 and 6to4. */
function formsIn6(range: string): string[] {
  const { start, bits } = partsOf(range)
  const pairs = start
    .split('.')
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')
  return [`64:ff9b::${start}/${96 + bits}`, `2002:${pairs.slice(0, 4)}:${pairs.slice(4)}::/${16 + bits}`]
}

function partsOf(range: string): { start: string; bits: number } {
  const slash = range.indexOf('/')
  return { start: range.slice(0, slash), bits: Number(range.slice(slash + 1)) }
}
