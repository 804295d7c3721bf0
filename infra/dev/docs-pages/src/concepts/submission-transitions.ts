import type { SubmissionState } from '@course-grading/domain/submissions/submission-state'
import type { Transition } from './state-diagrams.ts'

export const submissionTransitions: readonly Transition<SubmissionState>[] = [
  { from: 'new', to: 'waiting', by: 'registered' },
  { from: 'waiting', to: 'in_progress', by: 'claimed' },
  { from: 'waiting', to: 'superseded', by: 'a newer one' },
  { from: 'superseded', to: 'in_progress', by: 'claimed by its id' },
  { from: 'waiting', to: 'gone', by: 'deleted upstream' },
  { from: 'gone', to: 'waiting', by: 'found upstream again' },
  { from: 'in_progress', to: 'completed', by: 'completed' },
  { from: 'completed', to: 'released', by: 'released' },
  { from: 'completed', to: 'in_progress', by: 'reopened' },
  { from: 'released', to: 'in_progress', by: 'reopened' },
]
