import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import { registerSubmission } from '../assessments/assessments.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startWithSnapshot } from './submissions.fixture.ts'

/** The demo world with ten more submissions to exercise 1104, so that it has 3101 to 3130. */
export const startWithProjects = () =>
  startWithSnapshot({
    world: (world) => {
      for (let id = 3121; id <= 3130; id += 1)
        world.addSubmission({ id, exerciseId: 1104, submitterIds: [studentOf(id)] })
    },
  })

/** Each of these submissions is of a student of their own. */
export const studentOf = (submissionId: number): number => 201 + ((submissionId - 3091) % 30)

export function projectsOf(service: TestService) {
  const { world } = service.upstream
  let last = 3100
  /** Registers a project as the isolated grader does, the first that no test has used, unless one is given. */
  const registered = async (
    change: { readonly submissionId?: number; readonly fixture?: boolean } = {},
  ): Promise<number> => {
    const submissionId = change.submissionId ?? (last += 1)
    const { exerciseId, submitterIds, submittedAtMs } = world.submission(submissionId)
    const submittedAt = new Date(submittedAtMs).toISOString()
    await registerSubmission(service, {
      maxPoints: 100,
      exerciseId,
      submitterIds,
      submittedAt,
      ...change,
      submissionId,
    })
    return submissionId
  }
  /** Reads it as teacher 101, unless somebody else's session is given, and returns the status. */
  const read = async (submissionId: number, session?: string, part = ''): Promise<number> => {
    const reply = await service.get(`/submissions/${submissionId}${part}`, session)
    await reply.body?.cancel()
    return reply.status
  }
  /** Deletes it upstream, where a teacher finds that out. */
  const deleted = async (submissionId: number): Promise<void> => {
    world.removeSubmission(submissionId)
    if ((await read(submissionId)) !== 404) throw new Error('still shown')
  }
  /** What is deleted upstream becomes visible there again. */
  const deletedForAWhile = async (submissionId: number) => {
    const submission = world.submission(submissionId)
    await deleted(submissionId)
    return (): void => void world.addSubmission(submission)
  }
  return { registered, read, deleted, deletedForAWhile }
}

export type Projects = ReturnType<typeof projectsOf>

export async function rowOf(service: TestService, submissionId: number): Promise<SubmissionRow | undefined> {
  const { items } = await service.read<{ items: SubmissionRow[] }>('/courses/11/submissions?exerciseId=1104&limit=200')
  return items.find((row) => row.submissionId === submissionId)
}
