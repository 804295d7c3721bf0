import type { Operation, Right } from '../operation/operation.ts'

const rightTexts: Readonly<Record<Right, string>> = {
  anybody: 'Anybody may call it, without a credential.',
  service: 'For callers with the secret of the service.',
  fixture_tooling: 'For callers with the secret of the service, where fixtures are enabled.',
  signed_in: 'For anybody who is signed in.',
  member: 'For members of the course.',
  grader: 'For graders and teachers of the course.',
  grader_or_self: 'For graders and teachers of the course, and for the student whom it is about.',
  grader_or_student: 'For graders and teachers of the course, and for its students, who see only what is their own.',
  grader_or_submitter: 'For graders and teachers of the course, and for the students who handed it in.',
  own_grader: 'For teachers of the course, and for the grader who judged it last.',
  teacher: 'For teachers of the course.',
  owner: 'For its owner.',
}

export function describeRight({ description, allow }: Operation): string {
  return `${description}\n\n${rightTexts[allow]}`
}
