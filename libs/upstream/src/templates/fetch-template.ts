import {
  openConnection,
  type ConnectionOptions,
  type ConnectionTarget,
  type ResolveName,
} from '@course-grading/outbound'
import { Client, type buildConnector } from 'undici'
import type { TemplateSource } from './template-source.ts'

interface TemplateFetch {
  readonly source: TemplateSource
  /** Time limit for the name, the connection and TLS together; `signal` ends the whole request. */
  readonly connectMs: number
  readonly maxBytes: number
  readonly signal: AbortSignal
  readonly resolveName?: ResolveName
}

/** Null for any failure: not 200, too long, compressed, cut, not allowed, too slow. Follows no redirect; nothing identifies the caller. */
export async function fetchTemplate({
  source,
  signal,
  maxBytes,
  ...connecting
}: TemplateFetch): Promise<Uint8Array | null> {
  const { origin } = source
  const client = new Client(origin, {
    // Replaces the client's own `connect`, which would resolve the name again and connect to any address.
    connect: (_options, done) => void connectTo({ ...openingOf(source, connecting), signal }, done),
    pipelining: 1,
    allowH2: false,
    headersTimeout: 0, // `signal` covers the whole request
    bodyTimeout: 0,
  })
  try {
    const reply = await client.request({ method: 'GET', path: source.path, headers, signal })
    reply.body.on('error', () => {})
    const encoding = reply.headers['content-encoding'] ?? 'identity'
    if (reply.statusCode !== 200 || encoding !== 'identity') return null
    return await upTo(maxBytes, reply.body)
  } catch {
    return null // any error means that there is no template
  } finally {
    await client.destroy()
  }
}

async function connectTo(options: ConnectionOptions, done: buildConnector.Callback): Promise<void> {
  const connection = await openConnection(options).catch(() => null)
  if (connection === null) done(new Error('no connection'), null)
  else done(null, connection.socket)
}

const headers = { accept: '*/*', 'accept-encoding': 'identity' }

type Connecting = Pick<TemplateFetch, 'connectMs' | 'resolveName'>

function openingOf({ protocol, hostname, port, cidrs }: TemplateSource, { connectMs, resolveName }: Connecting) {
  const target: ConnectionTarget = { protocol, hostname, port, cidrs }
  return { target, limitMs: connectMs, ...(resolveName && { resolveName }) }
}

async function upTo(maxBytes: number, body: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.byteLength
    if (bytes > maxBytes) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
