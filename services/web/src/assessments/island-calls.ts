import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { type IslandBody, type IslandCall, islandRoute } from '../http/island-call.ts'
import { recordIdPattern } from '@course-grading/contracts/schemas/paging'
import { readRecordId } from '../http/read-id.ts'
import { fieldsOfAssessment, fieldsOfFeedback } from '../islands/grading/fields.ts'
import type { FeedbackPatch, JudgementPatch } from '../islands/grading/patches.ts'
import { toNames } from '../islands/grading/read-fields.ts'
import type { CompletedWork, ParkedSaves, SavedJudgement, SavedWording, Standing } from '../islands/grading/replies.ts'
import { fieldsOfPatch } from './fields-of-patch.ts'
import { whoOf } from './start-of.ts'

/** Calls of the grading page's script about the assessment that it shows. */
export function islandCalls(router: Router, deps: Deps): void {
  const get = (name: string, path: string, answer: (call: IslandCall) => Promise<object>): void =>
    islandRoute(router, deps, { name, path: `/grade/:id${path}`, answer })
  const post = (name: string, path: string, body: IslandBody, answer: (call: IslandCall) => Promise<object>): void =>
    islandRoute(router, deps, { name, path: `/grade/:id${path}`, body, answer })
  get('standing', '/standing', standing)
  get('parked', '/parked', parked)
  post('saveJudgement', '/judgement', bodies.judgement, saveJudgement)
  post('saveWording', '/wording', bodies.wording, saveWording)
  post('complete', '/complete', bodies.completion, complete)
  post('keepClaim', '/claim', bodies.nothing, keepClaim)
  post('leave', '/leave', bodies.leaving, leave)
}

const { patchAssessment, patchFeedback } = frontendInternal.operations
const revision = { type: 'integer', minimum: 0 }
/** A save has three members besides its patch, which the boundary checks. */
const saveOf = ({ maxBody }: typeof patchAssessment | typeof patchFeedback, ids: IslandBody['properties']) => ({
  ...maxBody,
  members: maxBody.members + 3,
  properties: { base: revision, patch: { type: 'object' }, ...ids },
})
const bodies = {
  judgement: saveOf(patchAssessment, {}),
  wording: saveOf(patchFeedback, { feedbackId: { type: 'string', pattern: recordIdPattern } }),
  completion: { bytes: 1_024, members: 1, properties: { revision } },
  nothing: { bytes: 1_024, members: 0, properties: {} },
  leaving: {
    bytes: 8_192,
    members: 2,
    properties: { how: { enum: ['postpone', 'handBack'] }, note: { type: 'string' } },
    optional: ['note'],
  },
} satisfies Record<string, IslandBody>

const idOf = ({ ctx }: IslandCall): string => readRecordId(ctx.params['id'])

async function standing({ ctx, boundary, requestId, userId }: IslandCall): Promise<Standing> {
  const params = { id: readRecordId(ctx.params['id']) }
  const feedbackId = readRecordId(ctx.URL.searchParams.get('feedback') ?? undefined)
  const [{ body: assessment }, { body: feedback }] = await Promise.all([
    boundary.getAssessment({ params, requestId }),
    boundary.getFeedback({ params: { id: feedbackId }, requestId }),
  ])
  const { state, holder, revision, leaseExpiresAt } = assessment
  return {
    judgement: { revision, fields: toNames(fieldsOfAssessment(assessment)) },
    wording: { revision: feedback.revision, fields: toNames(fieldsOfFeedback(feedback)) },
    who: whoOf(assessment),
    isMine: state === 'in_progress' && holder?.userId === userId,
    isCompleted: state === 'completed',
    holder: holder?.fullName ?? null,
    heldUntil: leaseExpiresAt,
  }
}

/** The most refused saves that are read of each document, since the person asks for all of them at once. */
const parkedLimit = 3

export async function readParked({ boundary, requestId }: IslandCall, assessmentId: string, feedbackId: string) {
  const lists = await Promise.all(
    [{ assessmentId }, { feedbackId }].map((document) =>
      boundary.listParkedDrafts({ query: { ...document, limit: parkedLimit }, requestId }),
    ),
  )
  return {
    hasMore: lists.some(({ body }) => body.nextCursor !== null),
    // The text that a restart removed may be another person's.
    items: lists.flatMap(({ body }) => body.items).filter(({ reason }) => reason !== 'restarted'),
  }
}

async function parked(call: IslandCall): Promise<ParkedSaves> {
  const { ctx, boundary, requestId } = call
  const assessmentId = readRecordId(ctx.params['id'])
  const feedbackId = readRecordId(ctx.URL.searchParams.get('feedback') ?? undefined)
  const { hasMore, items } = await readParked(call, assessmentId, feedbackId)
  const drafts = await Promise.all(
    items
      .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
      .map(({ id }) => boundary.getParkedDraft({ params: { id }, requestId })),
  )
  return {
    hasMore,
    items: drafts.map(({ body }) => ({
      refusedAt: body.createdAt,
      fields: fieldsOfPatch(body.content as JudgementPatch | FeedbackPatch),
    })),
  }
}

async function saveJudgement(call: IslandCall): Promise<SavedJudgement> {
  const { boundary, requestId, body } = call
  const { base, patch } = body as { readonly base: number; readonly patch: JudgementPatch }
  const reply = await boundary.patchAssessment({ params: { id: idOf(call) }, query: { base }, body: patch, requestId })
  return { revision: reply.assessmentRevision ?? base }
}

async function saveWording({ boundary, requestId, body }: IslandCall): Promise<SavedWording> {
  const { base, patch, feedbackId } = body as {
    readonly base: number
    readonly patch: FeedbackPatch
    readonly feedbackId: string
  }
  const params = { id: readRecordId(feedbackId) }
  const reply = await boundary.patchFeedback({ params, query: { base }, body: patch, requestId })
  return { revision: Number(reply.etag.replaceAll('"', '')), judgementRevision: reply.assessmentRevision ?? null }
}

async function complete(call: IslandCall): Promise<CompletedWork> {
  const { boundary, requestId, body } = call
  const ifMatch = `"${Number(body['revision'])}"`
  const reply = await boundary.completeAssessment({ params: { id: idOf(call) }, ifMatch, requestId })
  const { points, maxPoints } = reply.body
  return { points, maxPoints }
}

async function keepClaim(call: IslandCall): Promise<object> {
  const { boundary, requestId } = call
  await boundary.extendClaim({ params: { id: idOf(call) }, requestId })
  return {}
}

async function leave(call: IslandCall): Promise<object> {
  const { boundary, requestId, body } = call
  const params = { id: idOf(call) }
  const note = typeof body['note'] === 'string' ? body['note'] : ''
  if (body['how'] === 'postpone') await boundary.postponeAssessment({ params, body: { note }, requestId })
  else await boundary.releaseClaim({ params, requestId })
  return {}
}
