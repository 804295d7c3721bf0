import { connect } from 'node:net'

/** What is kept of the end of a reply: enough to see that it is whole. */
const endBytes = 64
const bufferBytes = 1024 * 1024

/**
 * Reads a reply to its end as cheaply as Node can, into one buffer that is used again, since the reader shares its core with
 * the upstream peer. Returns how many bytes came. @throws Error if the reply is not 200 or was cut
 */
export async function readToEnd(url: string, headers: Record<string, string>): Promise<number> {
  const { hostname, port, pathname } = new URL(url)
  const head = Object.entries({ Host: `${hostname}:${port}`, ...headers, Connection: 'close' })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let bytes = 0
  let status = ''
  let end = Buffer.alloc(0)
  const socket = connect({
    host: hostname,
    port: Number(port),
    onread: {
      buffer: Buffer.alloc(bufferBytes),
      callback: (count, buffer) => {
        const piece = Buffer.from(buffer.buffer, buffer.byteOffset, count)
        if (bytes === 0) status = piece.toString('latin1', 0, 'HTTP/1.1 200'.length)
        bytes += count
        end = Buffer.concat([end, piece.subarray(-endBytes)]).subarray(-endBytes)
        return true
      },
    },
  })
  socket.once('error', reject).once('close', () => resolve())
  socket.write(`GET ${pathname} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  await promise
  if (status !== 'HTTP/1.1 200') throw new Error(`${url} got ${status}`)
  if (!end.toString('latin1').endsWith('\r\n0\r\n\r\n')) throw new Error(`${url} was cut after ${bytes} bytes`)
  return bytes
}
