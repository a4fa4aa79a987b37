import { useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { count } from '../../parts/format.ts'
import { FILES_PAGE_SIZE } from './files.queries.ts'

type PagesProps = { total: number; page: number; onPage: (page: number) => void }

/** Hidden when one page holds it all. */
export function Pages({ total, page, onPage }: PagesProps) {
  const i18n = useTexts()
  if (total <= FILES_PAGE_SIZE) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-5 pt-4">
      <span className="text-muted text-small">
        {i18n.t('{first} to {last} of {total}', {
          first: count((page - 1) * FILES_PAGE_SIZE + 1),
          last: count(Math.min(total, page * FILES_PAGE_SIZE)),
          total: count(total),
        })}
      </span>
      <span className="flex gap-2">
        <Button size="compact" isDisabled={page === 1} onClick={() => onPage(page - 1)}>
          {i18n.t('Previous')}
        </Button>
        <Button size="compact" isDisabled={page * FILES_PAGE_SIZE >= total} onClick={() => onPage(page + 1)}>
          {i18n.t('Next')}
        </Button>
      </span>
    </div>
  )
}
