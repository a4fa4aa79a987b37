import { Lock, Receipt, RotateCcw, ShieldCheck } from 'lucide-react'
import { Icon } from '../../parts/Icon.tsx'
import { useLandingText } from './use-landing-text.ts'

const ICONS = [Lock, ShieldCheck, Receipt, RotateCcw]

export function Trust() {
  const { title, items } = useLandingText('trust')
  return (
    <section id="help" aria-label={title || 'What you can rely on'} className="py-24 narrow:py-16">
      <ul className="page grid grid-cols-4 gap-8 mid:grid-cols-2 narrow:grid-cols-1 narrow:gap-6">
        {items.map((item, index) => (
          <li key={item.title} className="flex gap-3">
            <Icon of={ICONS[index % ICONS.length]!} size={22} className="mt-0.5 text-accent-text" />
            <div>
              <strong className="block font-semibold">{item.title}</strong>
              <span className="text-muted text-note">{item.text}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
