import {
  eraseFeedback,
  exportAssessmentEvents,
  exportAssessments,
  exportFeedback,
  exportFeedbackVersions,
  exportParkedDrafts,
} from '../assessments/assessment-person-queries.ts'
import { eraseAliases } from '../students/erase-aliases.ts'
import { eraseMigrationRows, exportMigrationRows } from '../rubrics/migration-person-queries.ts'
import { deleteSessionsOfUser } from '../sessions/session-queries.ts'
import {
  eraseRosterStudent,
  eraseSubmissionHeads,
  exportRosterStudent,
  exportSubmissionHeads,
} from '../snapshots/snapshot-person-queries.ts'
import { exportSubmissions } from '../submissions/submission-person-queries.ts'
import { eraseChangesOfSubmitters, eraseReads, eraseSubmitter } from './erase-submitter.ts'
import { exportErasedPerson, exportPersonActions } from './person-action-queries.ts'
import { eraseStaffName } from '../db/staff-names.ts'
import type { PersonTable } from '../db/person-table.ts'

const staffNotStudent = 'Is about staff: a teacher lists who grades, and the listing goes when a teacher takes it out.'
const decidedByStaff = 'Is about staff: who graded or decided; ids alone, and a history that is never rewritten.'
const withTheLastSubmitter = 'Its texts go with the last of the submitters; points stay in the result.'
const ofThePersonAlone = 'Belongs to the person, not to a course: the person alone may read it, signed in.'

