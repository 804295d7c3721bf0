import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FaultScript } from '../faults/fault.ts'
import { readBody, splitTarget } from '../http/api-request.ts'
import type { JournalFilter } from '../journal/journal.ts'
import type { FakeUpstream } from '../fake-upstream.ts'
import { applyEdit } from './world-edits.ts'

/**
 * Serves `/__sim/…`, by which other processes do what tests do with the object. Its requests and replies are JSON, and
 * are not written to the journal.
 */
export async function serveControl(
  upstream: FakeUpstream,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { path, rawQuery } = splitTarget(message.url ?? '/')
  const query = new URLSearchParams(rawQuery)
  const body = (await readBody(message)).toString()
  let status = 200
  let value: unknown
  try {
    value = await control(upstream, `${message.method} ${path}`, query, body)
    if (value === undefined) [status, value] = [404, { error: `no control ${message.method} ${path}` }]
  } catch (error) {
    status = 400
    value = { error: error instanceof Error ? error.message : String(error) }
  }
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
}

/** Undefined if there is no such control. */
async function control(upstream: FakeUpstream, action: string, query: URLSearchParams, body: string): Promise<unknown> {
  const { journal, faults } = upstream
  const faultId = /^DELETE \/__sim\/faults\/(\d+)$/.exec(action)?.[1]
  if (faultId !== undefined) {
    faults.remove(Number(faultId))
    return { ok: true }
  }
  switch (action) {
    case 'GET /__sim/registrations':
      return { registrations: upstream.manualGrader?.registrations ?? [] }
    case 'POST /__sim/registrations':
      return { registered: (await upstream.manualGrader?.registerAll(upstream.submissionUrl)) ?? 0 }
    case 'GET /__sim/health':
      return { status: 'ok' }
    case 'GET /__sim/journal':
      return { entries: journal.find(filterFrom(query)) }
    case 'GET /__sim/journal/wait': {
      const count = Number(query.get('count') ?? 1)
      return { entries: await journal.waitForCount(filterFrom(query), count, Number(query.get('timeoutMs') ?? 5000)) }
    }
    case 'POST /__sim/faults': {
      const { id } = faults.add(JSON.parse(body) as FaultScript)
      return { id }
    }
    case 'DELETE /__sim/faults':
      faults.clear()
      return { ok: true }
    case 'POST /__sim/world/edits':
      return applyEdit(upstream.world, JSON.parse(body) as unknown)
    default:
      return undefined
  }
}

function filterFrom(query: URLSearchParams): JournalFilter {
  const filter: JournalFilter = {}
  for (const name of ['operation', 'method', 'path', 'requestId'] as const) {
    const value = query.get(name)
    if (value !== null) filter[name] = value
  }
  for (const name of ['status', 'userId'] as const) {
    const value = query.get(name)
    if (value !== null) filter[name] = Number(value)
  }
  return filter
}
