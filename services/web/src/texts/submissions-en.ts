/** The list of a course's submissions. */
export const submissions = {
  title: 'Submissions',
  state: 'State',
  grader: 'Grader',
  tag: 'Tag',
  all: { exercise: 'All exercises', state: 'All states', grader: 'All graders', tag: 'All tags' },
  states: {
    waiting: 'Waiting',
    in_progress: 'In progress',
    completed: 'Completed',
    released: 'Released',
    gone: 'Gone from A+',
    superseded: 'Superseded',
    not_queued: 'Not for grading',
    submitted: 'Handed in',
  },
  mine: 'Assessed by me',
  clear: 'All submissions',
  inPlatform: 'In A+',
  notCounted: 'does not count',
  none: 'No submission is so. Anonymous work is found by no name and by no tag.',
}
