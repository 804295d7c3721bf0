import { hash } from 'node:crypto'
import { fileOf, openPath, readSubmission, type TwinCalls } from './twin-upstream.ts'

/** So many calls for files are in flight in all, as in the service: a learning platform is not to be asked for more. */
let free = 4
const waiting: (() => void)[] = []

/** What was handed in: each file hashed and decoded, and one object that is serialised at the end. */
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
