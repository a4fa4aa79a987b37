import type { LucideIcon } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Icon } from './Icon.tsx'

export type MenuEntry = {
  id: string
  label: string
  /** A second line, in smaller type. */
  detail?: string
  icon?: LucideIcon
  /** In place of an icon. */
  picture?: ReactElement
  onPress: () => void
  isBad?: boolean
}
type MenuProps = {
  /** Names the menu, and the button if it shows only an icon. */
  label: string
  button: ReactElement
  buttonClassName: string
  entries: MenuEntry[]
  defaultOpen?: boolean
}

/** A button that opens a short list of actions, at most 300 px high: eight fit without scrolling, fewer under a finger. */
export function Menu({ label, button, buttonClassName, entries, defaultOpen = false }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  // If it replaces a clicked button, closing returns the focus to this one.
  useEffect(() => {
    if (!defaultOpen) return
    trigger.current?.focus()
    setOpen(true)
  }, [defaultOpen])

  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton ref={trigger} aria-label={label} className={buttonClassName}>
        {button}
      </AriaButton>
      <Popover
        placement="bottom end"
        className="max-h-[300px]! min-w-52 overflow-auto rounded-toast bg-raised p-1.5 shadow-lift-3 data-[entering]:animate-appear"
      >
        {/* When opened on mount, the focus starts at the first entry, as with the keyboard. */}
        <AriaMenu
          aria-label={label}
          className="outline-none"
          {...(defaultOpen && { autoFocus: 'first' as const })}
        >
          {entries.map((entry) => (
            <MenuItem
              key={entry.id}
              id={entry.id}
              textValue={entry.label}
              onAction={entry.onPress}
              className={`flex min-h-9 cursor-pointer touch:min-h-11 items-center gap-3 rounded-small px-3 font-medium outline-none data-[focused]:bg-sunken ${entry.isBad ? 'text-bad' : ''}`}
            >
              {entry.picture}
              {entry.icon && <Icon of={entry.icon} size={18} />}
              {entry.detail === undefined ? (
                entry.label
              ) : (
                <span className="py-1.5 leading-[1.3]">
                  {entry.label}
                  <span className="block font-normal text-muted text-small">{entry.detail}</span>
                </span>
              )}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
