import type { ReactNode } from 'react'
import { SiteLogo } from '../../../app/shell/SiteLogo.tsx'

/** One matter in the middle of a calm page: before one is in, and where a password must be changed. */
export function DoorFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh content-start justify-items-center bg-canvas px-(--gutter) py-16 narrow:py-8">
      <header>
        <SiteLogo isOffice />
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mt-8 w-full max-w-[27rem] rounded-panel bg-surface p-8 shadow-lift-2 outline-none narrow:mt-5 narrow:p-6"
      >
        <h1 className="mb-5 text-h2">{title}</h1>
        {children}
      </main>
    </div>
  )
}
