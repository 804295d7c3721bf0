export { startFakeUpstream, type FakeUpstream } from './start-fake-upstream.ts'
export type { FaultAction } from './faults/fault.ts'
export { demoTokenOf, type User } from './world/user.ts'
