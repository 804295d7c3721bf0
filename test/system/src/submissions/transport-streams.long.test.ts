import { setTimeout } from 'node:timers/promises'
import { createFrontendTransport, type FrontendTransport } from '@course-grading/frontend-transport'
import { describe, expect, onTestFinished } from 'vitest'
import { frontendSecret } from '../frontend-client.ts'
import { waitFor } from '../service-process.ts'
import { it as onSubmissions } from './submissions-test.ts'
import { type HandedIn, mebibyte, type SubmissionsWorld } from './submissions-world.ts'

describe('the transport', { timeout: 300_000 }, () => {
  it('gives a file with its length and the name to save it under', async ({ world, transport }) => {
    const handedIn = await world.handIn(mebibyte)
    const reply = await fileOf({ world, transport }, handedIn)
    expect(reply).toMatchObject({
      contentType: 'application/octet-stream',
      contentLength: mebibyte,
      contentDisposition: 'attachment; filename="recording-0.bin"',
    })
    expect(await lengthOf(reply.body)).toBe(mebibyte)
  })

  it('gives the content of a submission of nearly 25 MiB in whole', async ({ world, transport }) => {
    const { submissionId } = await world.handIn(4.5 * mebibyte, { text: true, files: 7 })
    const { body } = await transport.getSubmissionContent({ session: world.session, params: { submissionId } })
    expect(body.files).toHaveLength(7)
    expect(body.files.reduce((sum, { text = '' }) => sum + text.length, 0)).toBeGreaterThan(20 * mebibyte)
  })

  it.for([
    ['a file', fileOf],
    ['an archive', archiveOf],
  ] as const)('reads %s at the pace of its reader, and no further', async ([, ask], { world, transport }) => {
    const handedIn = await world.handIn(4 * gibibyte)
    const { body } = await ask({ world, transport }, handedIn)
    onTestFinished(() => void body.destroy())
    const sent = async (): Promise<number> => (await world.simulator.readOf(handedIn)).sentBytes
    let before = -1
    const stoodAt = await waitFor('the learning platform to stop sending', async () => {
      const now = await sent()
      const stands = now > 0 && now === before
      before = now
      await setTimeout(500)
      return stands ? now : undefined
    })
    // Two connections lie between, and the kernel may hold up to 36 MiB of each.
    expect(stoodAt).toBeLessThan(96 * mebibyte)
  })

  it.for([
    ['a file', fileOf],
    ['an archive', archiveOf],
  ] as const)(
    'ends the call to the learning platform when its caller gives %s up',
    async ([, ask], { world, transport }) => {
      const handedIn = await world.handIn(4 * gibibyte)
      const caller = new AbortController()
      const { body } = await ask({ world, transport }, handedIn, caller.signal)
      const reading = lengthOf(body)
      await waitFor('some of it', async () => (await world.simulator.readOf(handedIn)).sentBytes > mebibyte)
      const gaveUpAt = performance.now()
      caller.abort()
      await expect(reading).rejects.toMatchObject({ kind: 'aborted' })
      await world.simulator.untilLeft(handedIn)
      // The service itself would end a reader that takes nothing only after 10 s.
      expect(performance.now() - gaveUpAt).toBeLessThan(5_000)
    },
  )

  it('waits while the service waits for files that the learning platform does not give', async ({
    world,
    transport,
  }) => {
    const handedIn = await world.handIn(mebibyte, { files: 4 })
    const startedAt = performance.now()
    await world.simulator.addFault({
      path: `/api/v2/submissions/${handedIn.submissionId}/files/*`,
      times: 3,
      action: { kind: 'never_answer' },
    })
    const { body } = await archiveOf({ world, transport }, handedIn)
    expect(await lengthOf(body)).toBeGreaterThan(mebibyte)
    expect(performance.now() - startedAt).toBeGreaterThan(12_000)
  })
})

interface Reading {
  readonly world: SubmissionsWorld
  readonly transport: FrontendTransport
}

function archiveOf({ world, transport }: Reading, { submissionId }: HandedIn, signal?: AbortSignal) {
  return transport.getSubmissionArchive({ session: world.session, params: { submissionId }, signal })
}

function fileOf(
  { world, transport }: Reading,
  { submissionId, fileIds: [fileId = 0] }: HandedIn,
  signal?: AbortSignal,
) {
  return transport.getSubmissionFile({ session: world.session, params: { submissionId, fileId }, signal })
}

async function lengthOf(body: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const piece of body) bytes += piece.byteLength
  return bytes
}

const gibibyte = 1024 * mebibyte

const it = onSubmissions.extend('transport', { scope: 'file' }, ({ world }, { onCleanup }) => {
  const transport = createFrontendTransport({ baseUrl: world.service.url, secret: frontendSecret })
  onCleanup(transport.close)
  return transport
})
