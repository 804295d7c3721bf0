import { manualGrading } from '@course-grading/contracts/boundaries/manual-grading'
import { itChecksInOrder, type OwnFault } from '@course-grading/test-service'
import { gradingBoundary, openServiceForExamples } from '../tested-boundary.fixture.ts'

const service = await openServiceForExamples({ FIXTURE_TOOLING: 'disabled' })
// From here on its grade waits to be sent.
await service.complete(manualGrading.operations.registerCapability.example.body.submissionId)

const boundary = gradingBoundary(service)
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
