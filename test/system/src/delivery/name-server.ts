import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { isIP, SocketAddress } from 'node:net'

/** A name server for one test, whose answers change while the test runs. */
export interface NameServer {
  readonly port: number
  /**
   * Sets the addresses of a name: the first list answers the first query, and so on; the last list answers all later queries.
   * Queries for IPv4 and for IPv6 addresses are counted separately.
   */
  readonly lead: (name: string, ...answers: readonly (readonly string[])[]) => void
  /** Does not answer the next query for the name. Later ones are answered. */
  readonly keepSilentOnce: (name: string) => { readonly isAsked: () => boolean }
  /** The number of queries for the name's IPv4 addresses. */
  readonly asked: (name: string) => number
  /** For NODE_OPTIONS: however the process resolves names, those that end in `.test` are resolved by this server. */
  readonly asResolver: string
  readonly close: () => Promise<void>
}

const typeA = 1
const typeAAAA = 28
const headBytes = 12

export async function startNameServer(): Promise<NameServer> {
  const names = new Map<string, readonly (readonly string[])[]>()
  const questions = new Map<string, number>()
  const unanswered = new Set<string>()
  const socket = createSocket('udp4')
  socket.on('message', (message: Buffer, from: RemoteInfo) => {
    const { name, type, end } = readRequest(message)
    const number = questions.get(`${type} ${name}`) ?? 0
    questions.set(`${type} ${name}`, number + 1)
    if (unanswered.delete(`${type} ${name}`)) return
    const answers = names.get(name) ?? []
    const addresses = answers[Math.min(number, answers.length - 1)] ?? []
    socket.send(writeReply(message.subarray(0, end), type, addresses), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  return {
    port,
    lead: (name, ...answers) => void names.set(name, answers),
    keepSilentOnce(name) {
      const both = [typeA, typeAAAA].map((type) => `${type} ${name}`)
      for (const question of both) unanswered.add(question)
      return { isAsked: () => both.every((question) => !unanswered.has(question)) }
    },
    asked: (name) => questions.get(`${typeA} ${name}`) ?? 0,
    asResolver: `--import=data:text/javascript,${encodeURIComponent(resolverOf(port))}`,
    async close() {
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
}

/** RFC 1035, section 4.1.2: the one question of a query. */
function readRequest(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = headBytes
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

/** The time to live is 0, so nobody caches the answer. */
function writeReply(query: Buffer, type: number, addresses: readonly string[]): Buffer {
  const records = addresses
    .filter((address) => isIP(address) === (type === typeA ? 4 : 6) && (type === typeA || type === typeAAAA))
    .map(bytesOf)
  const head = Buffer.from(query.subarray(0, headBytes))
  head.writeUInt16BE(0x8580, 2)
  for (const [offset, count] of [
    [4, 1],
    [6, records.length],
    [8, 0],
    [10, 0],
  ] as const)
    head.writeUInt16BE(count, offset)
  return Buffer.concat([
    head,
    query.subarray(headBytes),
    ...records.flatMap((bytes) => {
      const record = Buffer.alloc(12)
      record.writeUInt16BE(0xc00c, 0)
      record.writeUInt16BE(type, 2)
      record.writeUInt16BE(1, 4)
      record.writeUInt16BE(bytes.length, 10)
      return [record, bytes]
    }),
  ])
}

function bytesOf(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number))
  const groups = new SocketAddress({ address, family: 'ipv6' }).address.replace(
    /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
    (_, ...parts: string[]) =>
      [0, 2].map((at) => ((Number(parts[at]) << 8) | Number(parts[at + 1])).toString(16)).join(':'),
  )
  const [before = '', after] = groups
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''))
    .map((half) => half.map((group) => group.padStart(4, '0')).join(''))
  return Buffer.from(after === undefined ? before : before.padEnd(32 - after.length, '0') + after, 'hex')
}

/**
 * Node resolves names by the system, whose name server a test cannot choose. So both functions that resolve names are replaced: the one
 * that the product calls, and the one that a socket calls by itself when it is given a name.
 */
const resolverOf = (port: number): string => `
  import dns, { promises } from 'node:dns'
  import { syncBuiltinESMExports } from 'node:module'
  const resolver = new promises.Resolver({ timeout: 20_000, tries: 1 })
  resolver.setServers(['127.0.0.1:${port}'])
  const { lookup } = dns
  const addressesOf = async (name) => {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return found.flatMap(({ value = [] }, index) => value.map((address) => ({ address, family: index === 0 ? 4 : 6 })))
  }
  const isOurs = (name) => typeof name === 'string' && name.endsWith('.test')
  const ask = async (name, { all = false } = {}) => {
    const addresses = await addressesOf(name)
    if (addresses.length === 0) throw Object.assign(new Error('getaddrinfo ENOTFOUND ' + name), { code: 'ENOTFOUND', hostname: name })
    return all ? addresses : addresses[0]
  }
  const ofSystem = promises.lookup
  promises.lookup = (name, options) => (isOurs(name) ? ask(name, options) : ofSystem(name, options))
  dns.lookup = (name, ...rest) => {
    const callback = rest.pop()
    if (!isOurs(name)) return lookup(name, ...rest, callback)
    const [options = {}] = rest
    ask(name, options).then((found) => (options.all ? callback(null, found) : callback(null, found.address, found.family)), callback)
  }
  syncBuiltinESMExports()
`
