import type { ReactNode } from 'react'
import { SiteLogo } from './SiteLogo.tsx'

/** A page that a link opens with one question: the site's logo, and nothing to navigate to. */
export function LinkPage({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <header className="page flex min-h-[76px] items-center">
        <SiteLogo />
      </header>
      <main className="page grid w-full content-center py-10 pb-24 narrow:content-start narrow:py-4">
        <div className="mx-auto grid w-full max-w-[520px] gap-5">{children}</div>
      </main>
    </div>
  )
}
