import type { ReactNode } from 'react'
import { SiteLogo } from '../../../app/shell/SiteLogo.tsx'
import { useSite } from '../../../app/site.ts'
import { zoneName } from '../../../parts/site-time.ts'
import { PersonMenu } from './PersonMenu.tsx'
import { Places } from './Places.tsx'

/** A dark rail with the places one may go, and the desk. On a phone the rail is a bar at the top. */
export function OfficeShell({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-cols-[248px_minmax(0,1fr)] mid:grid-cols-[76px_minmax(0,1fr)] narrow:block">
      <Rail />
      <main
        id="main"
        tabIndex={-1}
        className="min-w-0 bg-surface px-[clamp(20px,3.4vw,56px)] narrow:px-(--gutter) pt-8 pb-24 outline-none narrow:pt-6"
      >
        {children}
        <ClockNote />
      </main>
    </div>
  )
}

/** Said once: the screens tell days and times without their zone. */
function ClockNote() {
  const { timeZone } = useSite()
  return (
    <p className="mt-16 text-muted text-small">Days and times are those of the site: {zoneName(timeZone)}.</p>
  )
}

function Rail() {
  const { serif } = useSite().cardMark
  return (
    <header className="sticky top-0 z-20 flex h-dvh flex-col gap-6 overflow-y-auto bg-rail px-3 py-4 text-white narrow:h-auto narrow:flex-row narrow:items-center narrow:gap-2 narrow:overflow-visible narrow:py-1.5 [&_:focus-visible]:outline-white">
      <SiteLogo
        isReversed
        isOffice
        className={`px-2 narrow:px-1 mid:[&_span]:hidden ${serif ? '' : 'text-[1.0625rem]!'}`}
      />
      <Places />
      <PersonMenu />
    </header>
  )
}
