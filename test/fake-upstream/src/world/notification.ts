/** What A+ tells a student about a grade, until it is opened. */
export interface Notification {
  readonly userId: number
  isSeen: boolean
}
