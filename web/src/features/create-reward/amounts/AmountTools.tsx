import type { ReactNode } from 'react'

type AmountToolsProps = { title: string; lead: string; children: ReactNode }

/** The right side of the quantity and value steps. */
export function AmountTools({ title, lead, children }: AmountToolsProps) {
  return (
    <section
      aria-labelledby="amount-title"
      className="grid content-start gap-6 border-line border-s px-8 pt-12 pb-12 mid:border-0 narrow:px-(--gutter) narrow:pt-6 narrow:pb-8"
    >
      <div>
        <h1 id="amount-title">{title}</h1>
        <p className="mt-2 text-muted">{lead}</p>
      </div>
      {children}
    </section>
  )
}
