/**
 * Reads cells copied from a spreadsheet: rows by line, cells by tab, and a cell that holds either
 * stands in quotes. What stands in quotes by its own wish ("Bob" Smith) stays as it is.
 */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  while (at <= text.length) {
    const quoted = text[at] === '"' ? quotedCell(text, at) : undefined
    const end = quoted?.end ?? endOfCell(text, at)
    rows.at(-1)!.push(quoted?.cell ?? text.slice(at, end))
    const parting = text[end]
    if (parting === undefined) break
    if (parting === '\t') {
      at = end + 1
      continue
    }
    at = end + (parting === '\r' && text[end + 1] === '\n' ? 2 : 1)
    // Spreadsheets end the last row as they end the others.
    if (at === text.length) break
    rows.push([])
  }
  return rows
}

/** Writes cells the way spreadsheets read them from the clipboard. */
export function writeBlock(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(writeCell).join('\t')).join('\r\n')
}

function quotedCell(text: string, start: number): { cell: string; end: number } | undefined {
  let cell = ''
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') cell += text[at]
    else if (text[at + 1] === '"') {
      cell += '"'
      at++
    } else {
      const next = text[at + 1]
      const isWhole = next === undefined || next === '\t' || next === '\n' || next === '\r'
      return isWhole ? { cell, end: at + 1 } : undefined
    }
  }
  return undefined
}

function endOfCell(text: string, start: number): number {
  const found = text.slice(start).search(/[\t\r\n]/)
  return found === -1 ? text.length : start + found
}

function writeCell(cell: string): string {
  return /[\t\r\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
