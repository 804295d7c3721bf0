export { startTestCluster } from './test-cluster.ts'
export type { TestDatabase } from './test-database.ts'
export { cloneTemplate, createTestDatabase } from './test-database.ts'
