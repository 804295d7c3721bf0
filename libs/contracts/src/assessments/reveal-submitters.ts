import Type from 'typebox'
import { defineOperation } from '../operation/operation.ts'
import { personRef } from '../schemas/person-ref.ts'
import { assessmentExample, assessmentIds } from './assessment-examples.ts'
import { assessmentParams } from './assessment.ts'
import { reasonBody } from './reason.ts'

const revealedSubmitters = Type.Object(
  { submitters: Type.Array(personRef) },
  { title: 'RevealedSubmitters', description: 'Who handed in anonymous work.' },
)

export const revealSubmitters = defineOperation({
  method: 'post',
  path: '/assessments/{id}/reveal',
  tag: 'grading',
  allow: 'teacher',
  subject: 'assessment',
  summary: 'Learn who handed in anonymous work',
  description: 'The history records who requested it, when, and why. Everywhere else the work stays anonymous.',
  params: assessmentParams,
  body: reasonBody,
  assessmentRevision: true,
  example: { params: { id: assessmentIds.held }, body: { reason: 'The file names another student.' } },
  replies: {
    200: {
      description: 'The submitters.',
      schema: revealedSubmitters,
      assessmentRevision: true,
      example: { submitters: assessmentExample.submitters },
    },
  },
})
