import type { ReactNode } from 'react'
import { Spinner } from '../../parts/Progress.tsx'
import { ReadProblem } from '../../parts/ReadProblem.tsx'

type PlatformScreenProps<T> = {
  title: string
  read: { data: T | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  actions?: ReactNode
  children: (data: T) => ReactNode
}

/** A heading, and what was read once it's there. */
export function PlatformScreen<T>({ title, read, actions, children }: PlatformScreenProps<T>) {
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-3">
        <h1 className="me-auto text-h2">{title}</h1>
        {actions}
      </div>
      {read.data !== undefined ? (
        children(read.data)
      ) : read.error ? (
        <ReadProblem read={read} className="mt-6" />
      ) : (
        <Spinner />
      )}
    </>
  )
}

/** A part of a screen, with the same space above it everywhere. */
export function PlatformPart({
  title,
  text,
  children,
}: {
  title: string
  text?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="mt-10">
      <h2 className="text-h3">{title}</h2>
      {text && <p className="mt-1 max-w-[70ch] text-muted">{text}</p>}
      {children}
    </section>
  )
}
