import { cpus, totalmem } from 'node:os'

/** The machine in one line: a figure without it means nothing. */
export function machine(): string {
  const [cpu] = cpus()
  return `${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, load generator on the same machine`
}

/** The value below which a share of all values is, in their unit. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Prints rows in columns, with numbers right-aligned. */
export function table(title: string, rows: ReadonlyArray<Readonly<Record<string, string | number>>>) {
  const columns = Object.keys(rows[0] ?? {})
  const text = (value: string | number | undefined) =>
    typeof value === 'number' ? (Number.isInteger(value) ? String(value) : value.toFixed(1)) : (value ?? '')
  const widths = columns.map((c) => Math.max(c.length, ...rows.map((row) => text(row[c]).length)))
  const line = (cells: string[]) => cells.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')
  console.info(`\n${title}`)
  console.info(line(columns))
  for (const row of rows) {
    console.info(
      columns
        .map((c, i) =>
          typeof row[c] === 'number' ? text(row[c]).padStart(widths[i]!) : text(row[c]).padEnd(widths[i]!),
        )
        .join('  '),
    )
  }
}
