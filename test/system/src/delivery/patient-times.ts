/** As in production: whatever a test keeps waiting is not over before the test says so. */
export const patientTimes = {
  CALLBACK_CONNECT_TIMEOUT_MS: '29000', CALLBACK_LOOK_TIMEOUT_MS: '60000', CALLBACK_HEADERS_TIMEOUT_MS: '60000', CALLBACK_TOTAL_TIMEOUT_MS: '70000',
  DELIVERY_LEASE_S: '120', DELIVERY_OPEN_LEASE_S: '120', DELIVERY_SETTLE_S: '180', SHUTDOWN_GRACE_S: '75',
}
