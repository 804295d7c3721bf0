import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { recordIdPattern } from '@course-grading/contracts/schemas/paging'
import type Router from '@koa/router'
import { claimNext, pathAfterClaim } from '../claims/grade-next.ts'
import type { Deps } from '../deps/deps.ts'
import { type IslandBody, type IslandCall, islandRoute } from '../http/island-call.ts'
import { readId, readRecordId } from '../http/read-id.ts'
import { sentStart } from '../islands/grading/grading-start.ts'
import type { MoreOfSubmission, NextReply, NextRequest, SnippetChoices } from '../islands/grading/replies.ts'
import { localizedText } from '../islands/display/localized-text.ts'
import { textsFor } from '../texts/texts.ts'
import { readParked } from './island-calls.ts'
import { startOf } from './start-of.ts'

/** Calls of the grading page's script about the exercise and its course. */
export function islandChoices(router: Router, deps: Deps): void {
  const exercise = '/courses/:courseId/exercises/:exerciseId'
  islandRoute(router, deps, { name: 'next', path: `${exercise}/next`, body: nextBody, answer: next })
  islandRoute(router, deps, { name: 'snippets', path: `${exercise}/snippets`, answer: snippets })
  islandRoute(router, deps, { name: 'preview', path: '/courses/:courseId/preview', body: previewBody, answer: preview })
  islandRoute(router, deps, { name: 'more', path: '/submissions/:submissionId/more', answer: more })
}

const nextBody: IslandBody = {
  bytes: 1_024,
  members: 3,
  properties: {
    locale: { type: 'string' },
    goesOn: { type: 'boolean' },
    teaches: { type: 'boolean' },
  },
}
const previewBody: IslandBody = {
  ...frontendInternal.operations.previewFeedback.maxBody,
  properties: { text: { type: 'string' }, feedbackId: { type: 'string', pattern: recordIdPattern } },
}

const exerciseOf = ({ ctx }: IslandCall) => ({
  courseId: readId(ctx.params['courseId']),
  exerciseId: readId(ctx.params['exerciseId']),
})

async function next(call: IslandCall): Promise<NextReply> {
  const { boundary, requestId, userId } = call
  const request = call.body as unknown as NextRequest
  const { courseId, exerciseId } = exerciseOf(call)
  const claim = await claimNext(call, { courseId, exerciseId })
  if (typeof claim === 'string') return { to: pathAfterClaim({ courseId, exerciseId }, claim, 'completed') }
  const [feedback, settings, queue = null] = await Promise.all([
    boundary.getFeedback({ params: { id: claim.feedbackId }, requestId }).then(({ body }) => body),
    boundary.getExerciseGrading({ params: { courseId, exerciseId }, requestId }).then(({ body }) => body),
    boundary.listQueues({ params: { courseId }, query: { exerciseId }, requestId }).then(({ body }) => body.items[0]),
  ])
  const { locale, texts } = textsFor(request.locale)
  const reader = { userId, locale, texts, whose: 'mine', goesOn: request.goesOn, teaches: request.teaches } as const
  return { start: sentStart(startOf({ assessment: claim, feedback, settings, queue }, reader)) }
}

async function snippets(call: IslandCall): Promise<SnippetChoices> {
  const { boundary, requestId, ctx } = call
  const { courseId, exerciseId } = exerciseOf(call)
  const { searchParams } = ctx.URL
  const query = {
    exerciseId,
    limit: 20,
    q: orNothing(searchParams.get('q')),
    criterionId: orNothing(searchParams.get('criterion')),
  }
  const { body } = await boundary.listSnippets({ params: { courseId }, query, requestId })
  const language = searchParams.get('language') ?? ''
  return {
    hasMore: body.nextCursor !== null,
    items: body.items.map(({ snippetId, label, text }) => ({
      id: snippetId,
      label,
      text: localizedText(text, language),
    })),
  }
}

async function preview(call: IslandCall): Promise<{ readonly html: string }> {
  const { boundary, requestId, ctx, body } = call
  const { text, feedbackId } = body as { readonly text: string; readonly feedbackId: string }
  const params = { courseId: readId(ctx.params['courseId']) }
  return (await boundary.previewFeedback({ params, body: { body: text, feedbackId }, requestId })).body
}

async function more(call: IslandCall): Promise<MoreOfSubmission> {
  const { boundary, requestId, ctx } = call
  const params = { submissionId: readId(ctx.params['submissionId']) }
  const [assessmentId, feedbackId] = ['assessment', 'feedback'].map((name) =>
    readRecordId(ctx.URL.searchParams.get(name) ?? undefined),
  ) as [string, string]
  const [{ body }, parked] = await Promise.all([
    boundary.getSubmission({ params, requestId }),
    readParked(call, assessmentId, feedbackId),
  ])
  const { upstreamUrl, latePenalty, upstreamFeedbackHtml: checksHtml } = body
  const attempts = body.attempts.map(({ submissionId, attempt, submittedAt, state, points, maxPoints }) => ({
    submissionId,
    attempt,
    submittedAt,
    state,
    points,
    maxPoints,
  }))
  return { upstreamUrl, latePenalty, checksHtml, attempts, hasRefusedSaves: parked.items.length > 0 }
}

function orNothing(text: string | null): string | undefined {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? undefined : trimmed
}
