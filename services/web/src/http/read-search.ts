/** The words to search for in an address; empty for no search. */
export const readSearch = (query: URLSearchParams): string =>
  (query.get('q') ?? '').replaceAll('\0', '').trim().slice(0, 200).toWellFormed()
