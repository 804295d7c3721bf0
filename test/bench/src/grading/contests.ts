import type { Client } from 'pg'
import { baseline, type Contest, type Contestant } from '../benchmark.ts'
import { headersOf, pathOf } from '../frontend-internal/frontend-client.ts'
import { countQueriesOf } from '../frontend-internal/start-frontend.ts'
import type { Load } from '../load.ts'
import type { MeasuredProcess } from '../measured-process.ts'
import { courseId, exercises, graderIds, graderIdsOfGroups, idOf } from './course.ts'
import { type EndingClaims, putBackCompletions } from './put-back.ts'
import { firstCompletedId, firstSavedId, toComplete } from './seed.ts'

export interface Prepared {
  readonly service: MeasuredProcess
  readonly twin: MeasuredProcess
  readonly owner: Client
  readonly ownerUrl: string
  /** The session of each user. */
  readonly sessions: ReadonlyMap<number, string>
  /** Faults that occurred while a contest was measured, and that make its figures worthless. */
  readonly faults: string[]
}

/** @throws Error if a fault occurred, since then the servers did not do the same work */
export function requireNoFaults({ faults }: Prepared): void {
  if (faults.length > 0) throw new Error(faults.slice(0, 3).join('; '))
}

export const claimPath = `/courses/${courseId}/exercises/${exercises.claimed}/claims`
/** The number of queries that the twin makes for a request, including those that begin and end its transaction. */
const twinQueries = { claim: 8, save: 8, complete: 12 }

const ofAll = 'claimNext, everything'
const ofGroup = 'claimNext, one in a hundred'

/** Contests in which many graders claim at once. */
export const claimContests = (prepared: Prepared, ending: EndingClaims): readonly Contest[] =>
  [
    { operation: ofAll, userIds: graderIds },
    { operation: ofGroup, userIds: graderIdsOfGroups },
  ].map(({ operation, userIds }) =>
    contestOf(prepared, operation, twinQueries.claim, async () => {
      await ending.putBack()
      return {
        requestsOf: (connection) => [
          {
            method: 'POST',
            path: pathOf(claimPath),
            headers: headersOf(prepared.sessions.get(userIds[connection]!)!),
            onResponse: (status) => {
              if (status !== 201) prepared.faults.push(`${operation}: a reply was ${status} and not 201`)
            },
          },
        ],
      }
    }),
  )

export const saveContest = (prepared: Prepared): Contest =>
  contestOf(prepared, 'patchAssessment', twinQueries.save, (contestant) => saving(prepared, contestant))

export const completionContest = (prepared: Prepared): Contest =>
  contestOf(prepared, 'completeAssessment', twinQueries.complete, (_contestant, connections) =>
    completing(prepared, connections),
  )

function contestOf(
  prepared: Prepared,
  operation: string,
  queriesByDesign: number,
  makeLoad: (contestant: number, connections: number) => Promise<Load>,
): Contest {
  const { service, twin } = prepared
  const loadOf: typeof makeLoad = async (...given) => {
    requireNoFaults(prepared)
    return await makeLoad(...given)
  }
  const countQueries = countQueriesOf(service)
  const contestants: readonly Contestant[] = [
    { name: 'frontend-internal', server: service, load: (connections) => loadOf(0, connections), countQueries },
    { name: baseline, server: twin, load: (connections) => loadOf(1, connections), queriesByDesign },
  ]
  return { operation, contestants }
}

/** Each grader saves one assessment again and again, with the revision that the reply to the last save had. */
async function saving({ owner, sessions }: Prepared, contestant: number): Promise<Load> {
  const ids = graderIds.map((_userId, nth) => idOf(firstSavedId + contestant * graderIds.length + nth))
  const { rows } = await owner.query<{ id: string; revision: number }>(
    'SELECT id, revision FROM assessment WHERE id = ANY($1::uuid[])',
    [ids],
  )
  // The last save of a measurement may have been made without its reply being read.
  const tags = new Map(rows.map(({ id, revision }) => [id, `"${revision}"`]))
  let saves = 0
  return {
    requestsOf: (connection) => {
      const id = ids[connection]!
      const headers = {
        ...headersOf(sessions.get(graderIds[connection]!)!),
        'Content-Type': 'application/merge-patch+json',
      }
      return [
        {
          method: 'PATCH',
          path: pathOf(`/assessments/${id}`),
          setupRequest: (request) => {
            saves += 1
            // Each save changes something, since a save without a change writes less.
            const body = JSON.stringify({ scores: { report: { points: (saves % 16) / 4, comment: `Save ${saves}.` } } })
            return { ...request, body, headers: { ...headers, 'If-Match': tags.get(id)! } }
          },
          onResponse: (_status, _body, _context, replied) => {
            const { ETag: tag } = replied as { ETag?: string }
            if (tag !== undefined) tags.set(id, tag)
          },
        },
      ]
    },
  }
}

/** Each grader completes one assessment after the other. All criteria of these have scores. */
async function completing({ owner, sessions, faults }: Prepared, connections: number): Promise<Load> {
  await putBackCompletions(owner, connections)
  return {
    requestsOf: (connection) => {
      const headers = { ...headersOf(sessions.get(graderIds[connection]!)!), 'If-Match': '"1"' }
      let next = connection
      return [
        {
          method: 'POST',
          setupRequest: (request) => {
            if (next >= toComplete) faults.push('completeAssessment: there are too few assessments for this machine')
            const path = pathOf(`/assessments/${idOf(firstCompletedId + next)}/complete`)
            next += connections
            return { ...request, path, headers }
          },
        },
      ]
    },
  }
}
