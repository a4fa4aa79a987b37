import { useSite } from '../site.ts'

/** Above every screen of a demo. It's part of the page, so it covers nothing, and isn't printed. */
export function DemoRibbon() {
  if (!useSite().isDemo) return null
  return (
    <aside
      aria-label="Demo"
      className="not-printed bg-warn-tint px-(--gutter) py-1 text-center text-ink text-small print:hidden"
    >
      <b className="font-semibold">Demo:</b> orders, payments, and cards aren’t real.
    </aside>
  )
}
