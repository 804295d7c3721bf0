import { queriesOf } from '@course-grading/test-service'
import type { MeasuredProcess } from '../measured-process.ts'
import { call, headersOf } from './frontend-client.ts'

interface Asked {
  readonly service: MeasuredProcess
  /** The origin of its metrics. */
  readonly operations: { readonly url: string }
  readonly session: string
  readonly twentiethPage: string
  readonly say: (line: string) => void
}

/**
 * Reports the queries of one call of each read; the public courses must not have been read before. @throws Error if a
 * call makes another number of queries than it should
 */
export async function requireFewQueries({ service, operations, session, twentiethPage, say }: Asked): Promise<void> {
  const headers = headersOf(session)
  let tag = ''
  const calls: readonly (readonly [string, number, () => Promise<unknown>])[] = [
    [
      'listPublicCourses, the first call',
      1,
      async () => {
        tag = (await call(service.url, 'GET', '/courses/all')).headers.get('etag')!
      },
    ],
    [
      'listPublicCourses with a matching If-None-Match',
      0,
      async () => {
        const { status } = await call(service.url, 'GET', '/courses/all', { 'If-None-Match': tag })
        if (status !== 304) throw new Error(`a matching If-None-Match got ${status}`)
      },
    ],
    ['getSession', 2, () => call(service.url, 'GET', '/session', headers)],
    ['listStudents, first page', 3, () => call(service.url, 'GET', '/courses/13/students', headers)],
    ['listStudents, 20th page', 3, () => call(service.url, 'GET', twentiethPage, headers)],
  ]
  for (const [name, budget, ask] of calls) {
    const queries = await queriesOf(operations, ask)
    const count = Object.values(queries).reduce((sum, each) => sum + each, 0)
    say(`${name}: ${count} ${count === 1 ? 'query' : 'queries'} (budget ${budget}) ${Object.keys(queries).join(', ')}`)
    if (count !== budget) throw new Error(`${name} makes ${count} queries`)
  }
}
