import { json as readJson } from 'node:stream/consumers'
import { findFeedback, type StoredFeedback } from '@course-grading/data/feedback/find-feedback'
import { lockFeedback } from '@course-grading/data/feedback/lock-feedback'
import { saveFeedback } from '@course-grading/data/feedback/save-feedback'
import { findOwnFeedback } from '@course-grading/data/feedback/student-reads'
import { Pool } from 'pg'
import { queriesLike, recordStatements, rowsOf } from '../recorded-statements.ts'
import { accessOf, type Asker, askerOf, inTransaction } from '../twin-access.ts'
import { sendJson, serveTwin } from '../twin-server.ts'

const [id, assessmentId] = ['00000000-0000-4000-8000-000000000701', '00000000-0000-4000-8000-000000000702']
const readMarks = { id, userId: 701 }
const [readOwn] = await recordStatements((tx) => findOwnFeedback(tx, id, readMarks.userId), [])
const readQuery = queriesLike('findOwnFeedback', readOwn!, readMarks)
const [find] = await recordStatements((tx) => findFeedback(tx, id), [])
const findQuery = queriesLike('findFeedback', find!, { id })
const lockMarks = { submissionId: 701 }
const [lock] = await recordStatements((tx) => lockFeedback(tx, { id, ...lockMarks }), [])
const lockQuery = queriesLike('lockSubmissionOfFeedback', lock!, lockMarks)
const found = { id, assessmentId, revision: 702, assessmentRevision: 703, leaseMinutes: 704 }
const written = { language: 'language', body: 'body', annotations: 'annotations', partRevisions: 'parts', userId: 701 }
const [saved] = await recordStatements(
  (tx) => saveFeedback(tx, found as StoredFeedback, { ...written, restoredFrom: null }),
  [],
)
const saveQuery = queriesLike('saveFeedback', saved!, { ...found, ...written })

/** The least program that sends the same replies and the same statements: node:http and pg. It checks, logs and measures nothing. */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })

serveTwin(async (request, response) => {
  const id = request.url!.split('/').at(-1)!
  const asker = await askerOf(pool, request.headers.authorization!)
  if (request.method === 'GET') return sendJson(response, JSON.stringify(await read(id, asker.userId)))
  const revision = await save(id, (await readJson(request)) as Patch, asker)
  response.writeHead(204, { 'Cache-Control': 'no-store', ETag: `"${revision}"` }).end()
})

async function read(id: string, userId: number): Promise<object> {
  const [row] = await rowsOf<{ text: object; courseId: string; exerciseId: string; submissionId: string }>(
    pool,
    readQuery({ id, userId }),
  )
  const { text, courseId, exerciseId, submissionId, ...head } = row!
  return {
    ...text,
    ...head,
    courseId: Number(courseId),
    exerciseId: Number(exerciseId),
    submissionId: Number(submissionId),
  }
}

interface Patch {
  readonly body: string
  readonly annotations: Readonly<Record<string, object>>
}

/** The row of a document as `pg` reads it. */
interface TwinDocument {
  readonly submissionId: string
  readonly courseId: string
  readonly assessmentId: string
  readonly assessmentRevision: number
  readonly leaseMinutes: number
  readonly revision: number
  readonly language: string
  readonly annotations: Readonly<Record<string, object>>
  readonly partRevisions: Readonly<Record<string, number>>
}

async function save(id: string, { body, annotations }: Patch, asker: Asker): Promise<number> {
  const [known] = await rowsOf<TwinDocument>(pool, findQuery({ id }))
  const { submissionId, courseId } = known!
  await accessOf(pool, asker, Number(courseId))
  return await inTransaction(pool, async (run) => {
    await run(lockQuery({ submissionId }))
    const found = await run<TwinDocument>(findQuery({ id }))
    const revision = found.revision + 1
    const parts = Object.keys(annotations).map((key) => [`annotations.${key}`, revision] as const)
    await run(
      saveQuery({
        id,
        assessmentId: found.assessmentId,
        assessmentRevision: found.assessmentRevision,
        leaseMinutes: found.leaseMinutes,
        revision: found.revision,
        language: found.language,
        body,
        annotations: JSON.stringify({ ...found.annotations, ...annotations }),
        partRevisions: JSON.stringify({ ...found.partRevisions, body: revision, ...Object.fromEntries(parts) }),
        userId: asker.userId,
      }),
    )
    return revision
  })
}
