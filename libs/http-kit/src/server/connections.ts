import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

interface Connection {
  readonly socket: Duplex
  requests: number
  /** Counted over all connections: this one has had a reply open since then. */
  openSince: number
  /** In the order of their requests; more than one when the client does not wait. */
  readonly replies: ServerResponse[]
}

const connections = new WeakMap<Duplex, Connection>()
const socketsOf = new WeakMap<Server, Set<Socket>>()
let requestsInAll = 0

/** Its server must be followed. */
export function connectionOf(socket: Duplex): Connection {
  const known = connections.get(socket)
  if (known) return known
  const connection: Connection = { socket, requests: 0, openSince: 0, replies: [] }
  connections.set(socket, connection)
  return connection
}

/** Before its first request, once. One list of all replies would cost a seventh of a read's CPU: an old `Set` keeps its older tables. */
export function followConnections(server: Server): void {
  if (socketsOf.has(server)) return
  const sockets = new Set<Socket>()
  socketsOf.set(server, sockets)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.prependListener('request', listReply)
  server.prependListener('checkContinue', listReply)
  server.prependListener('checkExpectation', listReply)
}

function listReply(request: IncomingMessage, response: ServerResponse): void {
  const connection = connectionOf(request.socket)
  connection.requests += 1
  requestsInAll += 1
  if (connection.replies.length === 0) connection.openSince = requestsInAll
  connection.replies.push(response)
  response.on('close', () => connection.replies.splice(connection.replies.indexOf(response), 1))
}

/** They wait for a reply, or have not taken all of one. */
export function openConnections(server: Server): Connection[] {
  return Array.from(socketsOf.get(server) ?? [], connectionOf).filter(({ replies }) => replies.length > 0)
}
