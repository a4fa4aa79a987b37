import { Check } from 'lucide-react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Icon } from './Icon.tsx'

export type Option<Value extends string | number = string> = { value: Value; label: string; detail?: string }

type ListBoxPopoverProps = { items?: readonly Option<string | number>[]; empty?: string }

/** The open list of a select or combo box, at most 300 px high (docs/spec.md §9). */
export function ListBoxPopover({ items, empty }: ListBoxPopoverProps) {
  return (
    <Popover className="max-h-[300px]! w-(--trigger-width) overflow-auto rounded-control bg-surface p-1 shadow-lift-3 data-[entering]:animate-appear">
      <ListBox<Option<string | number>>
        {...(items && { items })}
        className="outline-none"
        renderEmptyState={() => <p className="px-3 py-2.5 text-muted">{empty ?? 'Nothing matches.'}</p>}
      >
        {(option) => (
          <ListBoxItem
            id={option.value}
            textValue={option.label}
            className="group flex min-h-11 cursor-pointer items-center gap-3 rounded-small px-3 py-2 outline-none data-[focused]:bg-sunken data-[selected]:font-medium"
          >
            <span className="flex-1">
              {option.label}
              {option.detail && <span className="block text-muted text-small">{option.detail}</span>}
            </span>
            <Icon
              of={Check}
              size={18}
              className="text-accent-text opacity-0 group-data-[selected]:opacity-100"
            />
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  )
}
