import { manualGrading } from '@course-grading/contracts/manual-grading'
import { testEveryValue } from '@course-grading/test-service'
import { afterAll, beforeAll } from 'vitest'
import { startReplica, type TestService } from './service.fixture.ts'
import { startServiceForExamples, gradingBoundary } from './tested-boundary.fixture.ts'

let service: TestService
let withoutFixtures: TestService
beforeAll(async () => {
  service = await startServiceForExamples()
  const registered = await service.request('POST', '/manual-grading/capabilities', {
    body: manualGrading.operations.registerCapability.example.body,
  })
  if (!registered.ok) throw new Error(`not registered: ${registered.status} ${await registered.text()}`)
  withoutFixtures = await startReplica(service, { FIXTURE_TOOLING: 'disabled' })
})
afterAll(async () => {
  await withoutFixtures.stop()
  await service.stop()
})

testEveryValue(
  gradingBoundary(
    () => service,
    () => withoutFixtures,
  ),
)
