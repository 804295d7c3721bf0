import type { Faults } from './faults/faults.ts'
import type { Journal } from './journal/journal.ts'
import type { ManualGrader } from './manual-grader/manual-grader.ts'
import type { MenuService } from './menu-link/sign-launch.ts'
import type { Review } from './submissions/review-submission.ts'
import type { SubmissionEvent } from './world/submission-event.ts'
import type { World } from './world/world.ts'

/** A running simulator. */
export interface FakeUpstream {
  /** `http://127.0.0.1:<port>`, without `/api/v2`. */
  readonly url: string
  readonly port: number
  readonly world: World
  readonly journal: Journal
  readonly faults: Faults
  /** The isolated grader, where one was asked for. */
  readonly manualGrader: ManualGrader | null
  /** The service in the menus of all courses; null for none. A test may set it when it knows the address. */
  menu: MenuService | null
  /** The secret URL that lets its holder grade the submission. */
  submissionUrl(submissionId: number): string
  /** What a teacher does in A+'s own pages: a review that stands at once, with a grader and without a penalty. */
  review(submissionId: number, review: Review): void
  /** Follows what happens to submissions, as a grading service would; returns how to stop. */
  onSubmission(listener: (event: SubmissionEvent) => void): () => void
  /** Ends open connections too. */
  close(): Promise<void>
}
