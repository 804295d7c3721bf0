import { foldForSearch } from './fold-for-search.ts'

interface Searchable {
  readonly fullName: string
  readonly email: string
  readonly studentId: string | null
}

/** Folded texts, one per line: a query holds no line break, so it never matches across two. */
export function searchableText(student: Searchable): string {
  return [student.fullName, student.email, student.studentId ?? ''].map(foldForSearch).join('\n')
}

/** Folded words, longest first, each once. All must match, so that "Koski, Anna" finds Anna Koski; an empty list finds everybody. */
export function searchWords(query: string): readonly string[] {
  const words = new Set(
    foldForSearch(query)
      .split(/[ ,]/)
      .filter((word) => word !== ''),
  )
  return [...words].toSorted((a, b) => b.length - a.length)
}
