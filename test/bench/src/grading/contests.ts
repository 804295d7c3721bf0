import type { Client } from 'pg'
import { baseline, type Contest, type Contestant } from '../benchmark.ts'
import { headersOf, pathOf } from '../frontend-internal/frontend-client.ts'
import { countQueriesOf } from '../frontend-internal/start-frontend.ts'
import type { Load } from '../load.ts'
import type { MeasuredProcess } from '../measured-process.ts'
import { courseId } from '../learning-platform.ts'
import { exercises, graderIds, idOf } from './course.ts'
import type { EndingClaims } from './put-back.ts'
import { firstSavedId } from './seed.ts'

export interface Prepared {
  readonly service: MeasuredProcess
  readonly twin: MeasuredProcess
  readonly owner: Client
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
/** The number of queries that the twin makes for each request, including those that begin and end its transaction. */
const queriesByDesign = 8

/** The contest in which many graders claim at once. */
export const claimContest = (prepared: Prepared, ending: EndingClaims): Contest =>
  contestOf(prepared, 'claimNext', async () => {
    await ending.putBack()
    return {
      requestsOf: (connection) => [
        {
          method: 'POST',
          path: pathOf(claimPath),
          headers: headersOf(prepared.sessions.get(graderIds[connection]!)!),
          onResponse: (status) => {
            if (status !== 201) prepared.faults.push(`claimNext: a reply was ${status} and not 201`)
          },
        },
      ],
    }
  })

export const saveContest = (prepared: Prepared): Contest =>
  contestOf(prepared, 'patchAssessment', (contestant) => saving(prepared, contestant))

function contestOf(prepared: Prepared, operation: string, makeLoad: (contestant: number) => Promise<Load>): Contest {
  const { service, twin } = prepared
  const loadOf = (contestant: number) => async (): Promise<Load> => {
    requireNoFaults(prepared)
    return await makeLoad(contestant)
  }
  const countQueries = countQueriesOf(service)
  const contestants: readonly Contestant[] = [
    { name: 'frontend-internal', server: service, load: loadOf(0), countQueries },
    { name: baseline, server: twin, load: loadOf(1), queriesByDesign },
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
