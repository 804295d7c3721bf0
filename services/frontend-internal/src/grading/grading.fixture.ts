import type { ExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import type { TestService } from '../service.fixture.ts'

/** Writes the present settings of an exercise of the demo course with a change. */
export async function changeGrading(
  service: TestService,
  change: Partial<ExerciseGrading>,
  exerciseId = 1103,
): Promise<void> {
  const path = `/courses/11/exercises/${exerciseId}/grading`
  const present = await service.get(path)
  const body = { ...((await present.json()) as ExerciseGrading), ...change }
  const written = await service.send('PUT', path, { ifMatch: present.headers.get('etag'), body })
  if (!written.ok) throw new Error(`grading: ${written.status} ${await written.text()}`)
}
