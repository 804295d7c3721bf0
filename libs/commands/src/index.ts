export { resealAll, verifySealed, type SealedRow, type SealedRows, type Verified } from './reseal-all.ts'
export { exitUsage, runCommand, type Command } from './run-command.ts'
export { runRotation, type Rotated, type Rotation } from './run-rotation.ts'
