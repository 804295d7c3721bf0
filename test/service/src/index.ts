export { startServiceOfTest, type ServiceOfTest, type ServiceUnderTest } from './start-service-of-test.ts'
export { tokenOf } from './demo-tokens.ts'
export { queriesOf } from './queries-of.ts'
export { itIsOneBoundary, type OneBoundary } from './one-boundary.ts'
