import { deleteCapabilities } from '../capabilities/delete-capabilities.ts'
import { deleteCapability } from '../capabilities/delete-capability.ts'
import { listCapabilities } from '../capabilities/list-capabilities.ts'
import { registerCapability } from '../capabilities/register-capability.ts'
import { resetAssessments } from '../grading/reset-assessments.ts'
import { manualGradingProblems } from './manual-grading-problems.ts'
import { defineBoundary } from '../operation/operation.ts'
import { getExerciseCourse } from '../submissions/get-exercise-course.ts'

export const manualGrading = defineBoundary({
  name: 'manual-grading',
  prefix: '/api/internal',
  credentials: { service: 'manual_grading_secret', person: 'none' },
  checksFirst: 'credential',
  operations: {
    registerCapability,
    listCapabilities,
    deleteCapabilities,
    deleteCapability,
    getExerciseCourse,
    resetAssessments,
  },
  problems: manualGradingProblems,
  commonProblems: {
    every: ['invalid_manual_grading_secret', 'validation_failed', 'internal', 'overloaded'],
    person: [],
    course: [],
    subject: { capability: ['not_found'] },
    fixtureTooling: ['fixtures_disabled'],
    body: ['payload_too_large', 'unsupported_media_type'],
    ifMatch: [],
    page: ['invalid_cursor'],
  },
})
