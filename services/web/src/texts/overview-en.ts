const works = (count: number): string => (count === 1 ? '1 work' : `${count} works`)

/** What a teacher sees on the front page of a course. */
export const overview = {
  start: {
    title: 'Start',
    done: 'done',
    next: 'Next',
    people: 'People and exercises',
    peopleAre: (students: number) => `A+ names ${students === 1 ? '1 student' : `${students} students`}.`,
    refresh: 'Refresh from A+',
    byHand: 'Exercises by hand',
    aboutByHand: 'Works of the chosen ones wait here for graders.',
    settings: 'Settings of an exercise',
    aboutSettings: 'Which rubric, who takes what, when students read it. Without them graders give points only.',
    graders: 'Graders',
    aboutGraders: 'Who takes works. Teachers always may.',
    listed: 'Show the course to its students',
    aboutListed:
      'Until then the course stands in no list of its students. By its menu in A+ and by My feedback they come to what is released all the same.',
  },
  listed: {
    title: 'What students see',
    lead: 'The course stands in no list of its students. By its menu in A+ and by My feedback they come to what is released all the same.',
    button: 'Show the course',
    hide: 'Hide the course',
    isShown:
      'The course stands in the list of its students. Once hidden it does not, but by its menu in A+ and by My feedback they come to what is released all the same.',
  },
  waits: {
    title: 'Waits for you',
    stuck: (count: number, language: string) => `${works(count)} in ${language}, which no listed grader reads.`,
    byTags: (count: number) => `${works(count)} of students whose tags no listed grader has.`,
    due: (waiting: number, day: string) =>
      `Due ${day}, and ${waiting === 1 ? '1 work waits' : `${waiting} works wait`}.`,
    more: (count: number) => `And the same of ${count === 1 ? '1 more exercise' : `${count} more exercises`}.`,
  },
  exercise: {
    rubric: 'Rubric',
    pointsOnly: 'points only',
    settingsOf: (exercise: string) => `How it is judged: ${exercise}`,
    atOnce: 'sent at once',
    files: 'Files',
    comma: 'decimal point',
    semicolon: 'decimal comma',
    works: 'Submissions as ZIP',
  },
  graders: {
    title: 'Graders',
    mayGrade: 'May grade',
    of: (count: number, waiting: number) => `${count} of ${waiting}`,
    notListed: 'not listed',
    holds: 'Holds',
    left: 'Left',
    mean: 'Mean',
    spread: 'Spread',
    lastSaved: 'Last save',
    which: 'Exercise',
    all: 'All exercises',
    none: 'Nobody is listed, and nobody has graded yet.',
  },
}
