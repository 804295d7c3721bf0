/** What A+ keeps of an uploaded file's name: some ASCII characters, 80 at most. */
export function sanitiseFileName(name: string): string {
  const base = name.split('/').at(-1) ?? ''
  return base.replace(/[^A-Za-z0-9._-]/g, '').slice(0, 80)
}
