import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  use,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Icon } from './Icon.tsx'
import { type Column, useHiddenColumns } from './table-columns.ts'

type TableProps = ComponentProps<'table'> & {
  columns: readonly (string | Column)[]
  /** The last rows: sums. */
  foot?: ReactNode
  stacks?: boolean
  /** The name under which people's choice of columns is kept. */
  remembers?: string
  /** What it is sorted by: `total`, or `-total` if descending. */
  sort?: string
  /** Called with what a click on a title sorts by. */
  onSort?: (sort: string) => void
}

const Hidden = createContext<ReadonlySet<string>>(new Set())

const STACKED =
  'narrow:block narrow:[&>tbody]:block narrow:[&>:not(thead)>tr]:grid narrow:[&>:not(thead)>tr]:grid-cols-[1fr_auto] narrow:[&>:not(thead)>tr]:gap-x-4 narrow:[&>:not(thead)>tr]:gap-y-1 narrow:[&>:not(thead)>tr]:border-b narrow:[&>:not(thead)>tr]:border-line narrow:[&>:not(thead)>tr]:py-4 narrow:[&_td]:min-w-0 narrow:[&_td]:border-0! narrow:[&_td]:p-0!'
/** On phones, what's left of the head is a row of buttons that sort. */
const STACKED_HEAD =
  'narrow:[&>thead]:block narrow:[&>thead>tr]:flex narrow:[&>thead>tr]:flex-wrap narrow:[&>thead>tr]:items-center narrow:[&>thead>tr]:gap-x-4 narrow:[&>thead>tr]:text-muted narrow:[&>thead>tr]:text-label narrow:[&>thead>tr]:before:content-["Sort_by"] narrow:[&_th]:border-0 narrow:[&_th]:p-0 narrow:[&_th:not([aria-sort])]:hidden'

/**
 * A table for a few dozen rows, whose head stays in view. `stacks` turns each row into a block on phones. Give
 * minor cells `className="narrow:hidden"`. One that is wider than its place scrolls sideways and shows it.
 */
export function Table({
  columns,
  foot,
  stacks = false,
  remembers,
  sort = '',
  onSort,
  className = '',
  children,
  ...rest
}: TableProps) {
  const hidden = useHiddenColumns(remembers, columns)
  const { frame, isCut } = useIsCut()
  const head = onSort ? STACKED_HEAD : 'narrow:[&>thead]:hidden'
  return (
    <Hidden value={hidden}>
      <div
        ref={frame}
        className="group/table data-cut:scroll-cue data-cut:overflow-x-auto"
        // Named and focusable, so that arrow keys scroll it.
        {...(isCut && { 'data-cut': '', role: 'region', tabIndex: 0, 'aria-label': rest['aria-label'] })}
      >
        <table
          {...rest}
          className={`w-full border-separate border-spacing-0 text-start ${stacks ? `${STACKED} ${head}` : ''} ${className}`}
        >
          <thead>
            <tr>
              {columns
                .map((column) => (typeof column === 'string' ? { title: column } : column))
                .filter(({ title }) => !hidden.has(title))
                .map((column) => (
                  <HeadCell key={column.title} {...column} sorted={sort} onSort={onSort} />
                ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
          {foot && <tfoot>{foot}</tfoot>}
        </table>
      </div>
    </Hidden>
  )
}

/** Whether a frame is too narrow for its content. */
function useIsCut() {
  const frame = useRef<HTMLDivElement>(null)
  const [isCut, setCut] = useState(false)
  useLayoutEffect(() => {
    const { current } = frame
    const table = current?.firstElementChild
    if (!current || !(table instanceof HTMLElement)) return
    const observer = new ResizeObserver(() => setCut(table.offsetWidth > current.clientWidth))
    observer.observe(current)
    observer.observe(table)
    return () => observer.disconnect()
  }, [])
  return { frame, isCut }
}

type HeadCellProps = Column & { sorted: string; onSort: ((sort: string) => void) | undefined }

function HeadCell({
  title,
  isNumber = false,
  isUnseen = false,
  className = '',
  sort,
  sorted,
  onSort,
}: HeadCellProps) {
  const isSorted = sort !== undefined && bare(sort) === bare(sorted)
  const isDescending = sorted.startsWith('-')
  return (
    <th
      scope="col"
      {...(sort && onSort && { 'aria-sort': isSorted ? direction(isDescending) : 'none' })}
      className={`not-group-data-cut/table:sticky not-group-data-cut/table:bg-surface narrow:static! top-(--table-top,0px) z-2 whitespace-nowrap border-line border-b px-3 pt-3 pb-2.5 font-medium text-label text-muted first:ps-0 last:pe-0 ${isNumber ? 'text-end' : 'text-start'} ${className}`}
    >
      {sort && onSort ? (
        <button
          type="button"
          onClick={() => onSort(isSorted ? reversed(sorted) : sort)}
          className={`group/sort -my-2 inline-flex min-h-9 touch:min-h-11 items-center gap-1 hover:text-ink ${isSorted ? 'text-ink' : ''} ${isNumber ? 'flex-row-reverse narrow:flex-row' : ''}`}
        >
          {title}
          <Icon
            of={(isSorted ? isDescending : sort.startsWith('-')) ? ArrowDown : ArrowUp}
            size={14}
            className={
              isSorted ? '' : 'opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60'
            }
          />
        </button>
      ) : isUnseen ? (
        <span className="sr-only">{title}</span>
      ) : (
        title
      )}
    </th>
  )
}

const bare = (sort: string) => sort.replace(/^-/, '')
const reversed = (sort: string) => (sort.startsWith('-') ? bare(sort) : `-${sort}`)
const direction = (isDescending: boolean) => (isDescending ? 'descending' : 'ascending')

type CellProps = ComponentProps<'td'> & {
  isNumber?: boolean
  /** Its column, if people can hide it. */
  of?: string
}

export function Cell({ isNumber = false, of, className = '', ...rest }: CellProps) {
  const hidden = use(Hidden)
  if (of !== undefined && hidden.has(of)) return null
  return (
    <td
      {...rest}
      className={`border-line border-b px-3 py-3.5 align-middle first:ps-0 last:pe-0 [tr:last-child>&]:border-b-0 ${isNumber ? 'whitespace-nowrap text-end' : 'text-start'} ${className}`}
    />
  )
}
