/** Long limits, as in production: they do not end while a test holds something. */
export const patientTimes = {
  CALLBACK_CONNECT_TIMEOUT_MS: '29000',
  CALLBACK_VERIFICATION_TIMEOUT_MS: '60000',
  CALLBACK_HEADERS_TIMEOUT_MS: '60000',
  CALLBACK_TOTAL_TIMEOUT_MS: '70000',
  DELIVERY_LEASE_S: '120',
  DELIVERY_OPEN_LEASE_S: '120',
  DELIVERY_SETTLE_S: '180',
  SHUTDOWN_GRACE_S: '75',
}

/**
 * Limits that are short enough for a test to wait for, and long enough that a slow machine does not reach them by accident. All are below
 * the limit between two chunks of a reply, which cannot be configured.
 */
export const boundedTimes = {
  CALLBACK_CONNECT_TIMEOUT_MS: '7000',
  CALLBACK_VERIFICATION_TIMEOUT_MS: '9000',
  CALLBACK_HEADERS_TIMEOUT_MS: '8000',
  CALLBACK_TOTAL_TIMEOUT_MS: '9000',
  DELIVERY_LEASE_S: '20',
  DELIVERY_OPEN_LEASE_S: '12',
  DELIVERY_SETTLE_S: '13',
  SHUTDOWN_GRACE_S: '11',
}
