import type { ComponentProps } from 'react'

/**
 * A table for a few dozen rows. `stacks` turns each row into a block on phones. Give
 * minor cells `className="narrow:hidden"`.
 */
export function Table({
  stacks = false,
  className = '',
  ...rest
}: ComponentProps<'table'> & { stacks?: boolean }) {
  const stacked = stacks
    ? 'narrow:block narrow:[&>thead]:hidden narrow:[&>tbody]:block narrow:[&_tr]:grid narrow:[&_tr]:grid-cols-[1fr_auto] narrow:[&_tr]:gap-x-4 narrow:[&_tr]:gap-y-1 narrow:[&_tr]:border-b narrow:[&_tr]:border-line narrow:[&_tr]:py-4 narrow:[&_td]:min-w-0 narrow:[&_td]:border-0! narrow:[&_td]:p-0!'
    : ''
  return <table {...rest} className={`w-full border-collapse text-start ${stacked} ${className}`} />
}

export function HeadCell({ isNumber = false, className = '', ...rest }: CellProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={`whitespace-nowrap border-line border-b px-3 pt-3 pb-2.5 font-medium text-label text-muted first:ps-0 last:pe-0 ${isNumber ? 'text-end' : 'text-start'} ${className}`}
    />
  )
}

export function Cell({ isNumber = false, className = '', ...rest }: CellProps<'td'>) {
  return (
    <td
      {...rest}
      className={`border-line border-b px-3 py-3.5 align-middle first:ps-0 last:pe-0 [tr:last-child>&]:border-b-0 ${isNumber ? 'whitespace-nowrap text-end' : 'text-start'} ${className}`}
    />
  )
}

type CellProps<Tag extends 'td' | 'th'> = ComponentProps<Tag> & { isNumber?: boolean }
