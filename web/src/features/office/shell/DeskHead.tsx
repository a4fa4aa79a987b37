import type { ReactNode } from 'react'

type DeskHeadProps = { title: string; text?: ReactNode; beside?: ReactNode; children?: ReactNode }

/** What a screen of the office is about, and at the right what one does there. */
export function DeskHead({ title, text, beside, children }: DeskHeadProps) {
  return (
    <header className="mb-8 flex flex-wrap items-end gap-4 narrow:mb-6">
      <div className="min-w-[min(100%,280px)] flex-1">
        <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
          <h1>{title}</h1>
          {beside}
        </div>
        {text && <p className="mt-1.5 text-muted">{text}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-3 narrow:w-full">{children}</div>}
    </header>
  )
}
