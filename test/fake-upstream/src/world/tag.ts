/** A course tag that teachers give to students (A+ calls it user tag). */
export interface UserTag {
  id: number
  courseId: number
  slug: string
  name: string
  description: string
  visibleToStudents: boolean
  /** The colour as `#rrggbb`, in the case in which it was given. */
  color: string
}

export interface Tagging {
  id: number
  tagId: number
  userId: number
}

/** Whether the text is white, which it is on dark colours. A+ computes this and does not let it be written. */
export function fontIsWhite(color: string): boolean {
  const channel = (at: number): number => Number.parseInt(color.slice(at, at + 2), 16)
  return 0.299 * channel(1) + 0.587 * channel(3) + 0.114 * channel(5) < 160
}

/** The two tags that every course has without rows of their own. */
export const builtInTags = [
  { slug: 'user-internal', name: 'Internal', description: 'Internal user', color: '#5AA8E6' },
  { slug: 'user-external', name: 'External', description: 'External user', color: '#FFB84D' },
] as const
