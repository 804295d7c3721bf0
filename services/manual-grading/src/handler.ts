import type { manualGrading } from '@course-grading/contracts/manual-grading'
import type { Handlers } from '@course-grading/http-kit'
import type { Deps } from './deps.ts'

type GraderHandlers = Handlers<typeof manualGrading, never, object, Deps>

/** What the handler of one operation must be, by its name in the contract. */
export type GraderHandler<Name extends keyof GraderHandlers> = GraderHandlers[Name]
