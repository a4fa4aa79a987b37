/** What the bars are made of, the lowest first. */
export const SERIES = [
  { key: 'directCents', label: 'Direct', color: 'var(--accent-line)', swatch: 'bg-accent-line' },
  { key: 'bulkCents', label: 'Bulk', color: 'var(--chart-2)', swatch: 'bg-chart-2' },
  { key: 'digitalCents', label: 'Digital', color: 'var(--tertiary-100)', swatch: 'bg-(--tertiary-100)' },
] as const

export type Shown = 'value' | 'orders'
