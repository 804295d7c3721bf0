import type { Submission } from '../world/submission.ts'

/** `remove` removes unseen notifications. Any other text makes one for each submitter who has no unseen one. */
export function notify(submission: Submission, how: string): void {
  if (how === '') return
  if (how === 'remove') {
    submission.notified = submission.notified && submission.notificationSeen
    submission.notifications = submission.notifications.filter(({ isSeen }) => isSeen)
    return
  }
  submission.notified = true
  const waiting = submission.notifications.filter(({ isSeen }) => !isSeen).map(({ userId }) => userId)
  for (const userId of submission.submitterIds)
    if (!waiting.includes(userId)) submission.notifications.push({ userId, isSeen: false })
}
