/**
 * Facts that are tried on the simulator alone, by file: they need its own state. On a foreign A+ these are left out, and no others
 * where all the variables are given.
 */
export const leftOutOfForeign: Readonly<Record<string, readonly string[]>> = {
  authentication: [
    '2: refuses a deactivated user with 401',
    '2: lets the old token die at once when the user makes a new one',
    '1: writes its messages in the profile language, so their text says nothing',
  ],
  conventions: [
    '1: pages by 100 whatever size is asked for',
  ],
  courses: [
    '4.3: lists a hidden course to its staff alone',
    '4.4: shows hidden modules to teachers only',
    '4.4: has chapters in the tree and not in the list',
    '4.12: does not know chapters as exercises',
    '4.12: names the template files by language, as addresses that can be read',
  ],
  'grading-callback': [
    '6: scales points to the exercise and rounds halves to even',
    '6: takes a late penalty off at every callback, and none once the deadline is extended',
  ],
  'grading-secret': [
    '5.4: dies with its submission: 404',
    '5.7: opens its exercise and course, no student, and no other submission',
    '5.7: crashes the list of submissions and may change nothing elsewhere',
    '5.5: grades in a hidden and ended course too',
    '5.3: makes a new submission with each POST',
    '5.3: leaves a new submission in error behind a broken form',
    '5.3: is refused when tampered with or older than a day',
  ],
  permissions: [
    '3: hides a hidden course even from its enrolled students, who still find it in their list',
    '3: treats a superuser as a teacher who stands in no role list',
    '3: hides submissions from assistants where viewing is off: an empty list and 403',
  ],
  'points-and-data': [
    '4.10: names members of own groups by profile id',
    '4.9: has every status with best=no and only ready ones without',
    '4.9: repeats a group\'s submission, one row a submitter',
    '4.9: joins repeated answers and gives files as absolute addresses',
    '4.9: joins an answer to the column whose name it has, and puts a file in its place, but not the submitter\'s',
    '4.9: cannot answer at all where an answer has the name of a column of numbers',
    '4.9: gives exercises that are hidden from assistants to teachers alone',
    '1: writes times with a space and null as the word None',
    '4.9: gives 3,600 submissions with their people in one answer',
  ],
  'students-and-tags': [
    '1: tells on every page how many students there are, and 404 beyond the last',
    '4.5: shows a student tags that are not visible to students',
    '4.5: removes a student with a good status only',
    '4.7: tags one person once: 201, then 400 with a bare list',
    '4.7: tags many people with partial success',
  ],
  submissions: [
    '4.15: names every submitter of a group',
    '4.15: hides grade and feedback from a student until they are revealed',
    '4.16: come as raw bytes to be saved, with their length',
    '4.16: are 404 under another submission, and 404 without a body when the blob is gone',
    '4.16: are refused to the submission\'s own grader token',
    '4.13: waits where the grading comes later and tells the grading service the secret URL',
    '4.13: says so when the grading service is down: 201 with errors, status initialized',
    '4.13: is for a group when the form names it',
    '6: ends at the limit with 400',
    '4.17: again by staff keeps grade and secret URL, and replaces the feedback',
    '4.17: tags a submission once, and shows tags only in the bulk data',
    '4.13: are new each time and graded: 201 with neither body nor Location',
    '4.13: are refused with two kinds of students: 400 with errors by field',
    '4.13: are refused with points over the maximum: 400 with errors by field',
    '4.13: are refused with an unknown student: 400 with errors by field',
    '4.13: are refused for somebody who is not enrolled: 400 as text/html',
  ],
  users: [
    '4.2: finds several users by e-mail, to the letter, page by page as any list',
    '16: lacks the lists by role before version 1.26',
  ],
}
