/** A LIKE pattern for texts that contain this one; wildcards in it are escaped. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
