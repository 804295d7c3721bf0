import { foldForSearch } from './fold-for-search.ts'

interface Searchable {
  readonly fullName: string
  readonly email: string
  readonly studentId: string | null
}

/**
 * The folded texts by which a student is found, one per line. A query holds no line break, so it never matches across two lines.
 */
export function searchableText(student: Searchable): string {
  return [student.fullName, student.email, student.studentId ?? ''].map(foldForSearch).join('\n')
}

/**
 * The folded words of a query, longest first, each once. A student is found whose text holds them all, so that "Virtanen Anna"
 * finds Anna Virtanen. An empty list means that there is nothing to search for; then everybody is found.
 */
export function searchWords(query: string): readonly string[] {
  const words = new Set(
    foldForSearch(query)
      .split(' ')
      .filter((word) => word !== ''),
  )
  return [...words].toSorted((a, b) => b.length - a.length)
}
