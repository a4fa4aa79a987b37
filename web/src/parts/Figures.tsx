import type { ReactNode } from 'react'

export type Figure = { label: string; value: ReactNode; note?: ReactNode }

/** A row of numbers separated by hairlines. */
export function Figures({ figures }: { figures: Figure[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(160px,1fr))] narrow:grid-cols-2 narrow:gap-y-6">
      {figures.map(({ label, value, note }) => (
        <div
          key={label}
          className="border-line border-s px-6 py-2 first:border-0 first:ps-0 narrow:border-0 narrow:ps-0 narrow:pe-3"
        >
          <dt className="text-label text-muted">{label}</dt>
          <dd className="my-1.5 mb-1 text-figure">{value}</dd>
          {note && <dd className="text-muted text-small">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
