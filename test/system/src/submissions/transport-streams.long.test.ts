import { setTimeout } from 'node:timers/promises'
import { createFrontendTransport, type FrontendTransport } from '@course-grading/frontend-transport'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { frontendSecret } from '../frontend-client.ts'
import { patienceMs, waitFor } from '../service-process.ts'
import { type HandedIn, mebibyte, startSubmissionsWorld, type SubmissionsWorld } from './submissions-world.ts'

const gibibyte = 1024 * mebibyte

let world: SubmissionsWorld
let transport: FrontendTransport
beforeAll(async () => {
  world = await startSubmissionsWorld()
  transport = createFrontendTransport({ baseUrl: world.service.url, secret: frontendSecret })
})
afterAll(async () => {
  await transport.close()
  await world.stop()
})

const archiveOf = ({ submissionId }: HandedIn, signal?: AbortSignal) =>
  transport.getSubmissionArchive({ session: world.session, params: { submissionId }, signal })

const fileOf = ({ submissionId, fileIds: [fileId = 0] }: HandedIn, signal?: AbortSignal) =>
  transport.getSubmissionFile({ session: world.session, params: { submissionId, fileId }, signal })

async function lengthOf(body: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const piece of body) bytes += piece.byteLength
  return bytes
}

describe('the transport', { timeout: 300_000 }, () => {
  it('gives a file with its length and the name to save it under', async () => {
    const handedIn = await world.handIn(mebibyte)
    const reply = await fileOf(handedIn)
    expect(reply).toMatchObject({
      contentType: 'application/octet-stream',
      contentLength: mebibyte,
      contentDisposition: 'attachment; filename="recording-0.bin"',
    })
    expect(await lengthOf(reply.body)).toBe(mebibyte)
  })

  it('gives the content of a submission of nearly 25 MiB in whole', async () => {
    const { submissionId } = await world.handIn(4.5 * mebibyte, { text: true, files: 7 })
    const { body } = await transport.getSubmissionContent({ session: world.session, params: { submissionId } })
    expect(body.files).toHaveLength(7)
    expect(body.files.reduce((sum, { text = '' }) => sum + text.length, 0)).toBeGreaterThan(20 * mebibyte)
  })

  it.each([
    ['a file', fileOf],
    ['an archive', archiveOf],
  ])('reads %s at the pace of its reader, and no further', async (_name, ask) => {
    const handedIn = await world.handIn(4 * gibibyte)
    const { body } = await ask(handedIn)
    onTestFinished(() => void body.destroy())
    const sent = async (): Promise<number> => (await world.simulator.readOf(handedIn)).sentBytes
    let before = -1
    const stoodAt = await waitFor('the learning platform to stop sending', patienceMs, async () => {
      const now = await sent()
      const stands = now > 0 && now === before
      before = now
      await setTimeout(500)
      return stands ? now : undefined
    })
    // Two connections lie between, and the kernel may hold up to 36 MiB of each.
    expect(stoodAt).toBeLessThan(96 * mebibyte)
  })

  it.each([
    ['a file', fileOf],
    ['an archive', archiveOf],
  ])('ends the call to the learning platform when its caller gives %s up', async (_name, ask) => {
    const handedIn = await world.handIn(4 * gibibyte)
    const caller = new AbortController()
    const { body } = await ask(handedIn, caller.signal)
    const reading = lengthOf(body)
    await waitFor('some of it', patienceMs, async () =>
      (await world.simulator.readOf(handedIn)).sentBytes > mebibyte ? true : undefined,
    )
    const gaveUpAt = performance.now()
    caller.abort()
    await expect(reading).rejects.toMatchObject({ kind: 'aborted' })
    await waitFor('the call to end', patienceMs, async () =>
      (await world.simulator.readOf(handedIn)).outcome === 'client_left' ? true : undefined,
    )
    // The service itself would end a reader that takes nothing only after 10 s.
    expect(performance.now() - gaveUpAt).toBeLessThan(5_000)
  })

  it('waits while the service waits for files that the learning platform does not give', async () => {
    const handedIn = await world.handIn(mebibyte, { files: 4 })
    const startedAt = performance.now()
    await world.simulator.addFault({
      path: `/api/v2/submissions/${handedIn.submissionId}/files/*`,
      times: 3,
      action: { kind: 'never_answer' },
    })
    const { body } = await archiveOf(handedIn)
    expect(await lengthOf(body)).toBeGreaterThan(mebibyte)
    expect(performance.now() - startedAt).toBeGreaterThan(12_000)
  })
})
