export type { FakeUpstream } from './fake-upstream.ts'
export { startFakeUpstream } from './start-fake-upstream.ts'
export type { FaultAction } from './faults/fault.ts'
export { demoTokenOf, type User } from './world/user.ts'
