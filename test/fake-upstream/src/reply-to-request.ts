import { authenticate } from './auth/authenticate.ts'
import type { Caller } from './http/caller.ts'
import type { Announce } from './world/submission-event.ts'
import type { World } from './world/world.ts'
import type { ApiRequest } from './http/api-request.ts'
import { Call } from './http/call.ts'
import { isJsonObject } from './http/json.ts'
import { languageFromHeader, translate, type UiLanguage } from './http/localise.ts'
import { negotiate, type Rendering } from './http/negotiate.ts'
import { methodNotAllowed, HttpError } from './http/http-error.ts'
import { htmlPage, jsonReply, type Reply } from './http/reply.ts'
import type { Match, Router } from './http/router.ts'

/** The outcome of a request: its reply, and what the journal records in addition. */
export interface Outcome {
  reply: Reply
  userId: number | null
  /** The stack of a defect of the simulator itself, which a client sees as an HTML 500. */
  crash: string | null
}

/**
 * Makes the reply. The checks are in A+'s order: route, language, objects of the path, representation, credentials,
 * permission, method.
 */
export async function replyTo(router: Router, world: World, request: ApiRequest, announce: Announce): Promise<Outcome> {
  const match = router.match(request.method, request.path)
  const outcome: Outcome = { reply: nothingRouted(request), userId: null, crash: null }
  if (match === null) return outcome
  const call = new Call(world, request, match.params, announce)
  call.language = languageFromHeader(request.headers['accept-language'])
  try {
    outcome.reply = await work(call, match, outcome)
  } catch (error) {
    if (error instanceof HttpError) outcome.reply = error.reply
    else {
      outcome.crash = error instanceof Error ? (error.stack ?? error.message) : String(error)
      outcome.reply = htmlPage(500, 'Server Error (500)')
    }
  }
  outcome.reply = finish(call, outcome.reply)
  return outcome
}

/**
 * A+'s pages of courses take any path that ends with a slash, so other paths are redirected there, whatever the method.
 */
function nothingRouted({ path, query }: ApiRequest): Reply {
  if (path.endsWith('/')) return htmlPage(404, 'Page not found')
  const search = query.size === 0 ? '' : `?${query.toString()}`
  return {
    kind: 'text',
    status: 301,
    text: '',
    contentType: 'text/html; charset=utf-8',
    headers: { Location: `${path}/${search}` },
  }
}

async function work(call: Call, match: Match, outcome: Outcome): Promise<Reply> {
  const { request } = call
  call.load()
  const renderings = match.route?.renderings ?? (['json', 'html'] satisfies Rendering[])
  call.rendering = negotiate(request.headers, renderings, match.suffixFormat ?? request.query.get('format'))
  const caller: Caller = authenticate(call)
  if (caller.kind === 'user') {
    outcome.userId = caller.user.id
    if (caller.user.language !== '') call.language = caller.user.language
  }
  const gate = match.route ?? match.siblings[0]
  gate?.allow(call, caller)
  if (request.method === 'OPTIONS') return jsonReply({ name: match.siblings[0]?.operation ?? '', description: '' })
  if (match.route === null) throw methodNotAllowed(request.method)
  return match.route.handle(call, caller)
}

function finish(call: Call, reply: Reply): Reply {
  if (reply.kind !== 'json') return reply
  const localised = localiseDetail(reply, call.language)
  return call.rendering === 'html' ? browsable(localised) : localised
}

function localiseDetail(reply: Reply & { kind: 'json' }, language: UiLanguage): Reply & { kind: 'json' } {
  if (reply.status < 400 || !isJsonObject(reply.value)) return reply
  const { detail } = reply.value
  if (typeof detail !== 'string') return reply
  return { ...reply, value: { ...reply.value, detail: translate(detail, language) } }
}

/** The HTML page that a browser is shown instead of JSON. */
function browsable(reply: Reply & { kind: 'json' }): Reply {
  const shown = JSON.stringify(reply.value, null, 2).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return {
    kind: 'text',
    status: reply.status,
    contentType: 'text/html; charset=utf-8',
    headers: reply.headers ?? {},
    text: `<!DOCTYPE html>\n<html><head><title>A+ API</title></head><body><pre>${shown}</pre></body></html>\n`,
  }
}
