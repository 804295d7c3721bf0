import type { manualGrading } from '@course-grading/contracts/boundaries/manual-grading'
import type { Handlers } from '@course-grading/http-kit'
import type { Deps } from '../deps/deps.ts'

type GraderHandlers = Handlers<typeof manualGrading, never, object, Deps>

export type GraderHandler<Name extends keyof GraderHandlers> = GraderHandlers[Name]
