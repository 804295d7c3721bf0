import { createLineDifference } from '@course-grading/submission-content'

// A program with a thread: writes the changed lines of two texts, and ends by itself.
const difference = createLineDifference({
  limitMs: 60_000,
  onError: (error) => {
    throw error
  },
})
process.stdout.write(JSON.stringify(await difference.changedLines('a\nb\n', 'a\nx\nb\n')))
