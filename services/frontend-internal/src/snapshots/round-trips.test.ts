import { queriesOf } from '@course-grading/test-service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
let sessions: { readonly teacher: string; readonly student: string; readonly otherTeacher: string }
beforeAll(async () => {
  service = await startTestService()
  sessions = {
    teacher: await service.signIn(101),
    student: await service.signIn(201),
    otherTeacher: await service.signIn(104),
  }
})
afterAll(() => service.stop())

const queries = (method: string, path: string, session: string) =>
  queriesOf(service, async () => {
    expect((await service.request(method, path, { session })).status).toBe(200)
  })
const authorization = { useSession: 1, findCourseAccess: 1 }
/**
 * The statements of a refresh, however large the course: whether another process has refreshed it meanwhile, the lease, one
 * transaction, during which no erasure runs, and the delivered grades that it may compare.
 */
const oneRefresh = {
  listCourseSettings: 1,
  findSnapshotHead: 2,
  takeRefreshLease: 1,
  releaseRefreshLease: 1,
  start: 1,
  sharePeopleOfCourse: 1,
  lockRefreshLease: 1,
  preferHashJoins: 1,
  replaceSnapshotModules: 1,
  replaceRoster: 1,
  replaceSubmissionHeads: 1,
  insertAliases: 1,
  upsertSnapshotHead: 1,
  findSnapshot: 1,
  commit: 1,
  listStandings: 1,
}

describe('round trips of snapshots', () => {
  it('getCourseSnapshot makes three queries if there is a snapshot', async () => {
    expect(await queries('GET', '/courses/11/snapshot', sessions.teacher)).toEqual({
      ...authorization,
      ...oneRefresh,
      findSnapshot: 2,
    })
    for (const session of [sessions.teacher, sessions.student]) {
      expect(await queries('GET', '/courses/11/snapshot', session)).toEqual({ ...authorization, findSnapshot: 1 })
    }
  })

  it('refreshCourseSnapshot makes as many queries for 1,200 students as for 30', async () => {
    expect(await queries('POST', '/courses/11/snapshot/refresh', sessions.teacher)).toEqual({
      ...authorization,
      ...oneRefresh,
    })
    expect(await queries('POST', '/courses/13/snapshot/refresh', sessions.otherTeacher)).toEqual({
      ...authorization,
      ...oneRefresh,
    })
  })
})
