export interface FileGroup<File> {
  /** The path with `/` at its end; empty for files in no folder. */
  readonly folder: string
  readonly files: readonly { readonly name: string; readonly file: File }[]
}

/** Groups files by folder. A folder stands where its first file stands. */
export function fileGroups<File extends { readonly path: string }>(files: readonly File[]): FileGroup<File>[] {
  const named = files.map((file) => {
    const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1)
    return { folder, name: file.path.slice(folder.length) || file.path, file }
  })
  return [...Map.groupBy(named, ({ folder }) => folder)].map(([folder, group]) => ({ folder, files: group }))
}
