export const differences = {
  to: (attempt: number | null) =>
    attempt === null ? 'Differences to the attempt before' : `Differences to attempt ${attempt}`,
  none: 'There is no attempt before this one.',
  away: 'One of the two attempts cannot be loaded from A+ now.',
  given: 'Feedback that was given to the attempt before',
  added: 'It was not in the attempt before.',
  removed: 'Handed in with the attempt before, and not with this one.',
  same: (count: number) =>
    count === 1 ? 'One file or answer is the same in both:' : `${count} files and answers are the same in both:`,
  differs: 'The two are not the same, and no texts.',
  unknown: 'Whether the two are the same is not known.',
  whole: 'Too long to be compared: all lines of this attempt, unmarked.',
  sameLines: (first: number, last: number) =>
    first === last ? `Line ${first} is the same.` : `Lines ${first} to ${last} are the same.`,
  notListed: (count: number) =>
    count === 1
      ? 'One file is not compared: there are too many.'
      : `${count} files are not compared: there are too many.`,
  cut: 'The page is full: not all lines that differ are drawn.',
}
