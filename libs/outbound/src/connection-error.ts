export type ConnectionErrorReason =
  | 'unreachable' // name not found, refused, no route, took too long
  | 'tls_failed' // certificate, name, handshake closed or stalled, plain HTTP on the port
  | 'not_allowed' // an address that the rules refuse
  | 'stopped' // the caller aborted

/** Why no connection was made. Holds no text of the peer or the system. */
export class ConnectionError extends Error {
  readonly reason: ConnectionErrorReason

  constructor(reason: ConnectionErrorReason) {
    super(reason)
    this.name = 'ConnectionError'
    this.reason = reason
  }
}
