import { about } from './about-en.ts'
import { comments } from './comments-en.ts'
import { copy } from './copy-en.ts'
import { exerciseSettings } from './exercise-settings-en.ts'
import { forms } from './forms-en.ts'
import { deliveries } from './deliveries-en.ts'
import { differences } from './differences-en.ts'
import { graders, gradersFile } from './graders-en.ts'
import { launch } from './launch-en.ts'
import { live } from './live-en.ts'
import { overview } from './overview-en.ts'
import { people } from './people-en.ts'
import { preferences } from './preferences-en.ts'
import { queue } from './queue-en.ts'
import { release } from './release-en.ts'
import { rubricEditor } from './rubric-editor-en.ts'
import { rubricMove, rubricPublish } from './rubric-publish-en.ts'
import { rubrics } from './rubrics-en.ts'
import { settings } from './settings-en.ts'
import { submissions } from './submissions-en.ts'
import { upstream } from './upstream-en.ts'
import { work } from './work-en.ts'

/** What pages say. `fi.ts` and `sv.ts` have the same members. */
export const en = {
  product: 'Course grading',
  signIn: {
    title: 'Sign in',
    token: 'API token',
    button: 'Sign in',
    how: 'Open the course in A+ and choose Course grading in its menu. Or paste the API token of your A+ profile page here.',
    platform: 'Go to A+',
    refused: 'A+ does not know this token. Copy it again from your profile page.',
    empty: 'Paste your API token.',
  },
  launch,
  otherPerson: {
    title: 'Who are you?',
    question: (now: string, next: string) =>
      `${now} is signed in here, and ${next} is about to be. Signing in as ${next} signs ${now} out in this browser, and text that is not saved yet would be lost.`,
    yes: (next: string) => `Sign in as ${next}`,
    no: (now: string) => `Stay signed in as ${now}`,
    ended: (next: string) =>
      `Another person was signed in here before, and ${next} is about to be. Signing in as ${next} erases what was typed in this browser: text that is not saved yet would be lost.`,
    noOther: 'Do not sign in',
    erases: 'Some of what was typed here is not saved yet. This erases it from this browser. Go on?',
  },
  signOut: 'Sign out',
  signOutErases: 'Some of what was typed here is not saved yet. Signing out erases it from this browser. Sign out?',
  leftText: {
    conflict: 'Text that you left is not saved, since somebody changed the same. Choose between both:',
    lost: 'Text that you left is not saved, since you no longer hold the submission. Copy what you need:',
    unfinished: 'Text that you left is not saved, since something about it has to be mended:',
  },
  where: 'Where',
  looks: {
    language: 'Language',
    languages: { en: 'English', fi: 'suomi', sv: 'svenska' },
    theme: 'Theme',
    zone: (zone: string) => `Times: ${zone}`,
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  },
  courses: {
    title: 'My courses',
    none: 'You have no courses in A+.',
    noneListed:
      'None of your courses is listed here. Open the course in A+ and choose Course grading in its menu, or see My feedback.',
    elsewhere: 'The course that you opened in A+ is none of yours here. Ask its teacher to add you.',
    notConfigured: 'not set up yet',
    roles: { teacher: 'teacher', assistant: 'assistant', grader: 'grader', student: 'student' },
  },
  course: {
    title: 'Course',
    places: {
      overview: 'Overview',
      submissions: 'Submissions',
      rubrics: 'Rubrics',
      comments: 'Comments',
      students: 'Students',
      deliveries: 'Deliveries',
      settings: 'Settings',
    },
    gradedByHand: 'Graded by hand',
    notGrader:
      'You assist this course, and its settings do not have you among its graders. A teacher of the course can add you.',
    nothingByHand: 'No exercise of this course is graded by hand yet.',
    myWork: 'My work',
    moreWork: 'There is more than is listed here.',
    students: (count: number) => (count === 1 ? '1 student' : `${count} students`),
    asOf: (time: string) => `as of ${time}`,
    exercise: (id: number) => `Exercise ${id}`,
    submission: (id: number) => `Submission ${id}`,
    drafts: {
      held: (until: string) => `held until ${until}`,
      lapsed: 'the claim ran out, the draft is kept',
      claim: 'Claim',
      goOn: 'Go on',
      takeUpAgain: 'Take up again',
    },
  },
  setUp: {
    notSetUp: 'This course is not set up for grading yet.',
    forTeachers:
      'As its teacher you can set it up. Then you choose the exercises that are graded by hand, and who grades.',
    forOthers: 'A teacher of the course can set it up here.',
    button: 'Set up this course',
    slugTaken:
      'Another course has the short name that this course would get. Ask whoever runs this service to set it up with another one.',
  },
  queue,
  deliveries,
  differences,
  grading: {
    who: 'Submission',
    handedIn: (time: string) => `handed in ${time}`,
    attempt: (count: number) => `attempt ${count}`,
    progress: (graded: number, waiting: number) => `graded ${graded}, waiting ${waiting}`,
    clear: 'Clear',
    noneApplies: 'None of these applies',
    gone: 'A+ no longer has this submission: a grade would not be sent.',
    readOnly: {
      completed: 'Read only: this assessment is completed.',
      heldBy: (holder: string) => `Read only: ${holder} holds this submission.`,
      waiting: 'Read only: nobody holds this submission.',
    },
    take: { reopen: 'Reopen', takeOver: 'Take over', takeUp: 'Take up', why: 'Reason' },
    goTo: 'Go to',
    rubric: 'Rubric',
    comment: 'Comment',
    points: 'Points',
    range: (min: string, max: string) => `${min} to ${max}`,
    notJudged: 'Not judged',
    aside: 'Adjustment and private note',
    adjustment: 'Adjustment',
    reason: 'Reason',
    privateNote: 'Private note',
    feedback: 'Feedback',
    annotation: (where: string, first: number, last: number) =>
      first === last ? `Annotation of ${where}, line ${first}` : `Annotation of ${where}, lines ${first} to ${last}`,
    placeholders: 'Filled in when it is completed, as of now:',
    kind: 'Kind',
    staffOnly: 'staff only',
    remove: 'Remove this annotation',
    total: 'Total',
    inPlatform: (points: string, max: string) => `in A+ ${points} of ${max}`,
    note: 'Why later',
    mine: 'Mine:',
    theirs: 'What stands now:',
    buttons: {
      save: 'Save',
      complete: 'Complete and next',
      completeAndSend: 'Complete, send and next',
      completeAlone: 'Complete',
      completeAloneAndSend: 'Complete and send',
      postpone: 'Postpone',
      handBack: 'Hand back',
    },
    refusals: {
      merge_conflict:
        'Somebody changed the same part meanwhile. Nothing of yours is lost: save again to put yours in its place.',
      revision_conflict: 'This was changed meanwhile. Look at it, and do it again.',
      claim_lost: 'Somebody else holds this submission now. Copy what you need of your text.',
      not_in_state: 'This assessment can no longer be written: it is completed or handed back.',
      incomplete: 'Something is missing before it can be completed. What you typed is saved.',
      validation_failed: 'Something does not fit. What you typed stands below.',
      delivery_pending: 'The grade is being sent to A+ right now. Try again in a moment.',
      delivery_ambiguous: 'It is not known whether A+ got the grade. A teacher of the course decides that first.',
      already_claimed: 'Somebody else holds that submission.',
      claim_limit: 'You hold as many submissions as you may. Complete or hand back one of them first.',
      forbidden: 'You may not do this.',
    },
    ambiguousForTeachers:
      'It is not known whether A+ got the grade. You decide that first, as a teacher of the course: look in A+ what stands there, and decide under Deliveries.',
    saved: 'Saved',
    kept: 'Nothing of yours is lost: it stands here, to copy or to send again.',
    sendAgain: 'Send again',
    back: 'Open the page again, in another tab',
    notSent: 'This could not be sent now. What you typed stands below: try again in a moment.',
    sessionEnded: 'Your session has ended. Sign in again.',
    otherPerson: 'Another person has signed in in this browser since this page was drawn. Nothing was sent.',
    gaps: {
      score_required: 'not judged yet',
      required: 'needed',
      comment_required: 'a comment is needed',
      too_few_checks: 'too few are chosen',
      too_many_checks: 'too many are chosen',
      too_many_times: 'one is chosen too many times',
      out_of_range: 'the points are outside the limits',
      off_step: 'the points are between two steps',
      too_long: 'too long',
      invalid_value: 'this value does not fit',
      invalid_format: 'this value does not fit',
    },
    otherGap: 'something does not fit',
  },
  snippets: {
    insert: 'Insert comment',
    title: 'Comments to insert',
    search: 'Search comments',
    found: (count: number) => (count === 1 ? '1 comment.' : `${count} comments.`),
    none: 'No comment has these words.',
    more: 'There are more: type to find them.',
    close: 'Close',
  },
  about,
  comments,
  copy,
  exerciseSettings,
  forms,
  graders,
  gradersFile,
  live,
  overview,
  preferences,
  work,
  release,
  people,
  rubrics,
  settings,
  submissions,
  rubricEditor,
  rubricPublish,
  rubricMove,
  upstream,
  feedback: {
    title: 'My feedback',
    none: 'Nothing was released to you yet.',
    unread: 'new',
    general: 'About your work in the course',
    ofPoints: (max: string) => `of ${max} points`,
    outOf: (points: string, max: string) => `${points} of ${max}`,
    published: (time: string) => `published ${time}`,
    about: 'Feedback',
    points: 'Points',
    inPlatform: (points: string, max: string) => `in A+ ${points} of ${max}, before any penalty for lateness`,
    total: 'Total',
    parts: {
      starting: 'At the start',
      criterion: 'Criterion',
      hidden: 'Criteria that are not shown',
      automatic: 'Automatic checks',
      adjustment: 'Adjustment',
      rounding: 'Rounding',
      limit: 'Limit',
    },
    remarks: (count: number) => (count === 1 ? '1 comment' : `${count} comments`),
    kinds: { praise: 'Well done', issue: 'To mend', question: 'Question', note: 'Note' },
    lines: (first: number, last: number) => (first === last ? `line ${first}` : `lines ${first} to ${last}`),
    showFiles: 'Show the files',
  },
  pages: 'Pages',
  nextPage: 'Next 50',
  problems: {
    title: 'This did not work',
    back: 'Back to my courses',
    requestId: (id: string) => `Request ${id}`,
    byCode: {
      not_found: 'There is no such page, or you may not see it.',
      forbidden: 'You may not do this, or the form was sent from another site.',
      overloaded: 'The service is busy or away for a moment. Try again.',
      upstream_unavailable: 'A+ does not answer. Try again in a moment.',
      payload_too_large: 'What was sent is larger than this page takes. Nothing was saved.',
    },
    tooMany: (minutes: number) =>
      `Too many attempts. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
    other: 'Something went wrong. Nothing was changed if you do not see the change.',
  },
}
