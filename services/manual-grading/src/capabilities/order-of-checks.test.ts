import { manualGrading } from '@course-grading/contracts/manual-grading'
import { itChecksInOrder, type OwnFault } from '@course-grading/test-service'
import { afterAll, beforeAll } from 'vitest'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples, gradingBoundary } from '../tested-boundary.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startServiceForExamples({ FIXTURE_TOOLING: 'disabled' })
  const { body } = manualGrading.operations.registerCapability.example
  const reply = await service.request('POST', '/manual-grading/capabilities', { body })
  if (!reply.ok) throw new Error(`not registered: ${reply.status} ${await reply.text()}`)
  // From here on its grade waits to be sent.
  await service.complete(body.submissionId)
})
afterAll(() => service.stop())

const boundary = gradingBoundary(
  () => service,
  () => service,
)
const withFields =
  (fields: object) =>
  (text: string): string =>
    JSON.stringify({ ...(JSON.parse(text) as object), ...fields })

const ofRegistration: readonly Omit<OwnFault, 'check'>[] = [
  {
    title: 'a callback that is not allowed',
    code: 'callback_not_allowed',
    path: '$.callbackUrl',
    text: withFields({ callbackUrl: 'https://elsewhere.example.org/' }),
  },
  { title: 'a fixture where they are off', code: 'fixtures_disabled', text: withFields({ fixture: true }) },
  { title: 'an exercise that is none of the course', code: 'not_found', text: withFields({ exerciseId: 999 }) },
  {
    title: "another exercise than the submission's",
    code: 'validation_failed',
    path: '$.exerciseId',
    text: withFields({ exerciseId: 1104 }),
  },
  { title: 'a grade on its way', code: 'delivery_pending' },
]
itChecksInOrder(
  boundary,
  'registerCapability',
  ofRegistration.map((fault, order) => ({ ...fault, check: 'own', order })),
)
itChecksInOrder(boundary, 'deleteCapability', [{ check: 'own', title: 'a grade on its way', code: 'delivery_pending' }])
