import { safeEntryName } from '@course-grading/archives'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { openSubmissionFile, UpstreamError } from '@course-grading/upstream'
import { upstreamCall } from '../deps/session-caller.ts'
import type { FrontendHandler } from '../access/handler.ts'
import { mapUpstreamRejection } from './map-upstream-rejection.ts'
import { inSlot } from './in-slot.ts'
import { readSubmission } from './read-submission.ts'
import { slotWaitMs } from '../deps/reader-slots.ts'

export const getSubmissionFile: FrontendHandler<'getSubmissionFile'> = async (call, deps) => {
  const { upstream, takeStreamSlot } = deps
  const { submissionId, fileId } = call.params
  const upstreamRequest = upstreamCall(call)
  const { isOwn } = call.subject
  const reader = { userId: call.caller.userId, isStudent: isOwn, what: 'file' } as const
  const askedAt = performance.now()
  const slot = await takeStreamSlot(reader, call.gone())
  // The rest of the waiting time is for a stream to the learning platform.
  const waitMs = Math.max(0, slotWaitMs - (performance.now() - askedAt))
  try {
    const { files } = await readSubmission(deps, call)
    const file = files.find((each) => each.fileId === fileId)
    if (file === undefined) throw new DomainError('not_found')
    const opened = await mapUpstreamRejection(
      openSubmissionFile(upstream, { ...upstreamRequest, signal: call.gone() }, submissionId, fileId, { waitMs }),
    ).catch(mapFullHouse)
    return {
      status: 200,
      headers: { 'Content-Security-Policy': 'sandbox' },
      attachment: {
        mediaType: 'application/octet-stream',
        ...fileNames(safeEntryName(file.name)),
        sizeBytes: opened.sizeBytes ?? undefined,
        content: inSlot(opened.body, slot),
        cut: slot.cut,
      },
    }
  } catch (error) {
    slot.release()
    throw error
  }
}

/** All streams are in use by readers of this service, so the error is not the learning platform's. */
function mapFullHouse(error: unknown): never {
  if (error instanceof UpstreamError && error.reason === 'bulkhead_full')
    throw new DomainError('overloaded', { retryAfterS: 5, cause: error })
  throw error
}

/** An ASCII name for all browsers, and the full name if it has other characters. */
function fileNames(name: string): { readonly fileName: string; readonly fullFileName?: string } {
  const fileName = name.replaceAll(/[^A-Za-z0-9._-]/g, '_')
  return fileName === name ? { fileName } : { fileName, fullFileName: name }
}
