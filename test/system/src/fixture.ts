/** What a function gets that makes a fixture: it says how the fixture ends. */
export interface Fixture {
  readonly onCleanup: (end: () => Promise<void>) => void
}
