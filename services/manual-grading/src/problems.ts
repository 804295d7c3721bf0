import { manualGradingProblems } from '@course-grading/contracts'
import { internalProblemStyle, type ProblemStyle } from '@course-grading/http-kit'

/** How the manual-grading boundary says no. */
export const problems: ProblemStyle = internalProblemStyle(manualGradingProblems)
