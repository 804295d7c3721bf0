import { foldForSearch } from './fold-for-search.ts'

interface Searchable {
  readonly fullName: string
  readonly email: string
  readonly studentId: string | null
}

/** What a student is found by, folded. One line each: a query holds no line break, so it never matches across two. */
export function searchableText(student: Searchable): string {
  return [student.fullName, student.email, student.studentId ?? ''].map(foldForSearch).join('\n')
}

/**
 * The words of a query, folded, longest first, each once. A student is found whose text holds them all, so that
 * "Virtanen Anna" finds Anna Virtanen. None where nothing is left to search for: then everybody is found.
 */
export function searchWords(query: string): readonly string[] {
  const words = new Set(
    foldForSearch(query)
      .split(' ')
      .filter((word) => word !== ''),
  )
  return [...words].toSorted((a, b) => b.length - a.length)
}
