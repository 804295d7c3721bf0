import { hash } from 'node:crypto'
import { findSubmission } from '@course-grading/data/submissions/find-submission'
import type { Pool } from 'pg'
import type { Dispatcher } from 'undici'
import { recordStatement } from '../recorded-statements.ts'
import { askerOf } from '../twin-access.ts'

/** How the twin calls the learning platform. */
interface TwinCalls {
  readonly upstream: Dispatcher
  readonly headers: Record<string, string>
}

interface TwinSubmission {
  readonly exercise: { readonly id: number }
  readonly submission_data: readonly (readonly [string, string])[]
  readonly files: readonly { readonly id: number; readonly filename: string; readonly param_name: string }[]
}

/** The body of a reply that has not been read. */
async function openPath({ upstream, headers }: TwinCalls, path: string): Promise<Dispatcher.ResponseData['body']> {
  return (await upstream.request({ method: 'GET', path, headers })).body
}

async function readSubmission(calls: TwinCalls, submissionId: number): Promise<TwinSubmission> {
  return (await (await openPath(calls, `/api/v2/submissions/${submissionId}`)).json()) as TwinSubmission
}

const fileOf = (calls: TwinCalls, submissionId: number, fileId: number) =>
  openPath(calls, `/api/v2/submissions/${submissionId}/files/${fileId}`)

const marks = { submissionId: 701, userId: 702 }
const findQuery = await recordStatement('findSubmission', marks, (tx) => findSubmission(tx, marks))

/** Reads the session, and the data of the submission and its course that decide the reply. Two queries. */
export async function readAccess(pool: Pool, authorization: string, submissionId: number): Promise<void> {
  const { userId } = await askerOf(pool, authorization)
  await pool.query(findQuery({ submissionId, userId }))
}

/** The maximum number of calls for files in flight, the same as in the service, so as not to overload the learning platform. */
let free = 4
const waiting: (() => void)[] = []

/** Reads the content of a submission from the learning platform: hashes and decodes each file, and makes one object of them. */
export async function readContent(calls: TwinCalls, submissionId: number): Promise<object> {
  const submission = await readSubmission(calls, submissionId)
  const form = await openPath(calls, `/api/v2/exercises/${submission.exercise.id}`)
  await form.json()
  const files = await Promise.all(
    submission.files.map(async ({ id: fileId, filename: path, param_name: field }) => {
      const bytes = await inTurn(async () =>
        Buffer.from(await (await fileOf(calls, submissionId, fileId)).arrayBuffer()),
      )
      const sha256 = hash('sha256', bytes, 'hex')
      return {
        fileId,
        path,
        field,
        size: bytes.length,
        sha256,
        language: 'python',
        template: 'none',
        text: bytes.toString(),
      }
    }),
  )
  const formAnswers = submission.submission_data.map(([key, value]) => ({ key, title: null, values: [value] }))
  return { submissionId, files, formAnswers, truncated: { files: 0, excluded: 0 } }
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
  else free -= 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }
}
