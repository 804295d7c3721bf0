import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

interface Connection {
  readonly socket: Duplex
  requests: number
  /** The number of the request, counted over all connections, since which this connection has had a reply open. */
  openSince: number
  /** Its unfinished replies, in the order of their requests. There are more than one when its client does not wait. */
  readonly replies: ServerResponse[]
}

const connections = new WeakMap<Duplex, Connection>()
const socketsOf = new WeakMap<Server, Set<Socket>>()
let requestsInAll = 0

/** The record of a connection, by its socket. Its server must be followed. */
export function connectionOf(socket: Duplex): Connection {
  const known = connections.get(socket)
  if (known) return known
  const connection: Connection = { socket, requests: 0, openSince: 0, replies: [] }
  connections.set(socket, connection)
  return connection
}

/** Call it once, before the first request. Each lists its replies: one list of all would cost a seventh of a read's CPU. */
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

/** The connections of a followed server that wait for a reply, or have not taken all of one. */
export function openConnections(server: Server): Connection[] {
  return Array.from(socketsOf.get(server) ?? [], connectionOf).filter(({ replies }) => replies.length > 0)
}
