// Each operation of the contract has its handler here, under its name.
export { registerCapability } from './capabilities/register-capability.ts'
export { listCapabilities } from './capabilities/list-capabilities.ts'
export { deleteCapabilities } from './capabilities/delete-capabilities.ts'
export { deleteCapability } from './capabilities/delete-capability.ts'
export { getExerciseCourse } from './submissions/get-exercise-course.ts'
export { resetAssessments } from './grading/reset-assessments.ts'
