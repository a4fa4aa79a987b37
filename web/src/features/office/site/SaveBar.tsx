import { Button } from '../../../parts/Button.tsx'
import type { SiteDraft } from './use-site-draft.ts'

/** Saves what was touched, or puts it back. */
export function SaveBar({ draft }: { draft: SiteDraft }) {
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center gap-3 border-line border-t bg-surface py-4">
      <Button type="submit" look="primary" isPending={draft.save.isPending} isDisabled={!draft.isTouched}>
        Save
      </Button>
      {draft.isTouched && (
        <Button look="plain" onClick={draft.beginAgain}>
          {draft.isLate ? 'Show what is there now' : 'Put back'}
        </Button>
      )}
      <p role="status" className="text-muted text-small">
        {draft.isTouched ? 'Not saved yet.' : ''}
      </p>
    </div>
  )
}
