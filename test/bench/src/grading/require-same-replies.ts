import { isDeepStrictEqual } from 'node:util'
import { call, headersOf } from '../frontend-internal/frontend-client.ts'
import { claimPath, type Prepared } from './contests.ts'
import { graderIds, idOf, restricted } from './course.ts'
import { firstSavedId } from './seed.ts'
import { putBackClaims } from './put-back.ts'

/** Members that differ because the two servers work on different assessments at different times. */
const ofItsOwn = new Set([
  'id',
  'submissionId',
  'submittedAt',
  'submitters',
  'tagSlugs',
  'leaseExpiresAt',
  'feedbackId',
  'startedAt',
  'updatedAt',
])

/** @throws Error if the twin does not do the same work */
export async function requireSameReplies(prepared: Prepared): Promise<void> {
  const { owner } = prepared
  for (const userId of [graderIds[0]!, restricted.byTag])
    await requireSame(prepared, 'claimNext', userId, ['POST', claimPath, undefined], ['POST', claimPath, undefined])
  await putBackClaims(owner)
  const save = (nth: number) =>
    [
      'PATCH',
      `/assessments/${idOf(firstSavedId + nth * graderIds.length)}`,
      { scores: { report: { points: 1.75, comment: 'A comment.' } } },
    ] as const
  await requireSame(prepared, 'patchAssessment', graderIds[0]!, save(0), save(1))
  const { rows } = await owner.query<Record<string, unknown>>(
    `SELECT scores::text, points, revision, part_revisions::text, adjustment::text, private_note, saved_at IS NULL AS is_new FROM assessment
    WHERE id = ANY($1::uuid[])`,
    [[0, 1].map((nth) => idOf(firstSavedId + nth * graderIds.length))],
  )
  if (!isDeepStrictEqual(rows[0], rows[1])) throw new Error(`the twin saves something else: ${JSON.stringify(rows)}`)
}

type Sent = readonly [method: string, path: string, body: object | undefined]

async function requireSame(
  { service, twin, sessions }: Prepared,
  operation: string,
  userId: number,
  ours: Sent,
  theirs: Sent,
): Promise<void> {
  const headers = {
    ...headersOf(sessions.get(userId)!),
    'If-Match': '"1"',
    ...(ours[2] !== undefined && { 'Content-Type': 'application/merge-patch+json' }),
  }
  const shownBy = async (url: string, [method, path, body]: Sent): Promise<Readonly<Record<string, unknown>>> => {
    const reply = await call(
      url,
      method,
      path,
      operation === 'claimNext' ? headersOf(sessions.get(userId)!) : headers,
      body,
    )
    const text = await reply.text()
    const { status } = reply
    const tags = [reply.headers.get('etag'), reply.headers.get('x-assessment-revision')]
    return { status, tags, ...(text !== '' && comparable(JSON.parse(text) as object)) }
  }
  const [own, other] = [await shownBy(service.url, ours), await shownBy(twin.url, theirs)]
  for (const key of Object.keys({ ...own, ...other }))
    if (!isDeepStrictEqual(own[key], other[key]))
      throw new Error(
        `${operation}: ${key} is ${JSON.stringify(own[key])}, and the twin's ${JSON.stringify(other[key])}`,
      )
}

/** A reply in which the values of such members are replaced by a mark that they exist. */
function comparable(shown: object): object {
  return Object.fromEntries(
    Object.entries(shown).map(([key, value]) => [key, ofItsOwn.has(key) ? value === null : (value as unknown)]),
  )
}
