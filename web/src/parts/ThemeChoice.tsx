import type { Theme } from '@laurel/domain/theme'
import { type LucideIcon, Moon, Sun, SunMoon } from 'lucide-react'
import { useId } from 'react'
import { useTexts } from '../app/texts.ts'
import { chooseTheme, useTheme } from '../app/theme.ts'
import { Icon } from './Icon.tsx'

const CHOICES: ReadonlyArray<{ theme: Theme | undefined; text: string; icon: LucideIcon }> = [
  { theme: 'light', text: /*i18n*/ 'Light', icon: Sun },
  { theme: 'dark', text: /*i18n*/ 'Dark', icon: Moon },
  { theme: undefined, text: /*i18n*/ 'System', icon: SunMoon },
]

/** Light, dark, or the system's setting, in this browser. Plain radio buttons, because it's on the first page. */
export function ThemeChoice({ isCompact = false }: { isCompact?: boolean }) {
  const { chosen } = useTheme()
  const group = useId()
  const i18n = useTexts()
  return (
    <fieldset className="not-printed inline-flex gap-0.5 rounded-[12px] bg-sunken p-1">
      <legend className="sr-only">{i18n.t('Appearance')}</legend>
      {CHOICES.map(({ theme, text, icon }) => (
        <label
          key={text}
          title={isCompact ? i18n.t(text) : undefined}
          data-selected={chosen === theme || undefined}
          className="relative inline-flex min-h-9 items-center gap-2 rounded-[9px] px-3 font-medium text-label text-muted outline-accent-line hover:text-ink has-focus-visible:outline-2 data-selected:bg-raised dark:data-selected:bg-line-mid data-selected:text-ink data-selected:shadow-lift-1 touch:min-h-11"
        >
          <input
            type="radio"
            name={group}
            aria-label={i18n.t(text)}
            checked={chosen === theme}
            onChange={() => chooseTheme(theme)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <Icon of={icon} size={16} />
          {!isCompact && <span aria-hidden="true">{i18n.t(text)}</span>}
        </label>
      ))}
    </fieldset>
  )
}
