import type { manualGrading } from '@course-grading/contracts/manual-grading'
import type { Handlers } from '@course-grading/http-kit'

/** One handler for every operation of the contract. */
export type GraderHandlers = Handlers<typeof manualGrading, never>

/** What the handler of one operation must be, by its name in the contract. */
export type GraderHandler<Name extends keyof GraderHandlers> = GraderHandlers[Name]
