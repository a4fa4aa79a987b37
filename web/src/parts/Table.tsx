import type { ComponentProps, ReactNode } from 'react'

/** An unseen title is only for screen readers. */
type Column = { title: string; isNumber?: boolean; isUnseen?: boolean; className?: string }

type TableProps = ComponentProps<'table'> & {
  columns: readonly (string | Column)[]
  /** The last rows: sums. */
  foot?: ReactNode
  stacks?: boolean
}

/**
 * A table for a few dozen rows. `stacks` turns each row into a block on phones. Give
 * minor cells `className="narrow:hidden"`.
 */
export function Table({ columns, foot, stacks = false, className = '', children, ...rest }: TableProps) {
  const stacked = stacks
    ? 'narrow:block narrow:[&>thead]:hidden narrow:[&>tbody]:block narrow:[&_tr]:grid narrow:[&_tr]:grid-cols-[1fr_auto] narrow:[&_tr]:gap-x-4 narrow:[&_tr]:gap-y-1 narrow:[&_tr]:border-b narrow:[&_tr]:border-line narrow:[&_tr]:py-4 narrow:[&_td]:min-w-0 narrow:[&_td]:border-0! narrow:[&_td]:p-0!'
    : ''
  return (
    <table {...rest} className={`w-full border-collapse text-start ${stacked} ${className}`}>
      <thead>
        <tr>
          {columns.map((column) =>
            typeof column === 'string' ? (
              <HeadCell key={column} title={column} />
            ) : (
              <HeadCell key={column.title} {...column} />
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  )
}

function HeadCell({ title, isNumber = false, isUnseen = false, className = '' }: Column) {
  return (
    <th
      scope="col"
      className={`whitespace-nowrap border-line border-b px-3 pt-3 pb-2.5 font-medium text-label text-muted first:ps-0 last:pe-0 ${isNumber ? 'text-end' : 'text-start'} ${className}`}
    >
      {isUnseen ? <span className="sr-only">{title}</span> : title}
    </th>
  )
}

type CellProps = ComponentProps<'td'> & { isNumber?: boolean }

export function Cell({ isNumber = false, className = '', ...rest }: CellProps) {
  return (
    <td
      {...rest}
      className={`border-line border-b px-3 py-3.5 align-middle first:ps-0 last:pe-0 [tr:last-child>&]:border-b-0 ${isNumber ? 'whitespace-nowrap text-end' : 'text-start'} ${className}`}
    />
  )
}