/** All tables with a person, in the order of exports: a test compares the catalogs, so that none comes without a decision. */
export const personTables: readonly PersonTable[] = [
  {
    table: 'roster_student',
    columns: ['user_id', 'username', 'full_name', 'email', 'student_id', 'search_text'],
    exported: { as: 'roster', list: exportRosterStudent },
    erased: { of: 'course', by: eraseRosterStudent },
  },
  {
    table: 'present_student',
    columns: ['user_id', 'username', 'full_name', 'email', 'student_id', 'search_text'],
    exported: { not: 'Is a view of roster_student.' },
    erased: { not: 'Is a view of roster_student.' },
  },
  {
    // Exported and erased with snapshot_submission, whose rows belong to a person through this table alone.
    table: 'snapshot_submitter',
    columns: ['user_id'],
    exported: { as: 'submissions', list: exportSubmissionHeads },
    erased: { of: 'course', by: eraseSubmissionHeads },
  },
  {
    // Comes before submission_submitter, by which its rows belong to a person.
    table: 'rubric_migration_row',
    columns: ['scores', 'dropped', 'payload', 'feedback_html', 'student_text', 'parts'],
    exported: { as: 'plannedResults', list: exportMigrationRows, isLarge: true },
    erased: { of: 'course', by: eraseMigrationRows },
  },
  {
    table: 'rubric_migration',
    columns: ['by_user_id'],
    exported: { not: decidedByStaff },
    erased: { not: decidedByStaff },
  },
  {
    // Exported and erased with submission and completed_result, whose rows belong to a person through this table alone.
    table: 'submission_submitter',
    columns: ['user_id'],
    exported: { as: 'assessedSubmissions', list: exportSubmissions, isLarge: true },
    erased: { of: 'course', by: eraseSubmitter },
  },
  {
    table: 'submission',
    columns: ['submitter_ids'],
    exported: { not: 'Is a copy of submission_submitter.' },
    erased: { not: 'Is a copy of submission_submitter, which a trigger changes with it.' },
  },
  {
    table: 'completed_result',
    columns: ['feedback_html', 'payload', 'student_text', 'parts', 'scores', 'adjustment', 'created_by'],
    exported: { not: 'Comes with the submissions of the person.' },
    erased: { not: 'Its texts go with the last of its submitters; points stay.' },
  },
  {
    table: 'assessment',
    columns: ['grader_id', 'holder_id', 'scores', 'adjustment', 'private_note', 'postponed_note'],
    exported: { as: 'assessments', list: exportAssessments, isLarge: true },
    erased: { not: withTheLastSubmitter },
  },
  {
    table: 'assessment_event',
    columns: ['by_user_id', 'reason', 'judgement', 'before_submitter_ids', 'after_submitter_ids'],
    exported: { as: 'assessmentHistory', list: exportAssessmentEvents, isLarge: true },
    // Only who the submitters were is erased. The texts go with the last submitter; who did what, and points, stay.
    erased: { of: 'course', by: eraseChangesOfSubmitters },
  },
  {
    table: 'parked_draft',
    columns: ['owner_id', 'content'],
    exported: { as: 'parkedDrafts', list: exportParkedDrafts, isLarge: true },
    erased: { not: 'Goes with the last of the submitters, or with the feedback about the person.' },
  },
  {
    table: 'feedback',
    columns: ['user_id', 'body', 'annotations', 'published_text', 'author_id', 'updated_by'],
    exported: { as: 'feedback', list: exportFeedback, isLarge: true },
    // Only documents about the person; documents about submissions are emptied with the last submitter.
    erased: { of: 'course', by: eraseFeedback },
  },
  {
    table: 'feedback_version',
    columns: ['body', 'annotations', 'saved_by'],
    exported: { as: 'feedbackVersions', list: exportFeedbackVersions, isLarge: true },
    erased: { not: 'Goes with the documents about the person, and with the last of the submitters.' },
  },
  {
    table: 'feedback_read',
    columns: ['user_id'],
    exported: { not: 'Comes with the documents.' },
    erased: { of: 'course', by: eraseReads },
  },
  ...['submission_for_staff', 'submission_for_student'].map((table) => ({
    table,
    columns: ['grader_id', 'grader_name', 'holder_id', 'holder_name', 'postponed_note', 'submitters'],
    exported: { not: 'Is a view of submissions, assessments and names.' },
    erased: { not: 'Is a view of submissions, assessments and names.' },
  })),
  {
    table: 'known_submission',
    columns: ['submitter_ids'],
    exported: { not: 'Is a view of submissions.' },
    erased: { not: 'Is a view of submissions.' },
  },
  {
    table: 'student_visible_result',
    columns: ['user_id', 'text'],
    exported: { not: 'Is a view of results and documents.' },
    erased: { not: 'Is a view of results and documents.' },
  },
  {
    table: 'feedback_template',
    columns: ['updated_by'],
    exported: { not: decidedByStaff },
    erased: { not: decidedByStaff },
  },
  {
    table: 'delivery',
    columns: ['seen_grader_id', 'before_grader_id', 'after_grader_id', 'leased_by', 'confirmed_by'],
    exported: { not: decidedByStaff },
    erased: { not: decidedByStaff },
  },
  {
    table: 'delivery_event',
    columns: ['by_user_id', 'reason'],
    exported: { not: decidedByStaff },
    erased: { not: 'Its reasons go with the last of the submitters; everything else is about staff.' },
  },
  {
    table: 'delivery_control',
    columns: ['hold_reason'],
    exported: { not: 'Is about the whole site: why an operator holds everything.' },
    erased: { not: 'Is about the whole site: why an operator holds everything.' },
  },
  {
    table: 'exercise_alias',
    columns: ['user_id', 'alias'],
    exported: { not: 'A teacher who exports would learn which anonymous work is whose; the work itself is exported.' },
    erased: { of: 'course', by: eraseAliases },
  },
  {
    table: 'course_erased_person',
    columns: ['user_id'],
    exported: { as: 'erasure', list: exportErasedPerson },
    erased: { not: 'Keeps the next refresh, and a restored backup, from bringing the person back; an id and a time.' },
  },
  {
    table: 'person_action',
    columns: ['user_id', 'by_user_id'],
    exported: { as: 'actions', list: exportPersonActions },
    erased: { not: 'Is the record that it was done; ids and a time.' },
  },
  {
    table: 'session',
    columns: ['user_id', 'identity'],
    exported: { not: ofThePersonAlone },
    // The identity in a session holds names. Signing in again stores them again.
    erased: { of: 'person', by: (tx, { userId }) => deleteSessionsOfUser(tx, userId) },
  },
  {
    table: 'staff_name',
    columns: ['user_id', 'full_name'],
    exported: { not: 'Is about staff: the names by which others see who grades.' },
    erased: { of: 'person', by: eraseStaffName },
  },
  {
    table: 'preferences',
    columns: ['user_id', 'document'],
    exported: { not: ofThePersonAlone },
    erased: {
      not: 'Belongs to the person, not to a course, and describes how a frontend should look, not the person.',
    },
  },
  {
    table: 'snippet',
    columns: ['owner_id', 'text', 'search_text'],
    exported: { not: 'Is about staff: comments that a grader keeps to insert them, which no student has.' },
    erased: { not: 'Is about staff: comments that a grader keeps to insert them, which no student has.' },
  },
  {
    // The document holds the graders' ids.
    table: 'course_settings',
    columns: ['document', 'grader_ids'],
    exported: { not: staffNotStudent },
    erased: { not: staffNotStudent },
  },
  {
    table: 'course_settings_revision',
    columns: ['user_id', 'before', 'after'],
    exported: { not: 'Is about staff: which teacher changed the settings, and to what.' },
    erased: { not: 'Is about staff, and a history that is never rewritten; ids alone.' },
  },
  {
    table: 'rubric_version',
    columns: ['published_by'],
    exported: { not: 'Is about staff: which teacher published a rubric.' },
    erased: { not: 'Is about staff, and a history that is never rewritten; ids alone.' },
  },
]
