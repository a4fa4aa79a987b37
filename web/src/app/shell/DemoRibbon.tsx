import { useSite } from '../site.ts'
import { useTexts } from '../texts.ts'

/** Above every screen of a demo. It's part of the page, so it covers nothing, and isn't printed. */
export function DemoRibbon() {
  const i18n = useTexts()
  if (!useSite().isDemo) return null
  return (
    <aside
      aria-label={i18n.t('Demo')}
      className="not-printed bg-warn-tint px-(--gutter) py-1 text-center text-ink text-small print:hidden"
    >
      <b className="font-semibold">{i18n.t('Demo:')}</b> {i18n.t('orders, payments, and cards aren’t real.')}
    </aside>
  )
}
