/** A file, and the folders around it when a whole folder was dropped or chosen. */
export type Dropped = { file: File; path: readonly string[] }

/** What systems put into folders unasked. */
const CLUTTER = /^(\..*|Thumbs\.db|desktop\.ini)$/i

type DroppedItem =
  | { kind: 'file'; getFile(): Promise<File> }
  | { kind: 'directory'; name: string; getEntries(): AsyncIterable<DroppedItem> }
  | { kind: 'text' }

/** All files of what was dropped, with those in folders. */
export async function droppedFiles(
  items: Iterable<DroppedItem> | AsyncIterable<DroppedItem>,
  path: readonly string[] = [],
): Promise<Dropped[]> {
  const found: Dropped[] = []
  for await (const item of items) {
    if (item.kind === 'directory') {
      if (!CLUTTER.test(item.name))
        found.push(...(await droppedFiles(item.getEntries(), [...path, item.name])))
    } else if (item.kind === 'file') {
      const file = await item.getFile()
      if (!CLUTTER.test(file.name)) found.push({ file, path })
    }
  }
  return found
}

/** The files of a picker, which may be for folders. */
export function chosenFiles(files: Iterable<File>): Dropped[] {
  return Array.from(files, (file) => ({
    file,
    path: file.webkitRelativePath.split('/').slice(0, -1),
  })).filter(({ file, path }) => ![file.name, ...path].some((name) => CLUTTER.test(name)))
}
