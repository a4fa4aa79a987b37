import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../../parts/Button.tsx'
import { count } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { PAGE_SIZE } from './office.queries.ts'

type PagingProps = {
  label: string
  page: number | undefined
  total: number
  onPage: (page: number) => void
}

/** Which part of a list stands here, and its neighbors. Nothing when all of it does. */
export function Paging({ label, page = 1, total, onPage }: PagingProps) {
  if (total <= PAGE_SIZE && page === 1) return null
  const first = (page - 1) * PAGE_SIZE + 1
  const last = Math.min(page * PAGE_SIZE, total)
  return (
    <nav aria-label={label} className="mt-5 flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted text-small">
        {count(first)} to {count(last)} of {count(total)}
      </p>
      <div className="flex gap-3">
        <Button size="compact" isDisabled={page === 1} onClick={() => onPage(page - 1)}>
          <Icon of={ChevronLeft} size={18} />
          Previous
        </Button>
        <Button size="compact" isDisabled={last >= total} onClick={() => onPage(page + 1)}>
          Next
          <Icon of={ChevronRight} size={18} />
        </Button>
      </div>
    </nav>
  )
}
