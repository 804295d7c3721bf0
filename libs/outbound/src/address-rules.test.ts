import { describe, expect, it } from 'vitest'
import { isAddressAllowed } from './address-rules.ts'

describe('isAddressAllowed', () => {
  it.each(forms)('refuses every forbidden IPv4 address: %s', (_name, form) => {
    expect(wrongAmong(forbidden4.map(form), false)).toEqual([])
  })

  it.each(forms)('allows addresses just outside of forbidden ranges: %s', (_name, form) => {
    expect(wrongAmong(allowed4.map(form), true)).toEqual([])
  })

  it('refuses every IPv6 address that is not on the internet', () => {
    expect(wrongAmong(forbidden6, false)).toEqual([])
  })

  it('allows IPv6 addresses of the internet', () => {
    expect(wrongAmong(allowed6, true)).toEqual([])
  })

  it('refuses a text that is no address, even if other parsers accept it', () => {
    expect(wrongAmong(noAddress, false, ['0.0.0.0/0', '::/0'])).toEqual([])
  })

  it.each([
    ['127.0.0.1/32', '127.0.0.1', '127.0.0.2'],
    ['10.1.0.0/16', '10.1.255.255', '10.2.0.0'],
    ['::1/128', '::1', '::2'],
    ['fd00:1::/32', 'fd00:1:ffff::1', 'fd00:2::1'],
    ['169.254.169.254/32', '169.254.169.254', '169.254.169.253'],
    ['2001:db8::/48', '2001:db8::1', '2001:db8:1::1'],
    ['127.0.0.1/32', '::ffff:127.0.0.1', '::ffff:127.0.0.2'],
  ])('allows, with the range %s, the forbidden address %s, and not %s', (cidr, inside, outside) => {
    expect([inside, outside].map((address) => isAddressAllowed(address, []))).toEqual([false, false])
    expect([inside, outside].map((address) => isAddressAllowed(address, ['203.0.113.0/32', cidr]))).toEqual([
      true,
      false,
    ])
  })

  it('allows a configured IPv4 range in its own and its mapped form only', () => {
    expect(wrongAmong(['10.0.0.1', '::ffff:10.0.0.1'], true, ['10.0.0.0/8'])).toEqual([])
    expect(wrongAmong(['64:ff9b::10.0.0.1', '2002:a00:1::1', '::10.0.0.1'], false, ['10.0.0.0/8'])).toEqual([])
  })

  it('still allows the internet with a configured range', () => {
    expect(wrongAmong([...allowed4, ...allowed6], true, ['10.0.0.0/8', 'fd00::/8'])).toEqual([])
  })
})

/** The first and last address of each range that is not on the internet, and addresses of well-known internal services. */
const forbidden4 = `
  0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.0 127.0.0.1
  127.255.255.255 169.254.0.0 169.254.169.254 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.0
  192.0.0.255 192.0.2.0 192.0.2.255 192.88.99.1 192.168.0.0 192.168.255.255 198.18.0.0 198.19.255.255
  198.51.100.0 198.51.100.255 203.0.113.0 203.0.113.255 224.0.0.1 239.255.255.255 240.0.0.0
  255.255.255.254 255.255.255.255 192.31.196.1 192.52.193.1 192.175.48.1
`
  .trim()
  .split(/\s+/)
const allowed4 = `
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
  169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0
  192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 203.0.112.255 203.0.114.0 223.255.255.255
  130.233.0.1
`
  .trim()
  .split(/\s+/)
const forbidden6 = `
  :: ::1 ::2 ::127.0.0.1 ::8.8.8.8 0:0:0:0:0:0:0:1 ::fffe:8.8.8.8 100::1 100:0:0:1::1
  64:ff9b:1::8.8.8.8 64:ff9a::8.8.8.8 2001::1 2001:0:53aa:64c:0:fbff:f5ff:fffe 2001:2::1 2001:10::1
  2001:20::1 2001:1ff:ffff::1 2001:db8:: 2001:db8:ffff::1 3fff::1 3fff:fff::1 2620:4f:8000::1 4000::1
  5f00::1 fc00:: fd00::1 fdff:ffff::1 fe00::1 fe80::1 febf::1 fec0::1 ff02::1 ff0e::1 FE80::1 FD00::1
  fe80::1%eth0 2a00::1%eth0 1fff::1 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 0100::1
`
  .trim()
  .split(/\s+/)
const allowed6 = `
  2000::1 2600::1 2606:4700:4700::1111 2a00:1450:4001::200e 2001:200::1 2001:4860:4860::8888
  2001:708::1 2001:db7:ffff::1 2001:db9::1 3ffe::1 3fff:1000::1 2003::1 2A00:1450:4001::200E
`
  .trim()
  .split(/\s+/)
const noAddress = [
  '',
  ...'localhost plus.example.org 127.1 0x7f.1 2130706433 010.0.0.1 127.0.0.1:80 [::1]'.split(' '),
  '8.8.8.8 ',
  ' 8.8.8.8',
  ...'8.8.8 8.8.8.8.8 256.1.1.1 :::1 1::2::3 8.8.8.8/32 8.8.8.8%eth0 ::ffff:8.8.8 ８.8.8.8 null'.split(' '),
]

const groupsOf = (address: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)].join(':')
}
const forms: [name: string, (address: string) => string][] = [
  ['itself', (address) => address],
  ['mapped', (address) => `::ffff:${address}`],
  ['mapped, in hexadecimal', (address) => `::FFFF:${groupsOf(address)}`],
  ['mapped, in full', (address) => `0:0:0:0:0:ffff:${groupsOf(address)}`],
  ['NAT64', (address) => `64:ff9b::${address}`],
  ['NAT64, in hexadecimal', (address) => `64:ff9b:0:0:0:0:${groupsOf(address)}`],
  ['6to4', (address) => `2002:${groupsOf(address)}::1`],
]
const wrongAmong = (addresses: readonly string[], expected: boolean, cidrs: readonly string[] = []) =>
  addresses.filter((address) => isAddressAllowed(address, cidrs) !== expected)
