import { answering } from '@course-grading/test-kit'
import { describe, expect, it } from 'vitest'
import { chunked, head, ok, useExchange, withLength } from './exchange-under-test.fixture.ts'

const { stopOf } = useExchange()

describe('exchange', () => {
  it.each([
    ['no HTTP', 'HELLO\r\n\r\n'],
    ['a TLS alert', Buffer.from('15030300020246', 'hex')],
    [
      'a length and chunks',
      `${head(`Content-Length: ${ok.length}\r\nTransfer-Encoding: chunked\r\n`)}\r\n1c\r\n${ok}\r\n0\r\n\r\n`,
    ],
    [
      'chunks and a length',
      `${head(`Transfer-Encoding: chunked\r\nContent-Length: ${ok.length}\r\n`)}\r\n1c\r\n${ok}\r\n0\r\n\r\n`,
    ],
    ['two lengths', withLength(ok, ok.length, `Content-Length: ${ok.length + 1}\r\n`)],
    ['the same length twice', withLength(ok, ok.length, `Content-Length: ${ok.length}\r\n`)],
    ['a length that is no number', `${head('Content-Length: 1e2\r\n')}\r\n${ok}`],
    ['a negative length', `${head('Content-Length: -1\r\n')}\r\n${ok}`],
    ['a reply with bytes after its end', withLength(`${ok}garbage`, ok.length)],
    ['a reply with bytes after its end, with a close', withLength(`${ok}garbage`, ok.length, 'Connection: close\r\n')],
    ['two replies', `${withLength(ok)}${withLength(ok)}`],
    ['two replies, the first in chunks', `${chunked(ok)}0\r\n\r\n${withLength(ok)}`],
    ['two replies, with a close', `${withLength(ok, ok.length, 'Connection: close\r\n')}${withLength(ok)}`],
    ['a reply and the head of another', `${withLength(ok)}HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n`],
    ['a reply and a refusal after it', `${withLength(ok)}HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n`],
    ['chunks in another coding', `${head('Transfer-Encoding: gzip, chunked\r\n')}\r\n1c\r\n${ok}\r\n0\r\n\r\n`],
    [
      'chunks in another coding, in two headers',
      `${head('Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n')}\r\n1c\r\n${ok}\r\n0\r\n\r\n`,
    ],
    ['chunks in chunks', `${head('Transfer-Encoding: chunked, chunked\r\n')}\r\n1c\r\n${ok}\r\n0\r\n\r\n`],
    [
      'chunks of HTTP/1.0',
      `${head('Transfer-Encoding: identity, chunked\r\n').replace('1.1', '1.0')}\r\n1c\r\n${ok}\r\n0\r\n\r\n`,
    ],
    ['a reply with bytes after its last chunk', `${chunked(ok)}0\r\n\r\ngarbage`],
    ['a chunk of a wrong size', `${head('Transfer-Encoding: chunked\r\n')}\r\n5\r\n${ok}\r\n0\r\n\r\n`],
    ['a chunk size that is no number', `${head('Transfer-Encoding: chunked\r\n')}\r\nxyz\r\n${ok}\r\n0\r\n\r\n`],
    ['too many headers', head(`X-Pad: ${'x'.repeat(17_000)}\r\n\r\n`)],
    ['many short headers', head(`${'X-Pad: x\r\n'.repeat(4000)}\r\n`)],
    ['lines that end with a line feed only', `HTTP/1.1 200 OK\nContent-Length: ${ok.length}\n\n${ok}`],
    ['a folded header', `${head('X-A: b\r\n c\r\n')}Content-Length: ${ok.length}\r\n\r\n${ok}`],
    ['a space before the colon', `${head(`Content-Length : ${ok.length}\r\n`)}\r\n${ok}`],
    ['a status of two digits', `HTTP/1.1 20 OK\r\nContent-Length: ${ok.length}\r\n\r\n${ok}`],
    ['HTTP/2', `HTTP/2.0 200 OK\r\nContent-Length: ${ok.length}\r\n\r\n${ok}`],
    ['a reply after 100', `HTTP/1.1 100 Continue\r\n\r\n${withLength(ok)}`],
    ['a reply after 102', `HTTP/1.1 102 Processing\r\n\r\n${withLength(ok)}`],
    ['a reply after 103', `HTTP/1.1 103 Early Hints\r\n\r\n${withLength(ok)}`],
    ['100 without a reply', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['101', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'],
    ['101 without a protocol', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ])('rejects %s', async (_name, bytes) => {
    expect(await stopOf(answering(bytes))).toBe('malformed_reply')
  })

  it.each(['gzip', 'identity', 'deflate', 'x'])('rejects a body in the transfer coding %s', async (coding) => {
    expect(await stopOf(answering(`${head(`Transfer-Encoding: ${coding}\r\n`)}\r\n${ok}`, 'close'))).toBe(
      'malformed_reply',
    )
  })
})
