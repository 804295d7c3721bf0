import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { deleteText } from './delete-text.tsx'
import { erasure } from './erasure.tsx'
import { student } from './student.tsx'
import { students } from './students.tsx'
import { textToStudent } from './text-to-student.tsx'

/** The people of a course, and what is written to one of them. */
export function people(router: Router, deps: Deps): void {
  for (const routes of [students, student, erasure, textToStudent, deleteText]) routes(router, deps)
}
