import type { Operation } from '@course-grading/contracts'

/** The query of the request that the contract gives as an example, without its question mark. */
export const exampleQuery = ({ example }: Pick<Operation, 'example'>): string =>
  new URLSearchParams(Object.entries(example.query ?? {}).map(([name, value]) => [name, String(value)])).toString()
