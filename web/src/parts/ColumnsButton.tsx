import { Columns3 } from 'lucide-react'
import { useId } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { Button, buttonClass } from './Button.tsx'
import { Checkbox } from './Checkbox.tsx'
import { Icon } from './Icon.tsx'
import { type Column, chooseColumn, resetColumns, useHiddenColumns } from './table-columns.ts'

type ColumnsButtonProps = {
  /** The name under which the table remembers them. */
  of: string
  columns: readonly (string | Column)[]
}

/** Chooses a table's columns. Hidden on phones, where a row is a block. */
export function ColumnsButton({ of, columns }: ColumnsButtonProps) {
  const headingId = useId()
  const hidden = useHiddenColumns(of, columns)
  const toChoose = columns.filter((column) => typeof column !== 'string').filter(({ choice }) => choice)
  return (
    <DialogTrigger>
      <AriaButton className={buttonClass('plain', 'compact', 'narrow:hidden')}>
        <Icon of={Columns3} size={18} />
        Columns
      </AriaButton>
      <Popover
        placement="bottom end"
        aria-labelledby={headingId}
        className="min-w-56 overflow-auto rounded-toast bg-raised px-4 py-2 outline-none shadow-lift-3 data-[entering]:animate-appear"
      >
        <div className="flex min-h-11 items-center justify-between gap-4">
          <h2 id={headingId} className="font-semibold text-body">
            Columns
          </h2>
          <Button look="link" size="compact" className="-me-3" onClick={() => resetColumns(of)}>
            Reset
          </Button>
        </div>
        {toChoose.map(({ title }) => (
          <Checkbox
            key={title}
            isSelected={!hidden.has(title)}
            onChange={(isShown) => chooseColumn(of, title, isShown)}
          >
            {title}
          </Checkbox>
        ))}
      </Popover>
    </DialogTrigger>
  )
}
