import { Button } from '../../../parts/Button.tsx'
import { EVERYONE, type ListView } from './recipients.queries.ts'

type NobodyMatchesProps = { view: ListView; onView: (view: ListView) => void }

/** Nobody is in view, though the list has people: why, and the way back to them. */
export function NobodyMatches({ view, onView }: NobodyMatchesProps) {
  const typed = view.search.trim()
  return (
    <div className="grid justify-items-center gap-3 px-4 py-10 text-center text-muted">
      <p className="wrap-anywhere">
        {typed === '' ? 'No one is left in this view.' : `No one matches “${typed}”${where(view)}.`}
      </p>
      <Button size="compact" onClick={() => onView({ ...EVERYONE, sort: view.sort })}>
        Show everyone
      </Button>
    </div>
  )
}

function where({ only }: ListView): string {
  if (only === 'everyone') return ''
  return only === 'attention' ? ' among those who need attention' : ' in this view'
}
