import type { ReactNode } from 'react'

type StickyBarProps = {
  /** What is saved, or still missing. Left out on a phone, where there is no room beside the buttons. */
  status?: ReactNode
  /** Back and next. Next is `primary` and `big`, and says where it leads. */
  children: ReactNode
  /** Only on a phone: a screen whose main action stands beside the content on a wide one. */
  phoneOnly?: boolean
}

/** The bar at the foot of every step. */
export function StickyBar({ status, children, phoneOnly = false }: StickyBarProps) {
  return (
    <footer
      data-sticky-bar=""
      className={`sticky low:static bottom-0 z-4 min-h-[84px] items-center gap-4 border-line border-t bg-surface/94 px-(--gutter) py-3 backdrop-blur-[14px] narrow:min-h-[76px] ${phoneOnly ? 'hidden narrow:flex' : 'flex'}`}
    >
      {status && (
        <div className={phoneOnly ? 'min-w-0' : 'flex min-w-0 items-center gap-3 text-muted narrow:hidden'}>
          {status}
        </div>
      )}
      <div className="ms-auto flex gap-3 narrow:flex-1 narrow:[&>:last-child]:flex-1">{children}</div>
    </footer>
  )
}
