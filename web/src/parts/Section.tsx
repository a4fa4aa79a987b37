import { type ReactNode, useId } from 'react'

type SectionProps = {
  title: string
  text?: ReactNode
  /** An anchor for links. */
  id?: string
  children: ReactNode
}

/** A section of the account's screens: title at the left, content at the right. */
export function Section({ title, text, id, children }: SectionProps) {
  const headingId = useId()
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className="grid scroll-mt-6 grid-cols-[minmax(0,1fr)_minmax(0,640px)] gap-x-12 gap-y-5 border-line border-t py-8 mid:grid-cols-1"
    >
      <div>
        <h2 id={headingId} className="text-h3">
          {title}
        </h2>
        {text && <p className="mt-1 max-w-[44ch] text-muted">{text}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
