import { describe, expect } from 'vitest'
import { itOn, type TestService } from '../service-test.fixture.ts'
import { projectsOf, rowOf, startWithProjects, studentOf } from './gone-submission.fixture.ts'

const it = itOn(startWithProjects)
  .extend('projects', { scope: 'file' }, ({ service }) => projectsOf(service))
  // Its detail tells that the platform refuses only what is gone.
  .extend('shown', { scope: 'file', auto: true }, ({ projects }) => projects.registered({ submissionId: 3130 }))
it.beforeEach(({ service }) => service.upstream.journal.clear())
it.afterEach(({ service }) => service.upstream.faults.clear())

describe('a submission that the platform does not show', () => {
  it('is asked for once more by another one of its exercise, until it is marked', async ({ service, projects }) => {
    const submissionId = await projects.registered()
    service.upstream.world.removeSubmission(submissionId)
    await projects.read(submissionId)
    expect(readings(service)).toBe(2)
    await projects.read(submissionId)
    expect(readings(service)).toBe(3)
  })

  it.for([
    ['nothing else either', '/api/v2/submissions/*', 404],
    ['an error instead of another one', '/api/v2/submissions/3130', 500],
    ['another one to others', '/api/v2/submissions/3130', 403],
  ] as const)('is not gone if it shows %s', async ([_what, path, status], { service, projects }) => {
    const submissionId = await projects.registered()
    service.upstream.faults.add({ path, action: { kind: 'status', status } })
    service.upstream.faults.add({
      path: `/api/v2/submissions/${submissionId}`,
      action: { kind: 'status', status: 404 },
    })
    expect(await projects.read(submissionId)).toBe(404)
    expect(await rowOf(service, submissionId)).toMatchObject({ state: 'waiting', gone: false })
  })

  it('ends the session if the platform refuses the token when it is asked for another one', async ({
    service,
    projects,
  }) => {
    const submissionId = await projects.registered()
    const session = await service.signIn(103)
    service.upstream.world.removeSubmission(submissionId)
    service.upstream.faults.add({ path: '/api/v2/submissions/3130', action: { kind: 'status', status: 401 } })
    expect(await projects.read(submissionId, session)).toBe(401)
    expect((await rowOf(service, submissionId))?.state).toBe('waiting')
  })

  it('is not gone if it is only forbidden', async ({ service, projects }) => {
    const submissionId = await projects.registered()
    service.upstream.faults.add({
      path: `/api/v2/submissions/${submissionId}`,
      action: { kind: 'status', status: 403 },
    })
    expect(await projects.read(submissionId)).toBe(403)
    expect([readings(service), (await rowOf(service, submissionId))?.state]).toEqual([1, 'waiting'])
  })

  it('is not gone because a student cannot read it', async ({ service, projects }) => {
    const submissionId = await projects.registered()
    const student = await service.signIn(studentOf(submissionId))
    service.upstream.world.removeSubmission(submissionId)
    service.upstream.journal.clear()
    expect(await projects.read(submissionId, student)).toBe(404)
    expect([readings(service), (await rowOf(service, submissionId))?.state]).toEqual([1, 'waiting'])
  })

  it('is never gone if it is a fixture', async ({ service, projects }) => {
    const submissionId = await projects.registered({ fixture: true })
    service.upstream.world.removeSubmission(submissionId)
    expect(await projects.read(submissionId)).toBe(404)
    expect([readings(service), (await rowOf(service, submissionId))?.state]).toEqual([1, 'waiting'])
  })
})

const readings = (service: TestService) => service.upstream.journal.count({ operation: 'readSubmission' })
