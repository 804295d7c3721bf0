import { hash } from 'node:crypto'
import { fileOf, openPath, readSubmission, type TwinCalls } from './twin-upstream.ts'

const concurrency = 4

/** What was handed in: four files at a time, each hashed and decoded, and one object that is serialised at the end. */
export async function readContent(calls: TwinCalls, submissionId: number): Promise<object> {
  const submission = await readSubmission(calls, submissionId)
  const form = await openPath(calls, `/api/v2/exercises/${submission.exercise.id}`)
  await form.json()
  const files: object[] = []
  const left = [...submission.files.entries()]
  const readNext = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [position, { id: fileId, filename: path, param_name: field }] = next
      const bytes = Buffer.from(await (await fileOf(calls, submissionId, fileId)).arrayBuffer())
      const sha256 = hash('sha256', bytes, 'hex')
      files[position] = {
        fileId,
        path,
        field,
        size: bytes.length,
        sha256,
        language: 'python',
        template: 'none',
        text: bytes.toString(),
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, readNext))
  const formAnswers = submission.submission_data.map(([key, value]) => ({ key, title: null, values: [value] }))
  return { submissionId, files, formAnswers, truncated: { files: 0, excluded: 0 } }
}
