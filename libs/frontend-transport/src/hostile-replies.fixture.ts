import { gzipSync } from 'node:zlib'
import { drip, flood, headOf, jsonReply, type Script } from './hostile-server.fixture.ts'
import { secret, sessionId } from './transport-under-test.fixture.ts'

const mebibyte = 1024 * 1024
export const thing = '{"name":"a","size":1}'
const json = { 'Content-Type': 'application/json' }
const chunked = { ...json, 'Transfer-Encoding': 'chunked' }
const spaces = (bytes: number): string => thing + ' '.repeat(bytes - thing.length)
const chunkOf = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const write =
  (...parts: (string | Buffer)[]): Script =>
  (socket) =>
    parts.forEach((part) => socket.write(part))
const end =
  (...parts: (string | Buffer)[]): Script =>
  (socket) => {
    for (const part of parts) socket.write(part)
    socket.end()
  }
/** Hostile replies, each with the kind and the status of the error that must result. */
export const attacks: Record<string, [script: Script, kind: string, status?: number]> = {
  'no answer at all': [() => {}, 'timeout'],
  'a head that drips': [(socket) => drip(socket, 20, () => socket.write('H')), 'malformed'],
  'a header that drips': [
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-A: ')
      drip(socket, 20, () => socket.write('a'))
    },
    'timeout',
  ],
  'informational answers without end': [
    (socket) => drip(socket, 5, () => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n')),
    'timeout',
  ],
  'a body that drips': [
    (socket) => {
      socket.write(headOf(200, { ...json, 'Content-Length': 1000 }))
      drip(socket, 20, () => socket.write(' '))
    },
    'timeout',
    200,
  ],
  'an error body that drips': [
    (socket) => {
      socket.write(headOf(500, { ...json, 'Content-Length': 1000 }))
      drip(socket, 20, () => socket.write(' '))
    },
    'timeout',
    500,
  ],
  'a body shorter than it says, and silence': [
    write(headOf(200, { ...json, 'Content-Length': 100 }), thing),
    'timeout',
    200,
  ],
  'a body shorter than it says, and the end': [
    end(headOf(200, { ...json, 'Content-Length': 100 }), thing),
    'unreachable',
    200,
  ],
  'a body longer than it says': [write(headOf(200, { ...json, 'Content-Length': 5 }), thing), 'malformed', 200],
  'a length and chunks': [
    write(headOf(200, { ...chunked, 'Content-Length': 5 }), chunkOf(thing), '0\r\n\r\n'),
    'malformed',
  ],
  'a cut between chunks': [end(headOf(200, chunked), chunkOf(thing)), 'unreachable', 200],
  'a cut between chunks, said before': [
    end(headOf(200, { ...chunked, Connection: 'close' }), chunkOf(thing)),
    'unreachable',
    200,
  ],
  'a cut in the head': [end('HTTP/1.1 200 OK\r\nContent-Ty'), 'unreachable'],
  '2 MiB and 1 byte, said before': [write(jsonReply(200, spaces(2 * mebibyte + 1))), 'too_large', 200],
  '2 MiB and 1 byte in chunks': [
    write(headOf(200, chunked), chunkOf(spaces(2 * mebibyte + 1)), '0\r\n\r\n'),
    'too_large',
    200,
  ],
  'a length of 4 GiB': [write(headOf(200, { ...json, 'Content-Length': 2 ** 32 }), thing), 'too_large', 200],
  'an error body of 4 KiB and 1 byte in chunks': [
    write(headOf(500, chunked), chunkOf('{'), chunkOf(' '.repeat(4095)), chunkOf('}'), '0\r\n\r\n'),
    'too_large',
    500,
  ],
  'an error body that is a page': [
    write(headOf(502, { 'Content-Type': 'text/html', 'Content-Length': 6 }), '<html>'),
    'malformed',
    502,
  ],
  'an error body without a code': [write(jsonReply(404, '{"error":{"code":"not_found"}}')), 'malformed', 404],
  'an error body with a code like a sentence': [
    write(jsonReply(404, '{"code":"Not Found","requestId":"request-0001"}')),
    'malformed',
    404,
  ],
  'an error without a body': [write(headOf(503, { 'Content-Length': 0 })), 'malformed', 503],
  'a wrong media type': [
    write(headOf(200, { 'Content-Type': 'text/html', 'Content-Length': thing.length }), thing),
    'malformed',
    200,
  ],
  'two media types': [
    write(headOf(200, { ...json, 'content-type': 'application/json', 'Content-Length': thing.length }), thing),
    'malformed',
    200,
  ],
  'another charset': [
    write(jsonReply(200, thing, { 'Content-Type': 'application/json; charset=utf-16' })),
    'malformed',
    200,
  ],
  gzip: [
    write(
      headOf(200, { ...json, 'Content-Encoding': 'gzip', 'Content-Length': gzipSync(thing).length }),
      gzipSync(thing),
    ),
    'malformed',
    200,
  ],
  'no JSON': [write(jsonReply(200, `${thing}${thing}`)), 'malformed', 200],
  'an empty body': [write(jsonReply(200, '')), 'malformed', 200],
  'a byte order mark': [write(jsonReply(200, `\uFEFF${thing}`)), 'malformed', 200],
  'bytes that are no UTF-8': [
    write(
      headOf(200, { ...json, 'Content-Length': thing.length }),
      Buffer.from(thing.replace('"a"', '"\xc3"'), 'latin1'),
    ),
    'malformed',
    200,
  ],
  'JSON of another shape': [write(jsonReply(200, '[1]')), 'malformed', 200],
  'a member missing': [write(jsonReply(200, '{"name":"a"}')), 'malformed', 200],
  'a status that the operation has not': [write(jsonReply(202, thing)), 'malformed', 202],
  '204 where a body belongs': [write(headOf(204, {})), 'malformed', 204],
  '304 that nobody asked for': [write(headOf(304, { ETag: '"1"' })), 'malformed', 304],
  'a redirect without a place': [write(headOf(307, { 'Content-Length': 0 })), 'redirected', 307],
  'a bomb of headers': [
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      flood(socket, Buffer.from(`X-A: ${'a'.repeat(1000)}\r\n`))
    },
    'malformed',
  ],
  TLS: [write(Buffer.from([0x15, 3, 1, 0, 2, 2, 0x46])), 'malformed'],
  '100 Continue': [write('HTTP/1.1 100 Continue\r\n\r\n', jsonReply(200, thing)), 'unreachable'],
  'an error that repeats the secret': [
    write(jsonReply(400, JSON.stringify({ code: 'bad', requestId: 'request-0001', detail: `not ${secret}` }))),
    'malformed',
    400,
  ],
  'an error that repeats the session in a field': [
    write(
      jsonReply(
        400,
        JSON.stringify({
          code: 'bad',
          requestId: 'request-0001',
          fieldErrors: [{ path: '$', code: 'x', message: sessionId }],
        }),
      ),
    ),
    'malformed',
    400,
  ],
  'an error that repeats the secret as its tag': [
    write(jsonReply(412, '{"code":"stale","requestId":"request-0001"}', { ETag: `"${secret}"` })),
    'malformed',
    412,
  ],
  'an error that repeats the secret as its request id': [
    write(jsonReply(412, `{"code":"stale","requestId":"${secret}"}`)),
    'malformed',
    412,
  ],
}
