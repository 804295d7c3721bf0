import type { Caller } from '../http/caller.ts'
import { submissionVisible } from '../auth/exercise-permissions.ts'
import type { Call } from '../http/call.ts'
import { forbidden, noSuch } from '../http/http-error.ts'
import { emptyReply, jsonReply } from '../http/reply.ts'
import type { Route } from '../http/router.ts'
import { attachmentHeader, bytesOf, sizeOf } from './file-bytes.ts'

/** Files need a user token; the submission's own grader token is rejected. */
function filesVisible(call: Call, caller: Caller): void {
  submissionVisible(call, caller)
  if (caller.kind !== 'user') throw forbidden()
}

export const fileRoutes: readonly Route[] = [
  {
    operation: 'listFiles',
    method: 'GET',
    path: '/submissions/{submissionId}/files',
    allow: filesVisible,
    // Any file of the submission may be read. Its detail is the only list of them.
    handle: () => jsonReply([]),
  },
  {
    operation: 'readFile',
    method: 'GET',
    path: '/submissions/{submissionId}/files/{fileId}',
    allow: filesVisible,
    handle: (call) => {
      const file = call.submission.files.find(({ id }) => id === call.id('fileId'))
      if (file === undefined) throw noSuch('SubmittedFile')
      const { content } = file
      if (content === null) return emptyReply(404)
      const headers = {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': attachmentHeader(file.filename),
      }
      return { kind: 'bytes', status: 200, sizeBytes: sizeOf(content), chunks: () => bytesOf(content), headers }
    },
  },
]
