import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../../parts/Icon.tsx'

/** A line that opens. */
export function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="flex mt-1 min-h-9 w-fit cursor-pointer list-none items-center gap-1.5 rounded-control pe-2 text-label touch:min-h-11 [&::-webkit-details-marker]:hidden">
        <Icon
          of={ChevronRight}
          size={16}
          className="transition-transform duration-(--fast) group-open:rotate-90"
        />
        <span>{summary}</span>
      </summary>
      {children}
    </details>
  )
}
