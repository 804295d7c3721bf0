/** The settings of a course. */
export const settings = {
  byField: {
    name: 'What the course is called here',
    slug: 'Address here',
    languages: 'Languages of the course',
    highlightLanguages: 'Syntax highlighters',
    courseConfigUrl: 'Address of the course configuration',
    templates: 'Template files',
    listed: 'Whether students find the course',
    visibleTagSlugs: 'Which tags the students see here',
    graders: 'Graders',
    manualGradingExercises: 'Exercises by hand',
  },
  exercise: (id: number) => `Exercise ${id}`,
  grader: (userId: number) => `Graders, user ${userId}`,
  anotherCourse: 'A+ has no such exercise in this course, or another course grades it by hand.',
  exercises: {
    title: 'Exercises by hand',
    lead: 'Submissions to the chosen exercises wait here for graders. What is taken out keeps its results and settings, and nothing of it is given to graders any more.',
    asOf: (time: string) => `Exercises of A+ as of ${time}.`,
    lacking: 'A+ does not have these exercises now',
    none: 'A+ has no exercises in this course yet.',
    countOf: (chosen: number, all: number) => `${chosen} of ${all}`,
    points: (max: string) => `${max} points`,
    settingsOf: (exercise: string) => `Settings: ${exercise}`,
  },
}
