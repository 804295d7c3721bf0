import { createHash } from 'node:crypto'
import process from 'node:process'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { archive } from './archive.ts'
import { keepAlive } from './keep-alive.ts'
import { aSubmission, from } from './submissions.fixture.ts'

describe('the rate of an archive', () => {
  it('is at least 0.6 of the rate of a minimal writer of a stored ZIP with the same checksums', async () => {
    // Both alternate, and the best time of each counts, since other work of the machine takes its caches, too.
    const seconds = { least: Infinity, ours: Infinity }
    for (let round = 0; round < 8; round += 1) {
      seconds.least = Math.min(seconds.least, await secondsOf(leastZip()))
      seconds.ours = Math.min(seconds.ours, await secondsOf(ourZip()))
    }
    expect(seconds.least / seconds.ours).toBeGreaterThan(0.6)
  })
})

const files = 32
const piecesOfFile = 128
const piece = Buffer.alloc(64 * 1024, 7)
const sizeBytes = piecesOfFile * piece.length

async function* body(): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < piecesOfFile; at += 1) yield piece
}

/** The least work that writes stored entries with their checksums. The bytes of its headers do not matter here. */
async function* leastZip(): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < files; at += 1) {
    yield Buffer.alloc(40)
    const sha256 = createHash('sha256')
    let crc = 0
    for await (const part of body()) {
      crc = crc32(part, crc)
      sha256.update(part)
      yield part
    }
    yield Buffer.from(`${sha256.digest('hex')}${crc}`)
  }
}

function ourZip(): AsyncGenerator<Uint8Array, void, undefined> {
  const open = async () => ({ sizeBytes, body: body() })
  const submission = aSubmission(Array.from({ length: files }, (_, at) => ({ name: `${at}.bin`, open })))
  return keepAlive(archive(from([submission])))
}

/** Processor time, since time on the clock grows with other work of the machine. */
async function secondsOf(pieces: AsyncGenerator<Uint8Array, void, undefined>): Promise<number> {
  const began = process.cpuUsage()
  for await (const _piece of pieces);
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1e6
}
