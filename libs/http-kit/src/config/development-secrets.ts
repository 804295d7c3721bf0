/** All secrets of this repository for development: production rejects each of them under any id, in any ring, in any service. */
export const developmentSecrets = {
  frontendSecret: 'dev-frontend-secret-0000000000000000',
  manualGradingSecret: 'dev-manual-grading-secret-0000000000',
  sessionKeys: 'dev:ZGV2ZWxvcG1lbnQtc2Vzc2lvbi1rZXktMDAwMDAwMDA=',
  capabilityKeys: 'dev:ZGV2ZWxvcG1lbnQtY2FwYWJpbGl0eS1rZXktMDAwMDA=',
} as const
