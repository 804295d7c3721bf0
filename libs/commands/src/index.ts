export { resealAll, verifySealed, type SealedRows } from './reseal-all.ts'
export { exitUsage, runCommand } from './run-command.ts'
export { runRotation } from './run-rotation.ts'
