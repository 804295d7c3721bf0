import type { IncomingMessage } from 'node:http'
import { createServer, request } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientAddress, clientHost, clientNetwork } from './client-address.ts'

describe('clientAddress', () => {
  it.each([
    [0, ['203.0.113.9'], '127.0.0.1'],
    [1, [], '127.0.0.1'],
    [1, ['203.0.113.9'], '203.0.113.9'],
    [1, ['198.51.100.1, 203.0.113.9'], '203.0.113.9'],
    [2, ['198.51.100.1, 203.0.113.9'], '198.51.100.1'],
    [2, ['6.6.6.6', '198.51.100.1', '203.0.113.9'], '198.51.100.1'],
    [2, ['203.0.113.9'], '203.0.113.9'],
    [1, ['2001:db8::1'], '2001:db8::1'],
    [1, ['::ffff:203.0.113.9'], '203.0.113.9'],
    [1, ['not an address'], '127.0.0.1'],
    [1, ['203.0.113.9:4711'], '203.0.113.9'],
    [1, ['[2001:db8::1]:4711'], '2001:db8::1'],
    [1, ['[2001:db8::1]'], '2001:db8::1'],
    [1, ['[::ffff:203.0.113.9]:80'], '203.0.113.9'],
    [2, ['198.51.100.1:1, 203.0.113.9:2'], '198.51.100.1'],
    [1, ['203.0.113.9:port'], '127.0.0.1'],
    [1, ['[203.0.113.9'], '127.0.0.1'],
    [0, ['203.0.113.9:4711'], '127.0.0.1'],
  ])('returns, with %i trusted hops and X-Forwarded-For %j, %s', async (trusted, forwarded, expected) => {
    expect(await addressSeen(trusted, forwarded)).toBe(expected)
  })
})

const addresses = [
  ['203.0.113.9', '203.0.113.9', '203.0.113.0/24'],
  ['203.0.113.255', '203.0.113.255', '203.0.113.0/24'],
  ['203.0.112.9', '203.0.112.9', '203.0.112.0/24'],
  ['unknown', 'unknown', 'unknown'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8:0001:2::ffff', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:2:2::1', '2001:db8:2:2::/64', '2001:db8:2::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['::', '0:0:0:0::/64', '0:0:0::/48'],
  ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64', '64:ff9b:0::/48'],
  ['1:2:3:4:5:6:203.0.113.9', '1:2:3:4::/64', '1:2:3::/48'],
] as const

describe('clientHost', () => {
  it.each(addresses)('returns for %s the address, or of IPv6 the /64, %s', (address, host) => {
    expect(clientHost(address)).toBe(host)
  })
})

describe('clientNetwork', () => {
  it.each(addresses)('returns for %s, whose host is %s, the network %s', (address, _host, network) => {
    expect(clientNetwork(address)).toBe(network)
  })
})

let hops = 0
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.close()
})

const server = createServer((incoming, response) => response.end(clientAddress(incoming, hops)))

async function addressSeen(trustedProxyHops: number, forwarded: readonly string[]): Promise<string> {
  hops = trustedProxyHops
  const { port } = server.address() as AddressInfo
  const asked = request({ host: '127.0.0.1', port, headers: { 'X-Forwarded-For': [...forwarded] }, agent: false }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.setEncoding('utf8')
  let body = ''
  for await (const chunk of response) body += chunk
  return body
}
