import { fullRun } from '@course-grading/data/testing/full-run'
import { describeStorm } from './survive-storm.ts'

describeStorm(fullRun ? 600_000 : 120_000, [
  'registerCapability 201',
  'registerCapability 200',
  'deleteCapability 204',
  'deleteCapabilities 200',
  'claimNext 201',
  'claimSubmission 201',
  'patchAssessment 204',
  'completeAssessment 200',
  'releaseGrades 200',
  'reopenAssessment 200',
  'restartAssessment 200',
  'takeOverClaim 200',
  'releaseClaim 204',
  'resetAssessments 200',
  'eraseStudentData 204',
  'putExerciseGrading 204',
])
