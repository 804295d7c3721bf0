import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

interface Connection {
  readonly socket: Duplex
  requests: number
  /** The number, in the count of all connections' requests, of the request since which this connection has had a reply open. */
  openSince: number
  /** Unfinished replies, in the order of their requests; more than one if the client does not wait for replies. */
  readonly replies: ServerResponse[]
  latest?: IncomingMessage
}

const connections = new WeakMap<Duplex, Connection>()
const socketsOf = new WeakMap<Server, Set<Socket>>()
let requestsInAll = 0

/** The socket's server must be followed. */
export function connectionOf(socket: Duplex): Connection {
  const known = connections.get(socket)
  if (known) return known
  const connection: Connection = { socket, requests: 0, openSince: 0, replies: [] }
  connections.set(socket, connection)
  return connection
}

/** Called before the first request. Each connection has a list of its replies: one list of all would cost a seventh of a read's CPU. */
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
  connection.latest = request
  requestsInAll += 1
  if (connection.replies.length === 0) connection.openSince = requestsInAll
  connection.replies.push(response)
  response.on('close', () => connection.replies.splice(connection.replies.indexOf(response), 1))
}

export function openConnections(server: Server): Connection[] {
  return Array.from(socketsOf.get(server) ?? [], connectionOf).filter(({ replies }) => replies.length > 0)
}
