/** As in production: whatever a test keeps waiting is not over before the test says so. */
export const patientTimes = {
  CALLBACK_CONNECT_TIMEOUT_MS: '29000',
  CALLBACK_LOOK_TIMEOUT_MS: '60000',
  CALLBACK_HEADERS_TIMEOUT_MS: '60000',
  CALLBACK_TOTAL_TIMEOUT_MS: '70000',
  DELIVERY_LEASE_S: '120',
  DELIVERY_OPEN_LEASE_S: '120',
  DELIVERY_SETTLE_S: '180',
  SHUTDOWN_GRACE_S: '75',
}

/**
 * A test may wait for their end, and a machine that is late with everything does not come to it by mistake. All end before the limit
 * between two pieces of an answer, which is not to be set.
 */
export const boundedTimes = {
  CALLBACK_CONNECT_TIMEOUT_MS: '7000',
  CALLBACK_LOOK_TIMEOUT_MS: '9000',
  CALLBACK_HEADERS_TIMEOUT_MS: '8000',
  CALLBACK_TOTAL_TIMEOUT_MS: '9000',
  DELIVERY_LEASE_S: '20',
  DELIVERY_OPEN_LEASE_S: '12',
  DELIVERY_SETTLE_S: '13',
  SHUTDOWN_GRACE_S: '11',
}
