import { api } from '@laurel/contract/routes'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { refreshSite } from '../../../app/site.ts'
import { Button } from '../../../parts/Button.tsx'
import type { Values } from '../catalog/catalog.queries.ts'
import { valueAt, withValue } from '../catalog/form-fields.ts'
import { isOutdated, useSave } from '../office-mutations.ts'
import { type OfficeSite, siteSettingsQueries } from './site.queries.ts'

/** Saves or discards the changes. */
export function SaveBar({ draft }: { draft: SiteDraft }) {
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center gap-3 border-line border-t bg-surface py-4">
      <Button type="submit" look="primary" isPending={draft.save.isPending} isDisabled={!draft.isTouched}>
        Save
      </Button>
      {draft.isTouched && (
        <Button look="plain" onClick={draft.beginAgain}>
          {draft.isLate ? 'Show their version' : 'Discard changes'}
        </Button>
      )}
      <p role="status" className="text-muted text-small">
        {draft.isTouched ? 'Unsaved changes.' : ''}
      </p>
    </div>
  )
}

/**
 * A draft of the site's settings. Saves only changed parts, with the version that the draft started
 * from.
 */
export function useSiteDraft(site: OfficeSite) {
  const queryClient = useQueryClient()
  const [seenVersion, setSeenVersion] = useState(site.version)
  const [touched, setTouched] = useState<Values>({})
  const values: Values = { ...(site as unknown as Values), ...touched }
  const save = useSave({
    save: async () => ({
      sent: touched,
      next: await call(api.patchOfficeSite, { body: { ...touched, seenVersion } }),
    }),
    done: 'Saved',
    onDone: ({ sent, next }) => {
      queryClient.setQueryData(siteSettingsQueries.whole().queryKey, next)
      void refreshSite(queryClient)
      setSeenVersion(next.version)
      // Parts that were changed again since are not saved yet.
      setTouched((now) =>
        Object.fromEntries(Object.entries(now).filter(([part, value]) => value !== sent[part])),
      )
    },
  })
  return {
    save,
    isTouched: Object.keys(touched).length > 0,
    at: (path: string) => valueAt(values, path),
    change(path: string, value: unknown) {
      const [part = ''] = path.split('.')
      setTouched((before) => {
        const next = withValue({ ...(site as unknown as Values), ...before }, path, value)
        return { ...before, [part]: next[part] }
      })
    },
    /** True if someone else saved first. `beginAgain` starts over with their version. */
    isLate: isOutdated(save.error),
    beginAgain() {
      setTouched({})
      setSeenVersion(site.version)
      save.reset()
    },
  }
}

export type SiteDraft = ReturnType<typeof useSiteDraft>
