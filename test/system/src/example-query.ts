import type { Operation } from '@course-grading/contracts'

/** The query of the contract's example request, without the question mark. */
export const exampleQuery = ({ example }: Pick<Operation, 'example'>): string =>
  new URLSearchParams(Object.entries(example.query ?? {}).map(([name, value]) => [name, String(value)])).toString()
