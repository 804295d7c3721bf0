/** The course lists of a user are the largest single reply; 1 MiB holds thousands of courses. */
export const singleReplyBytes = 1024 * 1024

/** A+ gives 100 items a page. */
export const pageBytes = 4 * 1024 * 1024

/** Byte limit of a bulk reply, which is read row by row. */
export const bulkBytes = 64 * 1024 * 1024

export const submissionBytes = 25 * 1024 * 1024
