import type { ReactNode } from 'react'

type AccountFrameProps = { title: string; lead: ReactNode; children: ReactNode }

/** A short form that stands alone on its page, 30rem wide (docs/spec.md §9). */
export function AccountFrame({ title, lead, children }: AccountFrameProps) {
  return (
    <div className="page py-20 narrow:py-10">
      <div className="mx-auto w-full max-w-[30rem]">
        <h1>{title}</h1>
        <p className="mt-2 mb-8 text-muted">{lead}</p>
        {children}
      </div>
    </div>
  )
}
