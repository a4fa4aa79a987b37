import { useState } from 'react'

type Value = string | number | null

/**
 * Sorts rows that are all in the browser. Rows without a value come last.
 *
 * @param values what each column that can be sorted is sorted by
 */
export function useSorted<Row>(
  rows: readonly Row[],
  values: Readonly<Record<string, (row: Row) => Value>>,
): { rows: readonly Row[]; sort: string; onSort: (sort: string) => void } {
  const [sort, onSort] = useState('')
  const read = values[sort.replace(/^-/, '')]
  if (read === undefined) return { rows, sort, onSort }
  const direction = sort.startsWith('-') ? -1 : 1
  const sorted = rows.toSorted((one, other) => {
    const [a, b] = [read(one), read(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const compared = typeof a === 'number' ? a - Number(b) : a.localeCompare(String(b), undefined, NUMERIC)
    return direction * compared
  })
  return { rows: sorted, sort, onSort }
}

const NUMERIC = { numeric: true, sensitivity: 'base' } as const
