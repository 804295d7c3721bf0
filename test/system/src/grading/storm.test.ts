import { describeStorm } from './survive-storm.ts'

describeStorm(6_000, [
  'registerCapability 201',
  'registerCapability 200',
  'claimNext 201',
  'patchAssessment 204',
  'completeAssessment 200',
  'releaseGrades 200',
  'putExerciseGrading 204',
])
